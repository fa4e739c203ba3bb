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

/// An amount of time, in whole milliseconds; negative amounts point to the past.
///
/// Arithmetic saturates at ``zero`` ± about 292 million years, so that no input can trap.
public struct TimeSpan: Hashable, Comparable, Sendable {
    /// The amount in milliseconds.
    public let milliseconds: Int64

    /// Makes an amount of whole milliseconds.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The longest amount that can be expressed; stands for "for ever".
    public static var max: TimeSpan { TimeSpan(milliseconds: .max) }
    /// No time at all.
    public static var zero: TimeSpan { TimeSpan(milliseconds: 0) }

    /// Makes an amount of seconds, rounded to the nearest millisecond.
    ///
    /// NaN becomes ``zero``; amounts out of range saturate.
    public static func seconds(_ seconds: Double) -> TimeSpan {
        TimeSpan(milliseconds: saturatingInt64(seconds * 1000))
    }

    /// Makes an amount of whole minutes.
    public static func minutes(_ minutes: Int64) -> TimeSpan { TimeSpan(milliseconds: 60_000) * minutes }

    /// Makes an amount of whole hours.
    public static func hours(_ hours: Int64) -> TimeSpan { TimeSpan(milliseconds: 3_600_000) * hours }

    /// Makes an amount of 24-hour days.
    public static func days(_ days: Int64) -> TimeSpan { TimeSpan(milliseconds: 86_400_000) * days }

    /// The amount in seconds.
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Whether the left amount is the smaller one.
    public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.milliseconds < right.milliseconds }

    /// The sum, saturating.
    public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: saturatingAdd(left.milliseconds, right.milliseconds))
    }

    /// The difference, saturating.
    public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: saturatingSubtract(left.milliseconds, right.milliseconds))
    }

    /// The multiple, saturating.
    public static func * (span: TimeSpan, factor: Int64) -> TimeSpan {
        let (product, overflow) = span.milliseconds.multipliedReportingOverflow(by: factor)
        guard overflow else { return TimeSpan(milliseconds: product) }
        return TimeSpan(milliseconds: (span.milliseconds < 0) == (factor < 0) ? .max : .min)
    }
}

extension TimeSpan {
    /// Position on a scale of powers of two: 0 below `unit`, 1 below twice that, 2 below four times, and so on.
    func doublings(ofMilliseconds unit: Int64) -> Int {
        Int64.bitWidth - (Swift.max(0, milliseconds) / unit).leadingZeroBitCount
    }
}

func saturatingAdd(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (right < 0 ? .min : .max) : sum
}

func saturatingSubtract(_ left: Int64, _ right: Int64) -> Int64 {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    return overflow ? (right < 0 ? .max : .min) : difference
}

/// The nearest integer in range, halves away from zero; NaN becomes 0.
///
/// Done in integers, because `rounded()` may call the C library's `round`, which the engine does not link.
package func saturatingInt64(_ value: Double) -> Int64 {
    if value.isNaN { return 0 }
    if value >= 9_223_372_036_854_774_784 { return .max }
    if value <= -9_223_372_036_854_774_784 { return .min }
    let whole = Int64(value)
    let rest = value - Double(whole)
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
}
