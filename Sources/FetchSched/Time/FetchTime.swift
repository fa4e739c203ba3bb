/// A point in time: whole milliseconds since the Unix epoch, 1970-01-01 00:00:00 UTC.
///
/// Amounts are another type, ``TimeSpan``. Arithmetic saturates; ``distantFuture`` stands for "never".
public struct FetchTime: Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch.
    public let milliseconds: Int64

    /// Makes the instant `milliseconds` after the Unix epoch.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Makes the instant `seconds` after the Unix epoch, rounded to the nearest millisecond.
    ///
    /// NaN becomes the epoch; values out of range saturate.
    public init(seconds: Double) { milliseconds = saturatingInt64(seconds * 1000) }

    /// 1970-01-01 00:00:00 UTC.
    public static var epoch: FetchTime { FetchTime(milliseconds: 0) }
    /// Before every other instant.
    public static var distantPast: FetchTime { FetchTime(milliseconds: .min) }
    /// After every other instant: "never".
    public static var distantFuture: FetchTime { FetchTime(milliseconds: .max) }

    /// Seconds since the Unix epoch.
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Whether the left instant is the earlier one.
    public static func < (left: FetchTime, right: FetchTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant that much later, saturating.
    public static func + (instant: FetchTime, span: TimeSpan) -> FetchTime {
        FetchTime(milliseconds: saturatingAdd(instant.milliseconds, span.milliseconds))
    }

    /// The instant that much earlier, saturating.
    public static func - (instant: FetchTime, span: TimeSpan) -> FetchTime {
        FetchTime(milliseconds: saturatingSubtract(instant.milliseconds, span.milliseconds))
    }

    /// The time from `right` to `left`, saturating.
    public static func - (left: FetchTime, right: FetchTime) -> TimeSpan {
        TimeSpan(milliseconds: saturatingSubtract(left.milliseconds, right.milliseconds))
    }
}

extension FetchTime {
    /// Nil for ``distantPast``: what never happened. An `FetchTime?` in its place takes twice the memory.
    var known: FetchTime? { self > .distantPast ? self : nil }

    /// The moment that is as far from `new` as this one is from `old`: what is remembered of a clock that was set back.
    func moved(from old: FetchTime, to new: FetchTime) -> FetchTime { new + (self - old) }

    /// The moment after the clock was set back from `old` to `new`: as far ahead as it was, or in the past.
    func setBack(from old: FetchTime, to new: FetchTime) -> FetchTime {
        self > old ? moved(from: old, to: new) : min(self, new)
    }
}
