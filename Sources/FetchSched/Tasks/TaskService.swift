/// Background tasks: decides how long apps may run in the background, and which to suspend, resume and terminate.
///
/// An app that enters the background may run for 5 s, and one that is woken for as long as it was woken for; then it is
/// suspended. With a task it may run for 10 min in all. Shortly before the end of that time, the expiry callback of each
/// open task is due, in the order of begin. An app that leaves a task open at the end is terminated. In the foreground,
/// the time does not count. Each foreground period, and each suspension without a task, gives the app its whole time
/// again.
///
/// In the classic mode, with a limit of 20 s and a notice of 5 s:
///
///     s        0    5    10   15   20   25   30
///     user     F    B
///     begin       1    2
///     end                   2
///     expiry                       1
///     app                               X
///
/// `F`: launched; `B`: entered the background; numbers: tasks; `X`: terminate, `S`: suspend, `R`: resume. Without a task
/// there are only the 5 s, or the time that the app was woken for (`W`, 10 s), unless it begins a task in that time:
///
///     s        0    5    10   15   20   25   30   35   40   45
///     user     B         W              W
///     begin                                  3
///     end                                            3
///     app           S              S                 S
///
/// In the opportunistic mode, the time counts only while the device is awake for another reason (from `A` to `Z`), or
/// while the app may run without a task. With a limit of 12 s and a notice of 3 s:
///
///     s        0    5    10   15   20   25
///     awake    A    Z    A    Z    A
///     begin    1
///     user     B
///     expiry                 1
///     app           S    R    S    R X
///
/// An event overtakes steps that were due before it but not asked for: a task that ends after its time, before the
/// host asked, has ended in time. Every `now` is a time of one ``SteadyClock``.
///
/// - Complexity: O(running and suspended apps + open tasks) per call.
struct TaskService: Sendable {
    struct OpenTask: Sendable {
        var id: BackgroundTaskID
        var app: AppID
    }

    /// Limits of tasks, each in its range.
    let limits: TaskLimits
    /// The apps that run or are suspended.
    private(set) var runs: [AppRun] = []
    /// The open tasks, in the order of begin.
    private(set) var tasks: [OpenTask] = []
    /// Number of tasks begun so far.
    private var begun: UInt64 = 0
    /// Until when the device is awake for another reason.
    private var awakeUntil = Instant.distantPast

    init(limits: TaskLimits = TaskLimits()) {
        self.limits = limits.inRange
    }

    // MARK: Apps

    /// Records that the user opened the app: it runs without a limit until it enters the background.
    mutating func launched(_ app: AppID, at now: Instant) {
        runs[start(app, at: now)].launch()
    }

    /// Records that the app left the foreground. Ignored if it was not there.
    mutating func enteredBackground(_ app: AppID, at now: Instant) {
        guard let index = runs.index(of: app), runs[index].isInForeground else { return }
        settle(index, at: now)
        runs[index].allow(until: now + limits.enteringBackground)
    }

    /// Records that the host started or resumed the app in the background, where it may run for `span`.
    ///
    /// - Returns: whether it may run: not if the user quit it, nor for a `span` of zero.
    @discardableResult
    mutating func wake(_ app: AppID, for span: TimeSpan, isQuit: Bool, at now: Instant) -> Bool {
        guard span > .zero, !isQuit else { return false }
        let index = start(app, at: now)
        if !runs[index].isInForeground { runs[index].allow(until: now + span) }
        return true
    }

    /// Ends the time until `end` that the app was woken for. Ignored if it may run longer for another reason.
    mutating func endAllowance(_ app: AppID, until end: Instant, at now: Instant) {
        guard let index = runs.index(of: app) else { return }
        settle(index, at: now)
        runs[index].endAllowance(until: end, at: now)
    }

    /// Records that the app was quit, terminated or removed. Its tasks end.
    mutating func stop(_ app: AppID) {
        tasks.removeAll { $0.app == app }
        runs.removeRecord(of: app)
    }

    /// Whether the app runs: in the foreground, or in the background and not suspended.
    func isRunning(_ app: AppID) -> Bool {
        runs.index(of: app).map { !runs[$0].isSuspended } ?? false
    }

    // MARK: Tasks

    /// Begins a task of an app that runs or is suspended. A suspended app is resumed.
    ///
    /// - Throws: `notRunning`, `tooManyTasks`, `tooManyTasksInAll`.
    mutating func begin(_ app: AppID, at now: Instant) throws(EngineError) -> BackgroundTaskID {
        let index = try checkRoom(for: app)
        settle(index, at: now)
        begun &+= 1
        tasks.append(OpenTask(id: BackgroundTaskID(begun), app: app))
        runs[index].open += 1
        return BackgroundTaskID(begun)
    }

    /// - Returns: the index of the app.
    /// - Throws: `notRunning`, `tooManyTasks`, `tooManyTasksInAll`.
    @discardableResult
    func checkRoom(for app: AppID) throws(EngineError) -> Int {
        guard let index = runs.index(of: app) else { throw .notRunning(app) }
        guard runs[index].open < limits.mostPerApp else {
            throw .tooMany(.task, of: app, limit: limits.mostPerApp)
        }
        guard tasks.count < limits.mostInAll else { throw .tooMany(.task, of: nil, limit: limits.mostInAll) }
        return index
    }

