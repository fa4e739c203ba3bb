/// Limits of background transfers.
public struct TransferLimits: Hashable, Sendable {
    /// Minimum battery level for discretionary transfers without a charger, 0 to 1; above 1 for never. iOS requires 0.5
    /// to install an update; Apple publishes no level for transfers. Android's `BATTERY_NOT_LOW` requires less.
    public var powerLevel = 0.5
    /// Battery level below which no discretionary transfer runs without a charger.
    var lowBatteryLevel = 0.2
    /// Time of absence after which a transfer near its deadline stops waiting for a condition. Android's
    /// `FlexibilityController` uses the same three days (`DEFAULT_UNSEEN_CONSTRAINT_GRACE_PERIOD_MS`).
    public var relaxAfter = TimeSpan.days(3)
    /// Time before the deadline from which it counts as near; more if the rest takes longer at the slowest rate.
    public var nearing = TimeSpan.days(1)
    /// The slowest expected rate, in bytes per second; at least 1.
    public var slowestBytesPerSecond = 50_000.0
    /// Maximum time that a discretionary transfer waits for other radio activity once its conditions hold.
    public var patience = TimeSpan.minutes(15)
    /// Maximum number of active transfers; at least 1.
    public var mostAtOnce = 1
    /// Maximum number of transfers of one app that have not ended, and of its sessions whose wake is due; at least 1.
    public var mostPerApp = 1_000
    /// Maximum number for all apps together; 1 to 2^24. Each call takes time in proportion to the transfers.
    public var mostInAll = 10_000
    /// Delay after an interruption; it doubles with each further one without progress.
    public var firstRetry = TimeSpan(milliseconds: 30_000)
    /// Longest delay after an interruption.
    public var longestRetry = TimeSpan.hours(1)
    /// Default time until a transfer is given up: seven days, as with `URLSession`.
    public var resourceTimeout = TimeSpan.days(7)

    /// Makes the defaults.
    public init() {}

    func longest(bytes: Int64) -> TimeSpan { .seconds(Double(bytes) / slowestBytesPerSecond) }
}
