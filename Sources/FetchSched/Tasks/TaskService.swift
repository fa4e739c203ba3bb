/// Background tasks, and how long an app may run in the background: a value that is told what happens, and says which
/// apps to suspend, to resume and to end.
///
///     var service = TaskService()
///     service.grow(to: 1)
///     service.launched(mail, at: now)
///     let task = try service.begin(mail, at: now)
///     service.enteredBackground(mail, at: now)
///     while let action = service.nextAction(at: now) { /* do it */ }
///     let timer = service.nextTime(at: now)
///     try service.end(task, at: later)
///
/// An app that enters the background has 5 s, and one that is woken has what it was woken for; then it is suspended.
/// A task lets it run on, for 10 min in all. Shortly before their end each open task's expiry callback is due, in the
/// order of begin. An app with a task left open at the end is terminated. In the foreground the time does not run, and
/// each stay there, or rest in the background, gives the whole time anew.
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
/// `F` launched, `B` entered the background; the tasks are numbers; `X` terminate, `S` suspend, `R` resume. Without a
/// task there are only the 5 s, or what the app was woken for (`W`, 10 s), unless it begins a task meanwhile:
///
///     s        0    5    10   15   20   25   30   35   40   45
///     user     B         W              W
///     begin                                  3
///     end                                            3
///     app           S              S                 S
///
/// In the opportunistic mode the time is spent only while the device is awake for other reasons (from `A` to `Z`), or
/// the app has an allowance. With a limit of 12 s and a notice of 3 s:
///
///     s        0    5    10   15   20   25
///     awake    A    Z    A    Z    A
///     begin    1
///     user     B
///     expiry                 1
///     app           S    R    S    R X
///
/// A device that never wakes spends nothing.
///
/// Apps are ``AppID``s of the scheduler; ``grow(to:)`` makes room for them. Events of apps beyond are ignored or, where
/// they have an answer, are a ``TaskError``. What was due before an event, but was not asked for, is overtaken by
/// it: a task that is ended after its time, before the host asked, has ended in time.
public struct TaskService: Sendable {
    /// How long apps may run; every span in its range.
    public let limits: TaskLimits

    var apps = AppStates(blank: AppRun())
    var tasks = Slab<OpenTask>()
    /// The slots of the open tasks by number, and which belong to one app.
    var slots = NumberedSlots()
    var lists = SlotLists()
    var begun: UInt64 = 0
    var awakeUntil = Instant.distantPast
    var clock = SteadyClock()
    /// When each app's next action is due.
    var due = DeadlineHeap()

    /// How many apps and tasks were looked at so far: the work that tests hold against what is documented.
    private(set) var looks = 0

    struct OpenTask: Sendable {
        let number: UInt64
        let app: Int32
    }

    /// Makes a service without apps.
    public init(limits: TaskLimits = TaskLimits()) {
        self.limits = limits.inRange
    }

    /// How many apps it has room for.
    public var appCount: Int { apps.count }

    /// How many tasks are open.
    public var openCount: Int { tasks.count }

    /// Makes room for the apps up to number `count`. New ones are taken to be not running.
    ///
    /// - Complexity: O(1).
    public mutating func grow(to count: Int) { apps.grow(to: count) }

    // MARK: What happens to apps

    /// The user opened the app: it runs without a limit until it enters the background.
    ///
    /// - Complexity: O(log apps).
    public mutating func launched(_ app: AppID, at now: Instant) {
        notice(now)
        guard settle(app) else { return }
        apps[app.index].launch()
        schedule(app.index)
    }

    /// The app left the foreground and has a few seconds. Ignored for apps that are not there.
    public mutating func enteredBackground(_ app: AppID, at now: Instant) {
        notice(now)
        guard settle(app), apps[app.index].place == .foreground else { return }
        apps[app.index].allow(until: clock.now + limits.enteringBackground)
        schedule(app.index)
    }

    /// The app was started or resumed in the background by the host, and may run for `span`: 10 s for a change of
    /// place, 30 s for a push or a fetch. It is suspended afterwards, unless it has begun a task.
    ///
    /// - Returns: whether it may run: not if the user quit it, nor for no time. In the foreground it may anyway.
    @discardableResult
    public mutating func wake(_ app: AppID, for span: TimeSpan, at now: Instant) -> Bool {
        notice(now)
        guard settle(app), span > .zero, apps[app.index].place != .quit else { return false }
        guard apps[app.index].place != .foreground else { return true }
        apps[app.index].allow(until: clock.now + span)
        schedule(app.index)
        return true
    }

    /// What the app was woken for until `end` is done: it may be suspended before. Ignored if it was woken for longer
    /// since.
    public mutating func endAllowance(_ app: AppID, until end: Instant, at now: Instant) {
        notice(now)
        guard settle(app) else { return }
        apps[app.index].endAllowance(until: end, at: clock.now)
        schedule(app.index)
    }

    /// The user quit the app. Its tasks end, and it is not woken until it is launched.
    ///
    /// - Complexity: O(open tasks of the app x log open tasks).
    public mutating func quit(_ app: AppID, at now: Instant) {
        notice(now)
        guard settle(app) else { return }
        stop(app.index, .quit)
    }

    /// The app ended in another way: it crashed, or the system needed its memory. Its tasks end.
    ///
    /// - Complexity: as ``quit(_:at:)``.
    public mutating func terminated(_ app: AppID, at now: Instant) {
        notice(now)
        guard settle(app), apps[app.index].place != .quit else { return }
        stop(app.index, .notRunning)
    }

