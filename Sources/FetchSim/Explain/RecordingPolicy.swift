import FetchSched

/// Does what another policy does, and keeps a record of the fetches.
struct RecordingPolicy<Base: Policy>: Policy {
    private(set) var base: Base
    /// Every finished fetch, in order of time.
    private(set) var fetches: [RecordedFetch] = []
    /// Why the fetches under way were decided on.
    private var underWay: [(app: AppID, decision: FetchDecision?)] = []

    init(_ base: Base) {
        self.base = base
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        base.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: Instant) {
        base.observe(observation, at: now)
    }

    mutating func nextFetch(at now: Instant) -> AppID? {
        guard let app = base.nextFetch(at: now) else { return nil }
        underWay.append((app, base.lastDecision))
        return app
    }

    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: Instant) -> Bool {
        guard base.startPushFetch(of: app, isAllowed: isAllowed, at: now) else { return false }
        underWay.append((app, base.lastDecision))
        return true
    }

    func limitPushes(_ limits: inout PushLimits) { base.limitPushes(&limits) }

    mutating func noteTransferred(bytes: Int64) { base.noteTransferred(bytes: bytes) }

    var isBudgetSpent: Bool { base.isBudgetSpent }

    mutating func updateBudgets(at now: Instant) { base.updateBudgets(at: now) }

    mutating func budgetReview() -> Instant? { base.budgetReview() }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {
        // What was asked for and could not be started is still there, before what was.
        fetches.append(RecordedFetch(fetch: fetch, end: now, decision: decision(of: fetch.app)))
        underWay.removeAll { $0.app == fetch.app }
        base.complete(fetch, at: now)
    }

    mutating func nextWakeup(after now: Instant) -> Instant? {
        base.nextWakeup(after: now)
    }

    var lastDecision: FetchDecision? { base.lastDecision }

    var parallelFetches: Int { base.parallelFetches }

    /// Why the fetch of that app under way was decided on; nil if there is none, or no reason.
    func decision(of app: AppID) -> FetchDecision? {
        underWay.last { $0.app == app }.flatMap { $0.decision }
    }
}
