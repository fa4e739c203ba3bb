import FetchSched

/// Replays one device's trace under the engine up to a moment, and asks it there about its apps.
///
/// The engine is set up as the policy `adaptive` of a ``Bench`` with the same radio, value and seed is, so what
/// it explains is what that one does.
public struct EngineReplay: Sendable {
    /// The device.
    public var trace: DeviceTrace
    /// The radio.
    public var radio: RadioProfile
    /// The rules.
    public var rules: SimulationRules
    /// Worth of a fresh launch, in joules.
    public var valueJoules: Double
    /// Where the engine's randomness comes from; a ``Bench`` gives its n-th device, from 0, its seed plus n.
    public var seed: UInt64
    /// What the engine starts from, but for radio and value.
    public var configuration = Configuration()

    /// An app, explained.
    public struct Answer: Sendable {
        /// The app's id in the trace.
        public let app: String
        /// Why it would be fetched or not.
        public let explanation: Explanation
        /// Its other background work that is not done, and why.
        public let held: [HeldWork]
        /// Its last finished fetch, if there was one.
        public let lastFetch: RecordedFetch?
        /// Why it is being fetched at that moment, if it is.
        public let underWay: FetchDecision?
    }

    /// Makes a replay.
    public init(
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
    public func answers(at moment: Instant, apps: [Int]? = nil) -> [Answer] {
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