    // MARK: Tasks

    /// Begins a task of an app that runs, in the foreground or in the background. A suspended app that begins one is
    /// resumed.
    ///
    /// - Throws: `unknownApp`, `notRunning`; `tooManyTasks`, `tooManyTasksInAll` beyond ``TaskLimits/mostPerApp`` and
    ///   ``TaskLimits/mostInAll``.
    /// - Complexity: O(log apps).
    public mutating func begin(_ app: AppID, at now: Instant) throws(TaskError) -> BackgroundTaskID {
        guard apps.contains(app) else { throw .unknownApp(app) }
        let place = apps[app.index].place
        guard place == .foreground || place == .background else { throw .notRunning(app) }
        guard apps[app.index].open < limits.mostPerApp else {
            throw .tooManyTasks(app, limit: limits.mostPerApp)
        }
        guard tasks.count < limits.mostInAll else { throw .tooManyTasksInAll(limit: limits.mostInAll) }
        notice(now)
        settle(app)
        begun &+= 1
        insert(OpenTask(number: begun, app: Int32(truncatingIfNeeded: app.index)))
        schedule(app.index)
        return BackgroundTaskID(begun)
    }

    /// Ends a task.
    ///
    /// - Throws: `alreadyEnded` for a second end, or one after the app's; `unknownTask`.
    /// - Complexity: O(log open tasks + log apps), amortised.
    public mutating func end(_ task: BackgroundTaskID, at now: Instant) throws(TaskError) {
        guard let slot = slots.slot(of: task.number) else {
            let wasBegun = task.number > 0 && task.number <= begun
            throw wasBegun ? .alreadyEnded(task) : .unknownTask(task)
        }
        notice(now)
        let app = Int(tasks[slot].app)
        settle(app)
        apps[app].end(slot, isTold: isTold(slot), next: lists.next(after: slot))
        remove(slot)
        schedule(app)
    }

    /// How long the app may run on: for ever (`TimeSpan.max`) in the foreground, else what is left of the time for
    /// tasks if it has one, else of what it was woken for. In the opportunistic mode this is time of running, not of
    /// the wall clock. Zero for apps that do not run or are unknown.
    ///
    /// - Complexity: O(1).
    public func timeRemaining(_ app: AppID, at now: Instant) -> TimeSpan {
        guard apps.contains(app) else { return .zero }
        var run = apps[app.index]
        run.settle(to: max(now, clock.now), limits, awakeUntil: awakeUntil)
        return run.remaining(limits)
    }

    /// The open tasks of the app, in the order of begin.
    ///
    /// - Complexity: O(open tasks of the app).
    public func openTasks(of app: AppID) -> [BackgroundTaskID] {
        var result: [BackgroundTaskID] = []
        guard apps.contains(app) else { return result }
        var next = apps[app.index].tasks.first
        while let slot = next {
            result.append(BackgroundTaskID(tasks[slot].number))
            next = lists.next(after: slot)
        }
        return result
    }

    /// Whether the app runs: in the foreground, or in the background and not suspended.
    ///
    /// - Complexity: O(1).
    public func isRunning(_ app: AppID) -> Bool {
        guard apps.contains(app) else { return false }
        return apps[app.index].isRunning
    }

    // MARK: Inside

    mutating func stop(_ app: Int, _ place: AppRun.Place) {
        while let slot = apps[app].tasks.first { remove(slot) }
        apps[app].stop(place)
        schedule(app)
    }

    mutating func insert(_ task: OpenTask) {
        looks &+= 1
        let (slot, app) = (tasks.insert(task), Int(task.app))
        slots.append(task.number, slot: slot)
        lists.append(slot, to: &apps[app].tasks)
        apps[app].begin(slot)
    }

    private mutating func remove(_ slot: Int) {
        looks &+= 1
        slots.remove(tasks[slot].number)
        lists.remove(slot, from: &apps[Int(tasks[slot].app)].tasks)
        tasks.remove(slot)
    }

    /// Whether the task's expiry callback was called: it is called in the order of begin.
    func isTold(_ slot: Int) -> Bool {
        let first = Int(apps[Int(tasks[slot].app)].firstUntold)
        return first < 0 || tasks[slot].number < tasks[first].number
    }

    /// Brings the app up to the present; false if it is unknown.
    @discardableResult
    mutating func settle(_ app: AppID) -> Bool {
        guard apps.contains(app) else { return false }
        settle(app.index)
        return true
    }

    mutating func settle(_ app: Int) {
        apps[app].settle(to: clock.now, limits, awakeUntil: awakeUntil)
    }

    mutating func schedule(_ app: Int) {
        looks &+= 1
        if let next = apps[app].next(limits, awakeUntil: awakeUntil) {
            due.set(app, to: next.due)
        } else {
            due.remove(app)
        }
    }

    /// Takes note of the host's time.
    ///
    /// - Returns: whether the clock was set back, and what is due with it.
    @inline(__always)
    @discardableResult
    mutating func notice(_ now: Instant) -> Bool {
        guard let before = clock.notice(now) else { return false }
        clockWentBack(from: before, to: now)
        return true
    }

    private mutating func clockWentBack(from before: Instant, to now: Instant) {
        awakeUntil = awakeUntil.moved(from: before, to: now)
        for index in 0..<apps.writtenCount {
            let app = apps.written(index)
            apps[app].move(from: before, to: now)
            schedule(app)
        }
    }
}
