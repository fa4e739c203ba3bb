import FetchSched

extension PolicyFamily {
    package static let adaptive = PolicyFamily(
        engine: "adaptive", "the fetchsched engine", changeOfForecasts: { _ in }
    ) { $0.replayEngine() }

    static let budget = PolicyFamily(
        engine: "budget", "the engine with a daily energy budget",
        [PolicyParameter("joulesPerDay", 10, "J/day", in: 1...1e9, "energy that fetches may use")],
        sweep: [1, 2, 5, 10, 20, 50, 100, 200, 500]
    ) { run in
        run.replayEngine { $0.budget.joulesPerDay = run.setup.settings["joulesPerDay"] }
    }
}

extension FetchConfiguration {
    /// The engine with its defaults, on that radio and at that value of a fresh launch.
    init(_ radio: RadioProfile, rules: SimulationRules, valueJoules: Double) {
        self.init()
        adopt(radio, rules: rules, valueJoules: valueJoules)
    }

    /// A copy for that radio, those rules and that value of a fresh launch.
    mutating func adopt(_ radio: RadioProfile, rules: SimulationRules, valueJoules: Double) {
        self.valueJoules = valueJoules
        staleHalfLife = rules.staleHalfLife
        self.radio = RadioCosts(radio, rules: rules)
        power = rules.power.costs
        fetchLimit = rules.fetchLimit
    }
}

extension RadioCosts {
    init(_ radio: RadioProfile, rules: SimulationRules) {
        func promotion(_ phase: RadioProfile.Phase?) -> Promotion {
            Promotion(seconds: phase?.seconds ?? 0, joules: phase?.joules ?? 0)
        }
        self.init(
            promotion: promotion(radio.promotion),
            tail: radio.tail.map {
                TailStage(seconds: $0.seconds, watts: $0.watts, promotion: promotion($0.promotion))
            },
            baseWatts: radio.baseWatts, joulesPerByte: radio.joulesPerByte,
            uploadJoulesPerByte: radio.uploadJoulesPerByte, requestSeconds: rules.requestSeconds,
            bytesPerSecond: radio.bytesPerSecond)
    }
}

extension RadioProfile {
    /// Whether the engine takes it for a network that is always on: a cable.
    package var isAlwaysOn: Bool { RadioCosts(self, rules: SimulationRules()).isAlwaysOn }
}
