import FetchSched

/// Decides when jobs that could run do run.
struct JobBatching: Sendable {
    typealias Moment = @Sendable (_ app: Int, _ state: JobPolicyState, _ now: FetchTime) -> FetchTime

    /// How many jobs that could wait run although none is urgent.
    let size: @Sendable (JobPolicyState) -> Int
    /// From when on the job may run, whatever its window says; `distantPast` if the window is all that matters.
    var allowedFrom: Moment = { _, _, _ in .distantPast }
    /// From when on the app's job waits for no others, and takes along all that could run; `distantPast` if it never
    /// waits, `distantFuture` if it always does.
    let urgentFrom: Moment
}

/// An Android device's record of its jobs.
struct JobPolicyState: Sendable {
    fileprivate(set) var times = AppTimes()
    fileprivate(set) var jobs: [PeriodicJob] = []
    fileprivate(set) var quotas: [JobQuota] = []
    fileprivate(set) var buckets = StandbyBuckets()
    fileprivate(set) var launches: [LaunchHistory] = []
    fileprivate(set) var network = NetworkPath.cellular
    /// End of the last radio activity, own or not.
    fileprivate(set) var activeUntil = FetchTime.distantPast
}

/// Android's JobScheduler: one periodic job per app, with standby buckets, quotas, back-off and batching.
///
///     radio     |        |                       |
///     A ready     .......F
///     B ready          ..F   ........................F (own wakeup: held back for as long as may be)
///
/// Radio activity runs every job that is ready; without it a ``JobBatching`` decides when those that are run. A use of
/// the app does not put its job off: Android is not told what an app does in the foreground. Doze, charging and idle
/// constraints are left out. A custom interval longer than the period is the app's period.
struct JobPolicy: Policy {
    private let batching: JobBatching
    private let period: TimeSpan
    private let flex: Double
    private var state = JobPolicyState()
    /// Apps whose jobs are to run now, the next one last.
    private var batch: [Int] = []
    private var radioIsActive = false
    /// When to look again, nil until it is worked out.
    private var nextLook: FetchTime?

    init(_ batching: JobBatching, _ settings: PolicySettings) {
        self.batching = batching
        period = settings.span("period")
        flex = settings["flex"]
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        nextLook = nil
        state.times.setInterval(interval, of: app, at: now)
        state.buckets.register(app.index, at: now)
        let wanted = interval.period(atLeast: period)
        let job = PeriodicJob(period: wanted, flex: flex, at: now)
        if state.jobs.count <= app.index {
            state.jobs.append(job)
            state.quotas.append(JobQuota())
            state.launches.append(LaunchHistory())
        } else {
            state.jobs[app.index] = job
        }
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        state.times.observe(observation, at: now)
        state.buckets.observe(observation, at: now)
        switch observation {
        case .launch(let app):
            state.launches[app.index].launched(at: now)
            nextLook = nil
        case .endOfUse: nextLook = nil
        case .network(let network):
            state.network = network
            nextLook = nil
        case .radio(_, let until):
            state.activeUntil = max(state.activeUntil, until)
            radioIsActive = true
        default: break
        }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        if batch.isEmpty, state.network != .none, radioIsActive || look(at: now) <= now {
            batch = decide(at: now)
            nextLook = nil
        }
        radioIsActive = false
        while let app = batch.popLast() {
            guard state.network != .none, isReady(app, at: now) else { continue }
            nextLook = nil
            return state.times.start(app)
        }
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        nextLook = nil
        let app = fetch.app.index
        state.times.complete(fetch, at: now)
        state.quotas[app].ran(from: fetch.start, to: now)
        state.jobs[app].ran(fetch.outcome, at: now)
        state.activeUntil = max(state.activeUntil, now)
    }

    /// Jobs of a batch run at the same time. JobScheduler's limit grows with a device's memory; 16 is an assumption.
    var parallelFetches: Int { 16 }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        state.network == .none ? nil : look(at: now)
    }

    // MARK: Decisions

    /// The apps whose jobs run now, last first.
    private mutating func decide(at now: FetchTime) -> [Int] {
        let ready = state.jobs.indices.filter { isReady($0, at: now) }
        guard !ready.isEmpty else { return [] }
        let isUrgent = ready.contains { batching.urgentFrom($0, state, now) <= now }
        if radioIsActive || isUrgent || ready.count >= batching.size(state) { return ready.reversed() }
        for app in ready where state.jobs[app].heldSince == nil { state.jobs[app].heldSince = now }
        return []
    }

    private func isReady(_ app: Int, at now: FetchTime) -> Bool {
        isIdle(app) && readyFrom(app, at: now) <= now
    }

    /// Whether the app is neither in use nor its job under way.
    private func isIdle(_ app: Int) -> Bool {
        !state.times[app].inForeground && !state.times[app].isUnderWay
    }

    /// From when on the job could run, as things stand.
    private func readyFrom(_ app: Int, at now: FetchTime) -> FetchTime {
        let allowed = max(state.times.allowedFrom(app), state.jobs[app].earliest)
        if allowed > now { return allowed }
        let quota = state.quotas[app].allowedFrom(state.buckets.bucket(app, at: now), at: now)
        return max(quota, batching.allowedFrom(app, state, now))
    }

    /// When something may change by itself: a job becomes ready, or has been held back for long enough.
    private mutating func look(at now: FetchTime) -> FetchTime {
        if let nextLook { return nextLook }
        var first = FetchTime.distantFuture
        for app in state.jobs.indices where isIdle(app) {
            let ready = readyFrom(app, at: now)
            let isHeld = ready <= now && state.jobs[app].heldSince != nil
            first = min(first, isHeld ? batching.urgentFrom(app, state, now) : ready)
        }
        nextLook = first
        return first
    }
}
