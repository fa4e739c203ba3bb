import FetchSched

/// One device's replay under the engine, as the policy `adaptive` of a ``Bench`` with the same settings does it.
public struct EngineTrial: Sendable {
    /// The device.
    public var trace: DeviceTrace
    /// The radio.
    public var radio: RadioProfile
    /// The rules.
    public var rules: SimulationRules
    /// Worth of a fresh launch, in joules.
    public var valueJoules: Double
    /// Where the engine's randomness comes from; a ``Bench`` gives a device its seed plus a number from the device's
    /// name.
    public var seed: UInt64

    /// Makes a trial.
    public init(
        trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules, valueJoules: Double, seed: UInt64
    ) {
        self.trace = trace
        self.radio = radio
        self.rules = rules
        self.valueJoules = valueJoules
        self.seed = seed
    }

    /// Replays the engine as configured, but for its radio and worth of a launch, which are those of the trial.
    public func run(_ configuration: Configuration) -> DeviceMetrics {
        let run = PolicyRun(
            trace: trace, radio: radio, rules: rules, valueJoules: valueJoules,
            settings: PolicySettings(.adaptive), seed: seed, configuration: configuration)
        return run.replayEngine().metrics
    }
}
