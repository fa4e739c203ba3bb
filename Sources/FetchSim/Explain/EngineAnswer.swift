import FetchSched

/// The engine's decision about an app at a moment of a replay.
package struct EngineAnswer: Sendable {
    package let app: String
    /// Why it would be fetched or not.
    package let explanation: FetchExplanation
    /// Other background work that is held back, and why.
    package let held: [HeldWork]
    package let lastFetch: RecordedFetch?
    /// Why it is being fetched at that moment, if it is.
    package let underWay: FetchDecision?
}

extension PolicyRun {
    /// Replays the device under the engine up to `moment`, everything that happens then included, and explains the apps
    /// of those numbers there (all by default).
    ///
    /// - Complexity: that of the replay, and O(apps x steps of the plan).
    package func answers(at moment: FetchTime, apps: [Int]? = nil) -> [EngineAnswer] {
        var simulation = DeviceSimulation(
            trace: trace, radio: setup.radio, rules: setup.rules,
            configuration: adopted, seed: setup.seed, recordFetches: true)
        simulation.run(through: moment)
        var lastFetches: [Int: RecordedFetch] = [:]
        for fetch in simulation.record.fetches ?? [] { lastFetches[fetch.app] = fetch }
        let requested = (apps ?? Array(trace.appNames.indices)).filter { trace.appNames.indices.contains($0) }
        return requested.compactMap { app in
            guard let explanation = try? simulation.engine.live.explain(AppID(app), at: moment) else {
                return nil
            }
            return EngineAnswer(
                app: trace.appNames[app], explanation: explanation,
                held: simulation.engine.live.heldWork(of: AppID(app), at: moment),
                lastFetch: lastFetches[app],
                underWay: simulation.record.decision(of: AppID(app)))
        }
    }
}
