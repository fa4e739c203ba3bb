import FetchSched

/// One device to be replayed under one policy.
struct PolicyRun: Sendable {
    let trace: DeviceTrace
    let radio: RadioProfile
    let rules: SimulationRules
    let valueJoules: Double
    let settings: PolicySettings
    let seed: UInt64
    /// What the engine starts from; its radio, value and fetch limit are those of the run.
    var configuration = Configuration()
    /// Whether to record every fetch, beside the measurements.
    var recordsFetches = false
    /// What is done with the policy instead of the replay: for tests that ask it themselves.
    var instead: (@Sendable (any Policy) -> Void)?

    /// The engine as configured, but for what `change` and then the policy's own settings say.
    func replayEngine(
        oracle: TruthFeed? = nil, _ change: (inout Configuration) -> Void = { _ in }
    ) -> PolicyReplay {
        var configuration = configuration
        configuration.adopt(radio, rules: rules, valueJoules: valueJoules)
        change(&configuration)
        for parameter in Parameter.all {
            guard let value = settings.explicit[parameter.name] else { continue }
            // Ranges were checked when the policy was named.
            try? parameter.set(value, in: &configuration)
        }
        return replay(
            AdaptivePolicy(configuration: configuration, seed: seed, oracle: oracle),
            configuration: configuration)
    }

    /// - Parameter configuration: what has the limits of the background work beside the fetches, if not that of the
    ///   run.
    func replay<P: Policy>(_ policy: P, configuration: Configuration? = nil) -> PolicyReplay {
        if let instead {
            instead(policy)
            return PolicyReplay()
        }
        let configuration = configuration ?? ofWork
        if recordsFetches {
            var simulation = DeviceSimulation(
                trace: trace, radio: radio, rules: rules, policy: RecordingPolicy(policy),
                configuration: configuration)
            return PolicyReplay(metrics: simulation.run(), fetches: simulation.policy.fetches)
        }
        var simulation = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, policy: policy,
            configuration: configuration)
        return PolicyReplay(metrics: simulation.run())
    }
}

extension PolicyRun {
    /// The configuration of the run, on its radio.
    private var ofWork: Configuration {
        var result = configuration
        result.adopt(radio, rules: rules, valueJoules: valueJoules)
        return result
    }
}

/// What one device's replay under one policy gave.
struct PolicyReplay: Sendable {
    var metrics = DeviceMetrics()
    /// Every finished fetch, warm-up included, if they were to be recorded.
    var fetches: [RecordedFetch] = []
}
