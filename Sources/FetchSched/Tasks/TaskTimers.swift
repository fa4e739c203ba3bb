/// When each app's next step is due, and which apps keep the device awake.
///
/// In the opportunistic mode an app with a task runs as long as the device is awake, unless it has an allowance beyond
/// that. Such apps, the riders, are suspended at one and the same moment, which moves whenever the device is heard to stay
/// awake for longer. So that moment is kept once for all of them; for each there is the moment at which its time will be
/// spent if the device does stay awake.
///
/// - Complexity: O(log apps) per change; no allocation once it has grown to the largest number.
struct TaskTimers: Sendable {
    /// The next steps of all apps that have one, but riders.
    private var due = DeadlineHeap()
    /// When the time of each rider will be spent, or nearly, if the device stays awake. And the riders by number.
    private var riders = DeadlineHeap()
    private var riderSet = NumberSet()
    /// Until when those may run that would be riders otherwise.
    private var allowances = DeadlineHeap()
    /// Until when each app in the background may run without a task, the latest first.
    private var latest = NumberHeap<Latest>()
    /// The apps in the background that have an open task.
    private(set) var withTasks = NumberSet()

    private struct Latest: Comparable, Sendable {
        let moment: Instant

        static func < (one: Latest, other: Latest) -> Bool { one.moment > other.moment }
    }

    // MARK: Answers

    /// Whether no app has a next step.
    var isEmpty: Bool { due.isEmpty && riders.isEmpty }

    /// The app whose step is due first, and when. Of a rider it may be too early, if it was settled since.
    func first(awakeUntil: Instant) -> (number: Int, due: Instant)? {
        guard let spent = riders.first else { return due.first }
        // If none has spent its time before, all are suspended when the device falls asleep.
        let rider =
            spent.due < awakeUntil ? spent : (number: riderSet.next(from: 0) ?? spent.number, due: awakeUntil)
        guard let own = due.first else { return rider }
        let isOwn = own.due != rider.due ? own.due < rider.due : own.number < rider.number
        return isOwn ? own : rider
    }

    /// Whether any app in the background may run at `now` without a task.
    func anyMayRun(at now: Instant) -> Bool { latest.first.map { $0.due.moment > now } ?? false }

    // MARK: Changes

    /// Puts an app, of which all is known up to the present, where it belongs.
    mutating func place(_ app: Int, _ run: AppRun, _ limits: TaskLimits, awakeUntil: Instant) {
        if classify(app, run, limits, awakeUntil: awakeUntil) { return }
        due.set(app, to: run.next(limits, awakeUntil: awakeUntil)?.due)
    }

    /// An app whose allowance the device, awake until `end`, outlasts; nil if there is none (any more).
    mutating func popAllowance(through end: Instant) -> Int? { allowances.popFirst(dueAt: end) }

    /// Puts an app into all but ``due``.
    ///
    /// - Returns: whether it is a rider, and so not in there.
    private mutating func classify(
        _ app: Int, _ run: AppRun, _ limits: TaskLimits, awakeUntil: Instant
    ) -> Bool {
        let isBehind = run.place == .background
        latest.set(
            app, to: isBehind && run.allowedUntil > .distantPast ? Latest(moment: run.allowedUntil) : nil)
        let hasTask = isBehind && run.open > 0
        if hasTask { withTasks.insert(app) } else { withTasks.remove(app) }
        guard limits.mode == .opportunistic else { return false }
        let runs = hasTask && !run.isSuspended
        let isRider = runs && run.allowedUntil <= awakeUntil
        allowances.set(app, to: runs && !isRider ? run.allowedUntil : nil)
        riders.set(app, to: isRider ? run.spendsTime(by: limits) : nil)
        if isRider { riderSet.insert(app) } else { riderSet.remove(app) }
        if isRider { due.remove(app) }
        return isRider
    }
}

/// What is due is written as it is; the rest follows from the apps.
extension TaskTimers {
    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, _ apps: AppStates<AppRun>, _ limits: TaskLimits, awakeUntil: Instant
    ) throws(Coder.Failure) {
        try due.code(&coder, below: apps.count)
        guard Coder.isReader else { return }
        for app in apps.written { _ = classify(app, apps[app], limits, awakeUntil: awakeUntil) }
    }
}
