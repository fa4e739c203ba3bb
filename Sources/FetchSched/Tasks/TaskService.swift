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

/// Decides how long apps may run in the background, and which to suspend, resume and terminate.
///
/// An event overtakes due steps that the host did not query yet: a task that ends late, before the query, ends in time.
struct TaskService: Sendable, SnapshotCoded {
    let limits: TaskLimits
    private(set) var runs: [AppRun] = []
    private var started: UInt64 = 0
    /// Until when the device is awake for another reason.
    private var awakeUntil = FetchTime.distantPast

    init(limits: TaskLimits = TaskLimits()) { self.limits = limits }

    mutating func launched(_ app: AppID, at now: FetchTime) { runs[start(app, at: now)].launch() }

    mutating func enteredBackground(_ app: AppID, at now: FetchTime) {
        guard let index = runs.index(of: app), runs[index].isInForeground else { return }
        settle(index, at: now)
        runs[index].allow(until: now + limits.enteringBackground)
    }

    mutating func wake(_ app: AppID, for span: TimeSpan, at now: FetchTime) {
        guard span > .zero else { return }
        let index = start(app, at: now)
        if !runs[index].isInForeground { runs[index].allow(until: now + span) }
    }

    mutating func endAllowance(_ app: AppID, until end: FetchTime, at now: FetchTime) {
        guard let index = runs.index(of: app) else { return }
        settle(index, at: now)
        runs[index].endAllowance(until: end, at: now)
    }

    mutating func stop(_ app: AppID) { runs.removeRecord(of: app) }

    func isRunning(_ app: AppID) -> Bool { runs[of: app]?.isSuspended == false }

    mutating func startTask(_ index: Int, at now: FetchTime) -> BackgroundTaskID {
        settle(index, at: now)
        started &+= 1
        runs[index].tasks.append(BackgroundTaskID(started))
        return BackgroundTaskID(started)
    }

    func checkRoom(for app: AppID) throws(EngineError) -> Int {
        guard let index = runs.index(of: app) else { throw .notRunning(app) }
        guard runs[index].tasks.count < limits.mostPerApp else {
            throw .tooMany(.task, of: app, limit: limits.mostPerApp)
        }
        guard openCount < limits.mostInAll else { throw .tooMany(.task, of: nil, limit: limits.mostInAll) }
        return index
    }

    mutating func end(_ place: Int, of index: Int, at now: FetchTime) {
        settle(index, at: now)
        runs[index].tasks.remove(at: place)
        if place < runs[index].expired { runs[index].expired -= 1 }
        if runs[index].isSuspended, runs[index].tasks.isEmpty { runs.remove(at: index) }
    }

    func find(_ task: BackgroundTaskID) throws(EngineError) -> (run: Int, place: Int) {
        for index in runs.indices {
            if let place = runs[index].tasks.firstIndex(of: task) { return (index, place) }
        }
        throw task.number > 0 && task.number <= started ? .taskEnded(task) : .unknownTask(task)
    }

    func timeRemaining(_ app: AppID, at now: FetchTime) -> TimeSpan {
        guard var run = runs[of: app] else { return .zero }
        run.settle(to: now, limits, awakeUntil: awakeUntil)
        return run.remaining(limits)
    }

    func openTasks(of app: AppID) -> [BackgroundTaskID] { runs[of: app]?.tasks ?? [] }

    var openCount: Int { runs.reduce(0) { $0 + $1.tasks.count } }

    mutating func deviceAwake(until end: FetchTime, at now: FetchTime) {
        guard end > awakeUntil else { return }
        // If the device merely stays awake, the time counts as before.
        if awakeUntil <= now { settleAll(at: now) }
        awakeUntil = end
    }

    mutating func deviceSleeps(at now: FetchTime) {
        guard now < awakeUntil else { return }
        settleAll(at: now)
        awakeUntil = now
    }

    private mutating func settleAll(at now: FetchTime) {
        guard limits.mode == .opportunistic else { return }
        for index in runs.indices where !runs[index].tasks.isEmpty { settle(index, at: now) }
    }

    /// The next action: first the one that was due first, then by app. Call it until nil. If the host calls late, the
    /// expiry callbacks of an app still precede its termination.
    mutating func nextAction(at now: FetchTime) -> EngineAction? {
        while let (index, due) = first, due <= now {
            settle(index, at: now)
            let run = runs[index]
            guard let next = run.next(limits, awakeUntil: awakeUntil), next.due <= now else { continue }
            switch next.step {
            case .resume:
                runs[index].isSuspended = false
                return .resume(run.app)
            case .suspend:
                // An app without tasks is forgotten: each call takes time in proportion to the rest.
                if run.tasks.isEmpty { stop(run.app) } else { runs[index].isSuspended = true }
                return .suspend(run.app)
            case .expire:
                runs[index].expired += 1
                return .expiring(run.tasks[run.expired])
            case .terminate:
                stop(run.app)
                return .terminate(run.app, leftOpen: run.tasks)
            }
        }
        return nil
    }

    func nextTime(at now: FetchTime) -> FetchTime? {
        guard let due = first?.key, due < .distantFuture else { return nil }
        return max(due, now)
    }

    private var first: (index: Int, key: FetchTime)? {
        runs.least { $0.next(limits, awakeUntil: awakeUntil)?.due }
    }

    mutating func clockWentBack(from old: FetchTime, to new: FetchTime) {
        awakeUntil = awakeUntil.moved(from: old, to: new)
        for index in runs.indices { runs[index].move(from: old, to: new) }
    }

    private mutating func settle(_ index: Int, at now: FetchTime) {
        runs[index].settle(to: now, limits, awakeUntil: awakeUntil)
    }

    /// The index of the app, which starts to run if it did not.
    private mutating func start(_ app: AppID, at now: FetchTime) -> Int {
        let index = runs.index(of: app, inserting: AppRun(app: app))
        settle(index, at: now)
        return index
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&runs, &started, &awakeUntil)
    }
}
