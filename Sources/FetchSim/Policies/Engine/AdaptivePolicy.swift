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

/// The engine, through the public interface that every embedding program has.
struct AdaptivePolicy: Policy {
    private(set) var scheduler: Scheduler

    init(configuration: Configuration, seed: UInt64) {
        scheduler = Scheduler(configuration: configuration, seed: seed)
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        while scheduler.appCount <= app.index {
            _ = scheduler.register(.never, at: now)
        }
        try? scheduler.setInterval(interval, of: app, at: now)
    }

    mutating func setAnnouncesContent(_ announces: Bool, of app: AppID) {
        try? scheduler.setAnnouncesContent(announces, of: app)
    }

    mutating func observe(_ observation: FetchEvent, at now: Instant) {
        scheduler.observe(observation, at: now)
    }

    mutating func nextFetch(at now: Instant) -> AppID? {
        return scheduler.nextFetch(at: now)
    }

    /// Announced content is fetched if that is worth its cost.
    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: Instant) -> Bool { false }

    func limitPushes(_ limits: inout PushLimits) {}

    mutating func noteTransferred(bytes: Int64) { scheduler.noteTransferred(bytes: bytes) }

    var isBudgetSpent: Bool { scheduler.isBudgetSpent }

    mutating func updateBudgets(at now: Instant) { scheduler.updateBudgets(at: now) }

    mutating func budgetReview() -> Instant? { scheduler.budgetReview() }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {
        // The scheduler may have given the fetch up as too long; then it no longer waits for this.
        try? scheduler.complete(fetch.app, fetch.outcome, bytes: fetch.bytes, at: now)
    }

    mutating func nextWakeup(after now: Instant) -> Instant? {
        return scheduler.nextWakeup(after: now)
    }

    var lastDecision: FetchDecision? { scheduler.lastDecision }
}

extension Configuration {
    /// The engine as it comes, on that radio and at that worth of a fresh launch.
    init(_ radio: RadioProfile, rules: SimulationRules, valueJoules: Double) {
        self.init()
        adopt(radio, rules: rules, valueJoules: valueJoules)
    }

    /// A copy for that radio, those rules and that value of a fresh launch.
    mutating func adopt(_ radio: RadioProfile, rules: SimulationRules, valueJoules: Double) {
        self.valueJoules = valueJoules
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
