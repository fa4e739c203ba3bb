/// A point in time: whole milliseconds since the Unix epoch, 1970-01-01 00:00:00 UTC.
///
/// Instants and amounts (``TimeSpan``) are different types, so that one cannot be taken for the other.
/// Arithmetic saturates; ``distantFuture`` stands for "never".
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch.
    public let milliseconds: Int64

    /// Makes the instant that many milliseconds after the Unix epoch.
    @inlinable
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes the instant that many seconds after the Unix epoch, rounded to the nearest millisecond.
    ///
    /// NaN becomes the epoch; values out of range saturate.
    @inlinable
    public init(seconds: Double) {
        self.milliseconds = saturatingInt64(seconds * 1000)
    }

    /// 1970-01-01 00:00:00 UTC.
    @inlinable
    public static var epoch: Instant { Instant(milliseconds: 0) }
    /// Before every other instant.
    @inlinable
    public static var distantPast: Instant { Instant(milliseconds: .min) }
    /// After every other instant: "never".
    @inlinable
    public static var distantFuture: Instant { Instant(milliseconds: .max) }

    /// Seconds since the Unix epoch.
    @inlinable
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Whether the left instant is the earlier one.
    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant that much later, saturating.
    @inlinable
    public static func + (instant: Instant, span: TimeSpan) -> Instant {
        Instant(milliseconds: saturatingAdd(instant.milliseconds, span.milliseconds))
    }

    /// The instant that much earlier, saturating.
    @inlinable
    public static func - (instant: Instant, span: TimeSpan) -> Instant {
        Instant(milliseconds: saturatingSubtract(instant.milliseconds, span.milliseconds))
    }

    /// The time from `right` to `left`, saturating.
    @inlinable
    public static func - (left: Instant, right: Instant) -> TimeSpan {
        TimeSpan(milliseconds: saturatingSubtract(left.milliseconds, right.milliseconds))
    }
}
