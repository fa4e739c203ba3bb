/// When transfers run, and how long they wait.
public struct TransferLimits: Hashable, Sendable {
    /// Battery level from which on a device without a charger has power enough for discretionary transfers; 0 to 1,
    /// above 1 for never. The half is what iOS asks of a device without a charger before it installs an update; of
    /// background transfers Apple publishes only that they may wait for a charger, and Android's `BATTERY_NOT_LOW`
    /// is content with less.
    public var powerLevel = 0.5
    /// Battery level below which, without a charger, nothing discretionary runs, not even what has been relaxed; an engine
    /// uses ``Configuration/lowBatteryLevel``.
    var lowBatteryLevel = 0.2
    /// A condition that was not seen for so long is no longer waited for, if the deadline nears. Android's
    /// `FlexibilityController` has the same three days (`DEFAULT_UNSEEN_CONSTRAINT_GRACE_PERIOD_MS`).
    public var relaxAfter = TimeSpan.days(3)
    /// The deadline nears so long before it, or as long before it as the rest takes at the slowest rate.
    public var nearing = TimeSpan.days(1)
    /// The slowest rate to be reckoned with, in bytes per second; at least 1.
    public var slowestBytesPerSecond = 50_000.0
    /// How long a discretionary transfer whose conditions hold waits for other radio activity.
    public var patience = TimeSpan.minutes(15)
    /// How many transfers are under way at once; at least 1.
    public var mostAtOnce = 1
    /// How many transfers of one app there are at the most that have not ended, or sessions of which it was not told; one
    /// more is refused. At least 1.
    public var mostPerApp = 1_000
    /// The same of all apps together; 1 to 2^24.
    public var mostInAll = 100_000
    /// Each such time of waiting lifts a transfer by half a priority; one that was started keeps what it was lifted by
    /// for as long. At least a second.
    public var turn = TimeSpan.minutes(30)
    /// Wait after an interruption; it doubles with each further one without any progress between.
    public var firstRetry = TimeSpan(milliseconds: 30_000)
    /// Longest wait after an interruption.
    public var longestRetry = TimeSpan.hours(1)
    /// How long a transfer may take that says nothing about it: seven days, as with `URLSession`.
    public var resourceTimeout = TimeSpan.days(7)

    /// Makes the defaults.
    public init() {}

    /// The same with every number in its range: what the service works with.
    var inRange: TransferLimits {
        var result = self
        result.relaxAfter = max(.zero, relaxAfter)
        result.nearing = max(.zero, nearing)
        // Written so that what is no number becomes the least.
        result.slowestBytesPerSecond = slowestBytesPerSecond >= 1 ? slowestBytesPerSecond : 1
        result.patience = max(.zero, patience)
        result.mostAtOnce = max(1, mostAtOnce)
        result.mostPerApp = max(1, mostPerApp)
        result.mostInAll = min(max(1, mostInAll), 1 << 24)
        result.turn = max(TimeSpan(milliseconds: 1000), turn)
        result.firstRetry = max(.zero, firstRetry)
        result.longestRetry = max(result.firstRetry, longestRetry)
        result.resourceTimeout = max(.zero, resourceTimeout)
        return result
    }

    /// How long `bytes` take at the slowest rate.
    func longest(bytes: Int64) -> TimeSpan { .seconds(Double(bytes) / slowestBytesPerSecond) }
}