    /// Ends a task.
    ///
    /// - Throws: `alreadyEnded`, `unknownTask`.
    mutating func end(_ task: BackgroundTaskID, at now: Instant) throws(EngineError) {
        let place = try index(of: task)
        let app = tasks[place].app
        if let index = runs.index(of: app) {
            settle(index, at: now)
            let before = tasks[..<place].count { $0.app == app }
            if before < runs[index].expired { runs[index].expired -= 1 }
            runs[index].open -= 1
        }
        tasks.remove(at: place)
    }

    /// - Throws: `alreadyEnded`, `unknownTask`.
    func index(of task: BackgroundTaskID) throws(EngineError) -> Int {
        if let index = tasks.firstIndex(where: { $0.id == task }) { return index }
        throw task.number > 0 && task.number <= begun ? .taskEnded(task) : .unknownTask(task)
    }

    /// How long the app may run: `TimeSpan.max` in the foreground, zero if it does not run. In the opportunistic mode this
    /// is running time, not wall clock time.
    func timeRemaining(_ app: AppID, at now: Instant) -> TimeSpan {
        guard let index = runs.index(of: app) else { return .zero }
        var run = runs[index]
        run.settle(to: now, limits, awakeUntil: awakeUntil)
        return run.remaining(limits)
    }

    /// The open tasks of the app, in the order of begin.
    func openTasks(of app: AppID) -> [BackgroundTaskID] {
        tasks.filter { $0.app == app }.map { $0.id }
    }

    // MARK: Device

    /// Records that the device is awake for another reason until `end` at least; `distantFuture` until further notice.
    /// Matters in the opportunistic mode only.
    mutating func deviceAwake(until end: Instant, at now: Instant) {
        guard end > awakeUntil else { return }
        // If the device merely stays awake, the time counts as before.
        if awakeUntil <= now { settleAll(at: now) }
        awakeUntil = end
    }

    /// Records that the device goes to sleep, whatever was reported before.
    mutating func deviceSleeps(at now: Instant) {
        guard now < awakeUntil else { return }
        settleAll(at: now)
        awakeUntil = now
    }

    private mutating func settleAll(at now: Instant) {
        guard limits.mode == .opportunistic else { return }
        for index in runs.indices where runs[index].open > 0 { settle(index, at: now) }
    }

    // MARK: Actions

    /// The next action: first the one that was due first, then by app; nil if there is none. Call it until nil. If the
    /// host asks late, the expiry callbacks of an app still precede its termination.
    mutating func nextAction(at now: Instant) -> EngineAction? {
        while let first, first.due <= now {
            settle(first.index, at: now)
            guard let next = runs[first.index].next(limits, awakeUntil: awakeUntil), next.due <= now else {
                continue
            }
            let app = runs[first.index].app
            switch next.step {
            case .resume:
                runs[first.index].isSuspended = false
                return .resume(app)
            case .suspend:
                runs[first.index].isSuspended = true
                return .suspend(app)
            case .expire:
                runs[first.index].expired += 1
                return .expiring(openTasks(of: app)[runs[first.index].expired - 1])
            case .terminate:
                defer { stop(app) }
                return .terminate(app, leftOpen: openTasks(of: app))
            }
        }
        return nil
    }

    /// When to call ``nextAction(at:)`` if nothing happens before: `now` if there is an action, nil for never.
    func nextTime(at now: Instant) -> Instant? {
        guard let due = first?.due, due < .distantFuture else { return nil }
        return max(due, now)
    }

    /// The app whose next step is due first.
    private var first: (index: Int, due: Instant)? {
        var first: (index: Int, due: Instant)?
        for index in runs.indices {
            guard let due = runs[index].next(limits, awakeUntil: awakeUntil)?.due else { continue }
            if let other = first?.due, other <= due { continue }
            first = (index, due)
        }
        return first
    }

    // MARK: Time

    /// Moves all times with a clock that was set back.
    mutating func clockWentBack(from old: Instant, to new: Instant) {
        awakeUntil = awakeUntil.moved(from: old, to: new)
        for index in runs.indices { runs[index].move(from: old, to: new) }
    }

    private mutating func settle(_ index: Int, at now: Instant) {
        runs[index].settle(to: now, limits, awakeUntil: awakeUntil)
    }

    /// The index of the app, which begins to run if it did not.
    private mutating func start(_ app: AppID, at now: Instant) -> Int {
        let index = runs.index(of: app, inserting: AppRun(app: app))
        settle(index, at: now)
        return index
    }
}

extension TaskService: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&runs)
        try coder.code(&tasks)
        try coder.code(&begun)
        try coder.code(&awakeUntil)
        guard Coder.isReader else { return }
        try coder.check(runs.isInOrder)
        var last: UInt64 = 0
        for task in tasks {
            try coder.check(task.id.number > last && task.id.number <= begun)
            last = task.id.number
            guard let index = runs.index(of: task.app) else { return try coder.check(false) }
            runs[index].open += 1
        }
        try coder.check(runs.allSatisfy { $0.expired >= 0 && $0.expired <= $0.open })
    }

    /// Whether each app is registered, and the user has not quit it.
    func agrees(with apps: AppTable) -> Bool {
        runs.allSatisfy { apps.contains($0.app) && !apps.isQuit($0.app) }
    }
}

extension TaskService.OpenTask: SnapshotElement {
    static var blank: Self { Self(id: BackgroundTaskID(0), app: .blank) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var number = id.number
        try coder.code(&number)
        id = BackgroundTaskID(number)
        try coder.code(&app)
    }
}
