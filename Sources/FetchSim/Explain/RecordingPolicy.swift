import FetchSched

/// Does what another policy does, and keeps a record of the fetches.
struct RecordingPolicy<Base: Policy>: Policy {
    private(set) var base: Base
    /// Every finished fetch, in order of time.
    private(set) var fetches: [RecordedFetch] = []
    /// Why the fetch under way was decided on; nil if there is none, or no reason.
    private(set) var decision: FetchDecision?
    /// How often it was told something, by now and when the fetch under way was decided on.
    private var turns = (now: 0, ofDecision: 0)

    init(_ base: Base) {
        self.base = base
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        turns.now += 1
        base.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: Observation, at now: Instant) {
        turns.now += 1
        base.observe(observation, at: now)
    }

    mutating func nextFetch(at now: Instant) -> AppID? {
        guard let app = base.nextFetch(at: now) else { return nil }
        decision = base.lastDecision
        turns.ofDecision = turns.now
        return app
    }

    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: Instant) -> Bool {
        guard base.startPushFetch(of: app, isAllowed: isAllowed, at: now) else { return false }
        decision = base.lastDecision
        turns.ofDecision = turns.now
        return true
    }

    mutating func noteTransferred(bytes: Int64) { base.noteTransferred(bytes: bytes) }

    var budgetIsSpent: Bool { base.budgetIsSpent }

    mutating func updateBudgets(at now: Instant) { base.updateBudgets(at: now) }

    mutating func budgetReview() -> Instant? { base.budgetReview() }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {
        fetches.append(
            RecordedFetch(fetch: fetch, end: now, decision: decision, turn: turns.ofDecision))
        turns.now += 1
        decision = nil
        base.complete(fetch, at: now)
    }

    mutating func nextWakeup(after now: Instant) -> Instant? {
        base.nextWakeup(after: now)
    }

    var lastDecision: FetchDecision? { base.lastDecision }
}
