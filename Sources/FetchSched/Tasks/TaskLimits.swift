/// Identifies a background task. IDs are never reused, so that a late or second end never meets another task.
public struct BackgroundTaskID: Hashable, Comparable, Sendable, SnapshotElement {
    /// The number of the task, counted from 1 in the order of starts.
    public private(set) var number: UInt64

    /// Makes the ID of the task with that number.
    public init(_ number: UInt64) { self.number = number }

    /// Orders tasks by their start.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    init() { number = 0 }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&number)
    }
}

/// How the time limit of background tasks is counted.
public enum TaskMode: UInt8, Hashable, Sendable {
    /// The time counts without a pause, and the device stays awake for it, as in iOS up to version 6.
    case classic
    /// The time counts only while the device is awake for another reason, as in iOS since version 7.
    case opportunistic
}

/// Limits of the time that apps may run in the background.
public struct TaskLimits: Hashable, Sendable {
    /// How the time is counted.
    public var mode = TaskMode.classic
    /// Time of an app with a task in the classic mode; zero or more.
    public var classic = TimeSpan.minutes(10)
    /// Time of an app with a task in the opportunistic mode; zero or more.
    public var opportunistic = TimeSpan.minutes(3)
    /// Time of an app without a task when it enters the background; zero or more.
    public var enteringBackground = TimeSpan(milliseconds: 5000)
    /// Time between the expiry callbacks and the end of the app's time; zero or more, never longer than the time.
    public var notice = TimeSpan(milliseconds: 5000)
    /// Maximum number of open tasks of one app; at least 1.
    public var mostPerApp = 100
    /// Maximum number of open tasks of all apps together; 1 to 2^24.
    public var mostInAll = 100_000

    /// Makes the defaults.
    public init() {}

    /// Time of an app with a task in the present mode.
    public var limit: TimeSpan { mode == .classic ? classic : opportunistic }
}
