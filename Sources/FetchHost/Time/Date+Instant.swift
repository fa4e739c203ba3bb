public import FetchSched

#if canImport(FoundationEssentials)
    public import struct FoundationEssentials.Date
#else
    public import struct Foundation.Date
#endif

extension Instant {
    /// The instant of a date, rounded to the nearest millisecond; a date that is no number is the epoch.
    public init(_ date: Date) { self.init(seconds: date.timeIntervalSince1970) }

    /// The present time of the wall clock.
    public static var now: Instant { Instant(Date()) }
}

extension Date {
    /// The date of an instant. ``/FetchSched/Instant/distantFuture`` is a date in 292 million years.
    public init(_ instant: Instant) { self.init(timeIntervalSince1970: instant.seconds) }
}
