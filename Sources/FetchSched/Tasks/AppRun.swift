/// One app as the task service sees it: where it is, what it may still run, and what comes next.
///
/// ``settle(to:_:awakeUntil:)`` brings `spent` up to a moment; ``next(_:awakeUntil:)`` says what comes after it if
/// nothing else happens. All changes are made between the two.
struct AppRun: Equatable, Sendable {
    enum Place: UInt8, Sendable {
        /// Never started, or terminated. It may be started in the background.
        case notRunning
        /// Quit by the user. It is not started in the background.
        case quit
        case foreground
        case background
    }

    /// What happens to an app in the background by itself.
    enum Step: Sendable {
        case resume, expire, terminate, suspend
    }

    var place = Place.notRunning
    /// Whether the host was told to suspend it, and not to resume it since.
    var isSuspended = false
    /// Until when it may run without a task.
    var allowedUntil = Instant.distantPast
    /// What it has spent of the time for tasks.
    private(set) var spent = TimeSpan.zero
    /// Until when that is reckoned.
    private(set) var settled = Instant.distantPast
    /// How many of its tasks are open, and for how many of these the expiry callback was not called.
    private(set) var open = 0
    private(set) var untold = 0
    /// Its open tasks, in the order of begin.
    var tasks = SlotLists.List()
    /// The first of the tasks whose callback was not called; it was called for those before it alone.
    private(set) var firstUntold: Int32 = -1

    /// Until when it runs in the background, if nothing happens before.
    private func runsUntil(_ limits: TaskLimits, awakeUntil: Instant) -> Instant {
        guard open > 0 else { return allowedUntil }
        return limits.mode == .classic ? .distantFuture : max(allowedUntil, awakeUntil)
    }

    /// Counts the time that it ran in the background with a task.
    mutating func settle(to now: Instant, _ limits: TaskLimits, awakeUntil: Instant) {
        defer { settled = now }
        guard place == .background, !isSuspended, open > 0 else { return }
        let end = min(now, runsUntil(limits, awakeUntil: awakeUntil))
        guard end > settled else { return }
        spent = min(spent + (end - settled), limits.limit)
    }

    /// What comes next by itself, and when; nil for nothing.
    func next(_ limits: TaskLimits, awakeUntil: Instant) -> (step: Step, due: Instant)? {
        guard place == .background else { return nil }
        let end = runsUntil(limits, awakeUntil: awakeUntil)
        if isSuspended { return end > settled ? (.resume, settled) : nil }
        if open > 0 {
            let due = spendsTime(by: limits)
            if due <= end || spent >= limits.limit { return (untold > 0 ? .expire : .terminate, due) }
        }
        return (.suspend, max(settled, end))
    }

    /// When its time for tasks will be spent, or nearly, if it runs until then.
    func spendsTime(by limits: TaskLimits) -> Instant {
        let rest = limits.limit - spent
        return settled + max(.zero, untold > 0 ? rest - limits.notice : rest)
    }

    /// What it has left: of the time for tasks with a task, else of its allowance.
    func remaining(_ limits: TaskLimits) -> TimeSpan {
        switch place {
        case .foreground: .max
        case .background: open > 0 ? limits.limit - spent : max(.zero, allowedUntil - settled)
        case .notRunning, .quit: .zero
        }
    }

    /// Whether it runs now.
    var isRunning: Bool { place == .foreground || (place == .background && !isSuspended) }

    /// The user opened it: the time begins anew, and so do the expiry callbacks.
    mutating func launch() {
        place = .foreground
        isSuspended = false
        allowedUntil = .distantPast
        spent = .zero
        untold = open
        firstUntold = Int32(truncatingIfNeeded: tasks.first ?? -1)
    }

    /// It began a task, the last of its list.
    mutating func begin(_ slot: Int) {
        open += 1
        untold += 1
        if firstUntold < 0 { firstUntold = Int32(truncatingIfNeeded: slot) }
    }

    /// A task of its list ends, after which there is `next`.
    mutating func end(_ slot: Int, isTold: Bool, next: Int?) {
        open -= 1
        untold -= isTold ? 0 : 1
        if firstUntold == slot { firstUntold = Int32(truncatingIfNeeded: next ?? -1) }
    }

    /// The expiry callback of the first untold task is called; then comes `next`.
    mutating func tellFirst(next: Int?) {
        untold -= 1
        firstUntold = Int32(truncatingIfNeeded: next ?? -1)
    }

    /// It may run in the background for a reason of its own until `end`.
    mutating func allow(until end: Instant) {
        // An app that had come to rest has its time for tasks anew; one between two chunks has not.
        if place == .notRunning || (isSuspended && open == 0) { spent = .zero }
        place = .background
        isSuspended = false
        allowedUntil = max(allowedUntil, end)
    }

    /// What it was allowed until `end` for is done.
    mutating func endAllowance(until end: Instant, at now: Instant) {
        if place == .background, allowedUntil == end { allowedUntil = min(end, now) }
    }

    /// It runs no more.
    mutating func stop(_ place: Place) {
        self = AppRun(place: place)
    }

    /// The clock was set back.
    mutating func move(from old: Instant, to new: Instant) {
        settled = settled.moved(from: old, to: new)
        allowedUntil = allowedUntil.moved(from: old, to: new)
    }
}

/// Its open tasks are counted by the service.
extension AppRun: SnapshotElement {
    static var blank: AppRun { AppRun() }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&place)
        try coder.code(&isSuspended)
        try coder.code(&allowedUntil)
        try coder.code(&spent)
        try coder.code(&settled)
        try coder.check(spent >= .zero)
    }
}
