import FetchSched

/// Facts for a policy before anything happens.
public struct PolicySetup: Sendable {
    /// The radio.
    public let radio: RadioProfile
    /// The rules of the simulation.
    public let rules: SimulationRules
    /// Value of a fresh launch, in joules.
    public let valueJoules: Double
    /// Parameters that were set in the policy's name.
    public let settings: PolicySettings
    /// Where its randomness comes from.
    public let seed: UInt64
}

/// One device to be replayed under one policy.
package struct PolicyRun: Sendable {
    package let trace: DeviceTrace
    package let setup: PolicySetup
    /// The engine's settings; radio, value and fetch limit are those of the run.
    var configuration = FetchConfiguration()
    /// Whether to record every fetch, in addition to the measurements.
    var recordsFetches = false
    var recordsTimeline = false

    /// The engine's settings on the run's radio, under its rules and at its value.
    var adopted: FetchConfiguration {
        var adopted = configuration
        adopted.adopt(setup.radio, rules: setup.rules, valueJoules: setup.valueJoules)
        return adopted
    }

    /// The engine as configured, but for what `change` and then the policy's own settings say.
    func replayEngine(_ change: (inout FetchConfiguration) -> Void = { _ in }) -> PolicyReplay {
        var configuration = adopted
        change(&configuration)
        setup.settings.apply(to: &configuration)
        return replay(nil, configuration)
    }

    package func replay(_ rival: AnyPolicy) -> PolicyReplay { replay(rival, adopted) }

    private func replay(_ rival: AnyPolicy?, _ configuration: FetchConfiguration) -> PolicyReplay {
        var simulation = DeviceSimulation(
            trace: trace, radio: setup.radio, rules: setup.rules, rival: rival,
            configuration: configuration, seed: setup.seed,
            recordFetches: recordsFetches, recordTimeline: recordsTimeline)
        var replay = PolicyReplay(metrics: simulation.run(), fetches: simulation.record.fetches ?? [])
        if recordsTimeline { replay.timeline = DeviceTimeline(simulation) }
        return replay
    }
}

/// Results of one device's replay under one policy.
package struct PolicyReplay: Sendable {
    package var metrics = DeviceMetrics()
    /// Every finished fetch, warm-up included, if they were to be recorded.
    var fetches: [RecordedFetch] = []
    /// All that happened, if it was to be recorded.
    package internal(set) var timeline: DeviceTimeline?
    #if !hasFeature(Embedded)
        /// The error that stopped the policy's decisions; the other fields mean nothing then.
        package var failure: (any Error)?
    #endif

    package init(metrics: DeviceMetrics = DeviceMetrics(), fetches: [RecordedFetch] = []) {
        self.metrics = metrics
        self.fetches = fetches
    }

    #if !hasFeature(Embedded)
        /// The replay itself, if the policy decided to the end.
        func checked() throws -> PolicyReplay {
            if let failure { throw failure }
            return self
        }
    #endif
}

extension PolicyRun {
    /// The device under the engine, as the policy `adaptive` of a ``Bench`` with the same settings has it.
    package init(
        engineOn trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules = SimulationRules(),
        valueJoules: Double, seed: UInt64, configuration: FetchConfiguration = FetchConfiguration()
    ) {
        let setup = PolicySetup(
            radio: radio, rules: rules, valueJoules: valueJoules, settings: PolicySettings(.adaptive),
            seed: seed)
        self.init(trace: trace, setup: setup, configuration: configuration)
    }

    package var engineMetrics: DeviceMetrics { replayEngine().metrics }

    /// The device under a policy with those settings, as a ``Bench`` has it, with a timeline.
    package init(
        _ policy: PolicyFamily, _ settings: [String: Double], on trace: DeviceTrace, radio: RadioProfile,
        rules: SimulationRules, valueJoules: Double, seed: UInt64, configuration: FetchConfiguration
    ) {
        let setup = PolicySetup(
            radio: radio, rules: rules, valueJoules: valueJoules, settings: PolicySettings(policy, settings),
            seed: trace.seed(in: seed))
        self.init(trace: trace, setup: setup, configuration: configuration)
        recordsTimeline = true
    }
}
