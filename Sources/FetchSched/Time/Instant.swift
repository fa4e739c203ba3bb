/// A point in time: whole milliseconds since the Unix epoch, 1970-01-01 00:00:00 UTC.
///
/// Instants and amounts (``TimeSpan``) are different types, so that one cannot be taken for the other.
/// Arithmetic saturates; ``distantFuture`` stands for "never".
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch.
    public let milliseconds: Int64

    /// Makes the instant that many milliseconds after the Unix epoch.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Makes the instant that many seconds after the Unix epoch, rounded to the nearest millisecond.
    ///
    /// NaN becomes the epoch; values out of range saturate.
    public init(seconds: Double) { milliseconds = saturatingInt64(seconds * 1000) }

    /// 1970-01-01 00:00:00 UTC.
    public static var epoch: Instant { Instant(milliseconds: 0) }
    /// Before every other instant.
    public static var distantPast: Instant { Instant(milliseconds: .min) }
    /// After every other instant: "never".
    public static var distantFuture: Instant { Instant(milliseconds: .max) }

    /// Seconds since the Unix epoch.
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Whether the left instant is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The instant that much later, saturating.
    public static func + (instant: Instant, span: TimeSpan) -> Instant {
        Instant(milliseconds: saturatingAdd(instant.milliseconds, span.milliseconds))
    }

    /// The instant that much earlier, saturating.
    public static func - (instant: Instant, span: TimeSpan) -> Instant {
        Instant(milliseconds: saturatingSubtract(instant.milliseconds, span.milliseconds))
    }

    /// The time from `right` to `left`, saturating.
    public static func - (left: Instant, right: Instant) -> TimeSpan {
        TimeSpan(milliseconds: saturatingSubtract(left.milliseconds, right.milliseconds))
    }
}

/// A moment that may not have been yet, in eight bytes: an `Instant?` takes sixteen.
///
/// None is kept as the instant that comes next after ``Instant/distantPast``, which so becomes the one after it.
struct PastInstant: Hashable, Sendable {
    private var milliseconds = Self.none

    private static var none: Int64 { .min + 1 }

    init() {}

    /// The moment; nil if it has not been yet.
    @inline(__always)
    var moment: Instant? {
        get { milliseconds == Self.none ? nil : Instant(milliseconds: milliseconds) }
        set {
            guard let newValue else { return milliseconds = Self.none }
            milliseconds = newValue.milliseconds == Self.none ? Self.none + 1 : newValue.milliseconds
        }
    }

    /// Holds it to `now`, for a clock that was set back.
    mutating func hold(to now: Instant) { moment = moment.map { min($0, now) } }
}

extension Instant: CustomStringConvertible {
    /// In ISO 8601 at UTC, as in `2026-01-05T07:12:00.000Z`; the ends of time in words.
    public var description: String { PlainText.time(self) }
}
