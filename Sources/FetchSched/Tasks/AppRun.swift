/// An app that runs, or is suspended with tasks open: the time that it has left, and its next step.
///
/// Each change comes between ``settle(to:_:awakeUntil:)``, which counts the time up to `now`, and
/// ``next(_:awakeUntil:)``, the step that follows if nothing else happens.
struct AppRun: AppOwned, SnapshotElement {
    enum Step: Sendable { case resume, expire, terminate, suspend }

    var app = AppID()
    private(set) var isInForeground = false
    var isSuspended = false
    var tasks: [BackgroundTaskID] = []
    /// Number of its first tasks whose expiry callback was called.
    var expired = 0
    /// Until when the app may run without a task.
    private var allowedUntil = FetchTime.distantPast
    /// Time that the app has run in the background with a task.
    private var spent = TimeSpan.zero
    /// Until when `spent` is counted.
    private var settled = FetchTime.distantPast

    init() {}

    init(app: AppID) { self.app = app }

    private func runsUntil(_ limits: TaskLimits, awakeUntil: FetchTime) -> FetchTime {
        guard !tasks.isEmpty else { return allowedUntil }
        return limits.mode == .classic ? .distantFuture : max(allowedUntil, awakeUntil)
    }

    mutating func settle(to now: FetchTime, _ limits: TaskLimits, awakeUntil: FetchTime) {
        defer { settled = now }
        guard !isInForeground, !isSuspended, !tasks.isEmpty else { return }
        let end = min(now, runsUntil(limits, awakeUntil: awakeUntil))
        guard end > settled else { return }
        spent = min(spent + (end - settled), limits.limit)
    }

    func next(_ limits: TaskLimits, awakeUntil: FetchTime) -> (step: Step, due: FetchTime)? {
        guard !isInForeground else { return nil }
        let end = runsUntil(limits, awakeUntil: awakeUntil)
        if isSuspended { return end > settled ? (.resume, settled) : nil }
        // Apps that run only while the device is awake stop together, even if the host calls late.
        let isBound = limits.mode == .opportunistic && !tasks.isEmpty && allowedUntil <= awakeUntil
        let latest = isBound ? awakeUntil : .distantFuture
        if !tasks.isEmpty {
            let isExpiring = tasks.count > expired
            let rest = limits.limit - spent
            let due = settled + max(.zero, isExpiring ? rest - limits.notice : rest)
            if due <= end || spent >= limits.limit {
                return (isExpiring ? .expire : .terminate, min(due, latest))
            }
        }
        return (.suspend, min(max(settled, end), latest))
    }

    func remaining(_ limits: TaskLimits) -> TimeSpan {
        if isInForeground { return .max }
        return !tasks.isEmpty ? limits.limit - spent : max(.zero, allowedUntil - settled)
    }

    mutating func launch() {
        (isInForeground, isSuspended) = (true, false)
        (allowedUntil, spent, expired) = (.distantPast, .zero, 0)
    }

    mutating func allow(until end: FetchTime) {
        (isInForeground, isSuspended) = (false, false)
        allowedUntil = max(allowedUntil, end)
    }

    /// Ends the time until `end`, unless the app may run longer for another reason.
    mutating func endAllowance(until end: FetchTime, at now: FetchTime) {
        if allowedUntil == end { allowedUntil = min(end, now) }
    }

    mutating func move(from old: FetchTime, to new: FetchTime) {
        settled = settled.moved(from: old, to: new)
        allowedUntil = allowedUntil.moved(from: old, to: new)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app, &isInForeground, &isSuspended, &tasks)
        try coder.code(&expired, &allowedUntil, &spent, &settled)
        try coder.check(spent >= .zero && expired >= 0 && expired <= tasks.count)
    }
}
