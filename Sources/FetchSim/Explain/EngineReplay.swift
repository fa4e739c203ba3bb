import FetchSched

/// Replays one device's trace under the engine up to a moment, and asks it there about its apps.
///
/// The engine is set up as the policy `adaptive` of a ``Bench`` with the same radio, value and seed is, so what
/// it explains is what that one does.
package struct EngineReplay: Sendable {
    package var trace: DeviceTrace
    package var radio: RadioProfile
    package var rules: SimulationRules
    package var valueJoules: Double
    /// Where the engine's randomness comes from; a ``Bench`` gives its n-th device, from 0, its seed plus n.
    package var seed: UInt64
    /// The engine's settings, apart from radio and value.
    package var configuration = Configuration()

    package struct Answer: Sendable {
        package let app: String
        /// Why it would be fetched or not.
        package let explanation: Explanation
        /// Other background work that is held back, and why.
        package let held: [HeldWork]
        package let lastFetch: RecordedFetch?
        /// Why it is being fetched at that moment, if it is.
        package let underWay: FetchDecision?
    }

    package init(
        trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules = SimulationRules(),
        valueJoules: Double, seed: UInt64
    ) {
        self.trace = trace
        self.radio = radio
        self.rules = rules
        self.valueJoules = valueJoules
        self.seed = seed
    }

    /// Explains the apps of those numbers (all by default) at `moment`, after everything that happens up to and
    /// including it.
    ///
    /// - Complexity: that of the replay, and O(apps x steps of the plan).
    package func answers(at moment: Instant, apps: [Int]? = nil) -> [Answer] {
        var configuration = configuration
        configuration.adopt(radio, rules: rules, valueJoules: valueJoules)
        let engine = AdaptivePolicy(configuration: configuration, seed: seed)
        var simulation = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, policy: engine, configuration: configuration,
            recordFetches: true)
        simulation.run(through: moment)
        var lastFetches: [Int: RecordedFetch] = [:]
        for fetch in simulation.decider.fetches ?? [] { lastFetches[fetch.fetch.app.index] = fetch }
        let asked = (apps ?? Array(trace.appNames.indices)).filter { trace.appNames.indices.contains($0) }
        let explanations = simulation.policy.scheduler.explanations(
            of: asked.map { AppID($0) }, at: moment)
        return explanations.map { explanation in
            let app = explanation.app.index
            return Answer(
                app: trace.appNames[app], explanation: explanation,
                held: simulation.engine.heldWork(
                    of: AppID(app), at: moment, isBudgetSpent: simulation.policy.isBudgetSpent),
                lastFetch: lastFetches[app],
                underWay: simulation.decider.decision(of: AppID(app)))
        }
    }
}
