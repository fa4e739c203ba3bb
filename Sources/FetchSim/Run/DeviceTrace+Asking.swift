import FetchSched

extension DeviceTrace {
    /// Asks `policy` through the whole trace, and gives it as it is then.
    package func asking<P: Policy>(_ policy: P, radio: RadioProfile, rules: SimulationRules) -> P {
        var simulation = DeviceSimulation(trace: self, radio: radio, rules: rules, rival: policy)
        _ = simulation.run()
        return simulation.rival.policy as? P ?? policy
    }
}
