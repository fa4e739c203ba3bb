/// Background tasks, and how long apps may run.
extension BackgroundEngine {
    /// Begins a background task of an app that runs or is suspended.
    ///
    /// - Throws: `unknownApp`, `notRunning`; `tooManyTasks`, `tooManyTasksInAll` beyond ``TaskLimits/mostPerApp`` and
    ///   ``TaskLimits/mostInAll``.
    public mutating func beginTask(of app: AppID, at now: Instant) throws(TaskError) -> BackgroundTaskID {
        guard decider.hasApp(app) else { throw .unknownApp(app) }
        // A refused call changes nothing, including the time.
        try work.tasks.checkRoom(for: app)
        work.notice(now)
        work.disturb()
        return try work.tasks.begin(app, at: work.device.now)
    }

    /// Ends a task.
    ///
    /// - Throws: `alreadyEnded` for a second end, or one after the end of the app; `unknownTask`.
    public mutating func end(_ task: BackgroundTaskID, at now: Instant) throws(TaskError) {
        _ = try work.tasks.index(of: task)
        work.notice(now)
        work.disturb()
        try work.tasks.end(task, at: work.device.now)
    }

    /// How long the app may run: `TimeSpan.max` in the foreground; otherwise the rest of the time for tasks if it has one,
    /// or of the time that it was woken for; zero if it does not run. In the opportunistic mode this is running time, not
    /// wall clock time.
    public func timeRemaining(of app: AppID, at now: Instant) -> TimeSpan {
        work.tasks.timeRemaining(app, at: max(now, work.device.now))
    }

    /// The open tasks of the app, in the order of begin.
    public func openTasks(of app: AppID) -> [BackgroundTaskID] { work.tasks.openTasks(of: app) }

    /// Number of the open tasks of all apps.
    public var openTaskCount: Int { work.tasks.tasks.count }

    /// Whether the app runs: in the foreground, or in the background and not suspended.
    public func isRunning(_ app: AppID) -> Bool { work.tasks.isRunning(app) }

    /// Learns that the device is awake for another reason until `end` at least; `distantFuture` until further notice.
    /// Matters in the opportunistic mode only.
    public mutating func deviceAwake(until end: Instant, at now: Instant) {
        work.notice(now)
        work.disturb()
        work.tasks.deviceAwake(until: end, at: work.device.now)
    }

    /// Learns that the device goes to sleep, whatever was reported before.
    public mutating func deviceSleeps(at now: Instant) {
        work.notice(now)
        work.disturb()
        work.tasks.deviceSleeps(at: work.device.now)
    }
}
