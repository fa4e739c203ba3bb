import FetchSched

extension DeviceTrace {
    /// Events of a host that no trace has.
    package enum Turn: Sendable {
        /// An end, and a new start from the saved state.
        case restart
        /// A calendar that is set, by so much.
        case clock(TimeSpan)
    }

    /// The journal of the engine on that device, as `bench` replays it with the defaults and that value of a fresh launch.
    ///
    /// - Parameter turns: in order of time.
    package func journal(
        valueJoules: Double, radio: RadioProfile = .lte, seed: UInt64 = 1,
        turns: [(time: FetchTime, turn: Turn)] = []
    ) -> [JournalLine] {
        let rules = SimulationRules()
        var simulation = DeviceSimulation(
            trace: self, radio: radio, rules: rules,
            configuration: FetchConfiguration(radio, rules: rules, valueJoules: valueJoules), seed: seed,
            recordJournal: true)
        for (time, turn) in turns {
            simulation.run(through: time)
            simulation.take(turn, at: time)
        }
        _ = simulation.run()
        return simulation.engine.journal ?? []
    }
}

extension DeviceSimulation {
    fileprivate mutating func take(_ turn: DeviceTrace.Turn, at now: FetchTime) {
        switch turn {
        case .restart:
            engine.restart(at: now)
            loseWork(at: now)
        case .clock(let span):
            engine.setClock(by: span, at: now)
            // So that the engine takes note of the time.
            tell(.screen(.on), at: now)
        }
        _ = act(at: now)
    }
}
