public import FetchSched

#if canImport(FoundationEssentials)
    public import struct FoundationEssentials.Date
#else
    public import struct Foundation.Date
#endif

extension FetchTime {
    /// The instant of a date, rounded to the nearest millisecond; a date that is no number is the epoch.
    public init(_ date: Date) { self.init(seconds: date.timeIntervalSince1970) }

    /// The present time of the wall clock.
    public static var now: FetchTime { FetchTime(Date()) }
}

extension Date {
    /// The date of an instant. ``/FetchSched/FetchTime/distantFuture`` is a date in 292 million years.
    public init(_ instant: FetchTime) { self.init(timeIntervalSince1970: instant.seconds) }
}
