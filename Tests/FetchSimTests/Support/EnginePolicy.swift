import FetchSched

@testable import FetchSim

/// The engine in the place of a rival, by its public calls: where apps do nothing but fetch, its replay is that of the engine.
struct EnginePolicy: Policy {
    private var engine: FetchEngine

    init(configuration: FetchConfiguration, seed: UInt64) {
        engine = FetchEngine(unchecked: configuration, seed: seed)
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        while engine.appCount <= app.index { _ = engine.register(.never, at: now) }
        try? engine.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        try? engine.observe(observation, at: now)
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        engine.isFetchingAllowed = true
        while let action = engine.nextAction(at: now) {
            if case .fetch(let app) = action { return app }
        }
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        try? engine.completeFetch(of: fetch.app, with: fetch.outcome, bytes: fetch.bytes, at: now)
    }

    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool {
        try? engine.requestFetch(of: app, at: now)
        return false
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { engine.nextDeadline(after: now) }
}

extension PolicyRun {
    /// The family's policy for this run, or the engine in its place.
    func policy(of family: PolicyFamily) -> any Policy {
        family.policy?(setup) ?? EnginePolicy(configuration: adopted, seed: setup.seed)
    }
}
