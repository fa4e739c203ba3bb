/// How the time of background tasks is measured out.
public enum TaskMode: UInt8, Hashable, Sendable {
    /// The time runs by without a pause, and the device is kept awake for it. What iOS did up to version 6.
    case classic
    /// The time is spent in chunks, while the device is awake for other reasons; it is not kept awake for it. What
    /// iOS does since version 7.
    case opportunistic
}

/// How long apps may run in the background.
public struct TaskLimits: Hashable, Sendable {
    /// How the time is measured out.
    public var mode = TaskMode.classic
    /// What an app with a task has in the background, in the classic mode; zero or more.
    public var classic = TimeSpan.minutes(10)
    /// What an app with a task has in the background, in the opportunistic mode; zero or more.
    public var opportunistic = TimeSpan.minutes(3)
    /// What an app has to put its things in order when it enters the background; zero or more.
    public var enteringBackground = TimeSpan(milliseconds: 5000)
    /// How long before the end of the time the expiry callbacks come; zero or more, never longer than the time.
    public var notice = TimeSpan(milliseconds: 5000)
    /// How many tasks of one app are open at once at the most; one more is refused. At least 1.
    public var mostPerApp = 100
    /// How many tasks of all apps together are open at once at the most; 1 to 2^24.
    public var mostInAll = 100_000

    /// Makes the defaults.
    public init() {}

    /// What an app with a task has in the mode that is set.
    public var limit: TimeSpan { mode == .classic ? classic : opportunistic }

    /// The same with every span in its range: what the service works with.
    var inRange: TaskLimits {
        var result = self
        result.classic = max(.zero, classic)
        result.opportunistic = max(.zero, opportunistic)
        result.enteringBackground = max(.zero, enteringBackground)
        result.notice = min(max(.zero, notice), result.limit)
        result.mostPerApp = max(1, mostPerApp)
        result.mostInAll = min(max(1, mostInAll), 1 << 24)
        return result
    }
}
