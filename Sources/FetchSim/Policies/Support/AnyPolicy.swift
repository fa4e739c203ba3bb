import FetchSched

/// Any policy: so that the replay is compiled once for all rivals of the engine.
struct AnyPolicy: Policy {
    private(set) var base: any Policy

    init(_ base: some Policy) { self.base = base }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        base.setInterval(interval, of: app, at: now)
    }
    mutating func setAnnouncesContent(_ announces: Bool, of app: AppID) {
        base.setAnnouncesContent(announces, of: app)
    }
    mutating func observe(_ observation: FetchEvent, at now: Instant) { base.observe(observation, at: now) }
    mutating func nextFetch(at now: Instant) -> AppID? { base.nextFetch(at: now) }
    mutating func complete(_ fetch: FinishedFetch, at now: Instant) { base.complete(fetch, at: now) }
    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: Instant) -> Bool {
        base.startPushFetch(of: app, isAllowed: isAllowed, at: now)
    }
    func limitPushes(_ limits: inout PushLimits) { base.limitPushes(&limits) }
    mutating func noteTransferred(bytes: Int64) { base.noteTransferred(bytes: bytes) }
    var isBudgetSpent: Bool { base.isBudgetSpent }
    mutating func updateBudgets(at now: Instant) { base.updateBudgets(at: now) }
    mutating func budgetReview() -> Instant? { base.budgetReview() }
    mutating func nextWakeup(after now: Instant) -> Instant? { base.nextWakeup(after: now) }
    var heedsRadioFrom: Instant { base.heedsRadioFrom }
    var parallelFetches: Int { base.parallelFetches }
    var lastDecision: FetchDecision? { base.lastDecision }
}
