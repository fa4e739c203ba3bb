extension FetchEngine {
    /// Starts a background task of an app that runs, or is suspended with tasks open.
    ///
    /// - Throws: `unknownApp`, `notRunning`; `tooMany` beyond ``TaskLimits/mostPerApp`` and ``TaskLimits/mostInAll``.
    public mutating func startTask(of app: AppID, at now: FetchTime) throws(EngineError) -> BackgroundTaskID {
        try check(app)
        let index = try tasks.checkRoom(for: app)
        notice(now)
        return tasks.startTask(index, at: present)
    }

    /// Ends a task.
    ///
    /// - Throws: `taskEnded` for a second end, or one after the end of the app; `unknownTask`.
    public mutating func end(_ task: BackgroundTaskID, at now: FetchTime) throws(EngineError) {
        let (index, place) = try tasks.find(task)
        notice(now)
        tasks.end(place, of: index, at: present)
    }

    /// How long the app may run: `TimeSpan.max` in the foreground; else the rest of the time for its tasks, or of the
    /// time that it was woken for; zero if it does not run. In the opportunistic mode this is running time.
    public func timeRemaining(of app: AppID, at now: FetchTime) -> TimeSpan {
        tasks.timeRemaining(app, at: max(now, present))
    }

    /// The open tasks of the app, in the order of their starts.
    public func openTasks(of app: AppID) -> [BackgroundTaskID] { tasks.openTasks(of: app) }

    /// Number of the open tasks of all apps.
    public var openTaskCount: Int { tasks.openCount }

    /// Whether the app runs: in the foreground, or in the background and not suspended.
    public func isRunning(_ app: AppID) -> Bool { tasks.isRunning(app) }

    /// Learns that the device is awake for another reason until `end` at least. Matters in the opportunistic mode only.
    public mutating func deviceAwake(until end: FetchTime, at now: FetchTime) {
        notice(now)
        tasks.deviceAwake(until: end, at: present)
    }

    /// Learns that the device goes to sleep, whatever was reported before.
    public mutating func deviceSleeps(at now: FetchTime) {
        notice(now)
        tasks.deviceSleeps(at: present)
    }
}
