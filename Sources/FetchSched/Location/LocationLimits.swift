/// How often places may wake apps.
public struct LocationLimits: Hashable, Sendable {
    /// Regions of one app; 0 to 1000.
    public var regionsPerApp = 20
    /// Regions of all apps together; 0 to 2^20. Each position is held against each of them.
    public var regionsInAll = 10_000
    /// Time between two wakes of one app for crossings, so that a walk along a border wakes it seldom; up to a day.
    public var regionPeriod = TimeSpan.minutes(1)
    /// How far beyond a border a position must be to count as a crossing, in metres, if it is not less accurate than
    /// that; 0 or more. Going in, at most half the radius.
    public var cushion = 20.0
    /// Time between two wakes of one app for significant changes; up to a day.
    public var significantPeriod = TimeSpan.minutes(5)
    /// Distance that counts as a significant change, in metres; 0 or more.
    public var significantDistance = 500.0
    /// How long an app is awake for each wake; 1 ms to a day.
    public var wakeTime = TimeSpan(milliseconds: 10_000)

    /// Makes the defaults.
    public init() {}

    /// The same with every number in its range: what the service works with.
    var inRange: LocationLimits {
        func clamped(_ span: TimeSpan) -> TimeSpan { min(max(span, .zero), .days(1)) }
        // Written so that what is no number becomes 0.
        func clamped(_ metres: Double) -> Double { metres > 0 ? metres : 0 }
        var result = self
        result.regionsPerApp = min(max(regionsPerApp, 0), 1000)
        result.regionsInAll = min(max(regionsInAll, 0), 1 << 20)
        result.regionPeriod = clamped(regionPeriod)
        result.cushion = clamped(cushion)
        result.significantPeriod = clamped(significantPeriod)
        result.significantDistance = clamped(significantDistance)
        result.wakeTime = max(clamped(wakeTime), TimeSpan(milliseconds: 1))
        return result
    }
}
