/// Limits of location wakeups.
public struct LocationLimits: Hashable, Sendable {
    /// Maximum number of regions of one app; 0 to 1000.
    public var regionsPerApp = 20
    /// Maximum number of regions of all apps together; 0 to 2^20. Each position is compared with each region.
    public var regionsInAll = 10_000
    /// Minimum time between two wakes of one app for crossings, so that a walk along a border wakes the app seldom; up to
    /// a day.
    public var regionPeriod = TimeSpan.minutes(1)
    /// Minimum distance beyond a border at which a position counts as a crossing, in metres; 0 or more. A less accurate
    /// position must be farther. For entering, at most half the radius.
    public var cushion = 20.0
    /// Minimum time between two wakes of one app for significant changes; up to a day.
    public var significantPeriod = TimeSpan.minutes(5)
    /// Distance that counts as a significant change, in metres; 0 or more.
    public var significantDistance = 500.0
    /// Time that an app may run for each wake; 1 ms to a day.
    public var wakeTime = TimeSpan(milliseconds: 10_000)

    /// Makes the defaults.
    public init() {}
}
