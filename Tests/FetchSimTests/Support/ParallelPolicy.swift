import FetchSched

@testable import FetchSim

/// Fetches what it was told when it was told, several apps at once.
struct ParallelPolicy: Policy {
    private var base: ScriptedPolicy
    let parallelFetches: Int
    private let isHeedful: Bool
    private var underWay: Set<AppID> = []

    /// - Parameters:
    ///   - parallelFetches: how many are under way at once, at the most.
    ///   - lawful: leaves out what an interval forbids at its moment.
    ///   - heedful: asks for no app again until its fetch has ended; so for none again that could not be fetched.
    init(
        _ plans: [Plan], atOnce parallelFetches: Int = .max, lawful: Bool = false, heedful: Bool = false
    ) {
        isHeedful = heedful
        base = ScriptedPolicy(plans, lawful: lawful)
        self.parallelFetches = parallelFetches
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        base.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: Instant) { base.observe(observation, at: now) }

    mutating func nextFetch(at now: Instant) -> AppID? {
        var app = base.nextFetch(at: now)
        while isHeedful, let asked = app, !underWay.insert(asked).inserted { app = base.nextFetch(at: now) }
        return app
    }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {
        underWay.remove(fetch.app)
        base.complete(fetch, at: now)
    }

    mutating func nextWakeup(after now: Instant) -> Instant? { base.nextWakeup(after: now) }
}
