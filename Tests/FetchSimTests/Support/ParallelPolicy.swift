import FetchSched

@testable import FetchSim

/// Fetches what it was told when it was told, several apps at once.
struct ParallelPolicy: Policy {
    private var base: ScriptedPolicy
    let parallelFetches: Int

    /// - Parameters:
    ///   - parallelFetches: how many are under way at once, at the most.
    ///   - lawful: leaves out what an interval forbids at its moment.
    init(_ plans: [Plan], atOnce parallelFetches: Int = .max, lawful: Bool = false) {
        base = ScriptedPolicy(plans, lawful: lawful)
        self.parallelFetches = parallelFetches
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        base.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) { base.observe(observation, at: now) }

    mutating func nextFetch(at now: FetchTime) -> AppID? { base.nextFetch(at: now) }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) { base.complete(fetch, at: now) }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { base.nextWakeup(after: now) }
}
