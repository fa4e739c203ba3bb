import FetchSched

extension DeviceTrace {
    /// The journal of the engine on that device, as `bench` replays it with the defaults and that value of a fresh launch.
    package func journal(valueJoules: Double, radio: RadioProfile = .lte, seed: UInt64 = 1) -> [JournalLine] {
        let rules = SimulationRules()
        var simulation = DeviceSimulation(
            trace: self, radio: radio, rules: rules,
            configuration: Configuration(radio, rules: rules, valueJoules: valueJoules), seed: seed,
            recordJournal: true)
        _ = simulation.run()
        return simulation.engine.journal ?? []
    }
}
