import FetchSched

extension PolicyChoice {
    /// One device's replay under this policy alone: what a ``Bench`` measures of it, without the bound and the replay
    /// without fetches that it does besides.
    ///
    /// - Parameters:
    ///   - valueJoules: Worth of a fresh launch, in joules, for policies that heed it.
    ///   - seed: Where randomness comes from; a ``Bench`` gives its n-th device, from 0, its seed plus n.
    /// - Returns: nil for `clairvoyant`, which is no policy that could be replayed, and where a program did not decide
    ///   to the end.
    public func replay(
        _ trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules = SimulationRules(),
        valueJoules: Double = 20, seed: UInt64 = 1
    ) -> DeviceMetrics? {
        let run = PolicyRun(
            trace: trace, radio: radio, rules: rules, valueJoules: valueJoules, settings: settings, seed: seed
        )
        return try? kind?.replay(run).checked().metrics
    }
}
