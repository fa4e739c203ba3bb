import FetchSched

/// A kind of policy that can be named on a command line, as in `aligned-3600`: its name, what it does, and
/// how to run it. A new one is one file with the policy and one line in ``all``.
public struct PolicyFamily: Sendable {
    /// The word before the dash.
    public let name: String
    /// One line for people.
    public let summary: String
    /// What the number after the dash means, nil for a policy without one.
    public let dial: String?
    /// Whether it takes the worth of a fresh launch into account.
    public let heedsValue: Bool
    /// Whether it is the engine itself, whole or in part: no rival of it.
    public let isEngine: Bool
    let replay: @Sendable (PolicyRun) -> PolicyReplay

    /// Every family, in the order in which they are listed to people.
    public static let all: [PolicyFamily] =
        [
            PolicyFamily("none", "no background fetch at all") { $0.replay(NonePolicy()) },
            PolicyFamily("fixed", "a timer per app, nothing shared", dial: "period in seconds") {
                $0.replay(FixedPolicy(period: .seconds($0.dial)))
            },
            PolicyFamily("aligned", "all apps at the same moments", dial: "period in seconds") {
                $0.replay(AlignedPolicy(period: .seconds($0.dial)))
            },
            PolicyFamily(
                "piggyback", "rides on radio activity; own wakeup at twice the age", dial: "age in seconds"
            ) {
                $0.replay(PiggybackPolicy(age: .seconds($0.dial)))
            },
            PolicyFamily("adaptive", "the fetchsched engine", heedsValue: true, isEngine: true) {
                $0.replayEngine()
            },
            PolicyFamily(
                "budget", "the engine with a daily energy budget", dial: "joules per day", isEngine: true
            ) { run in
                run.replayEngine { $0.budget.joulesPerDay = run.dial }
            },
        ]
        + Ablation.all.map { ablation in
            PolicyFamily(ablation.name, ablation.summary, heedsValue: true, isEngine: true) {
                ablation.replay($0)
            }
        }

    init(
        _ name: String, _ summary: String, dial: String? = nil, heedsValue: Bool = false,
        isEngine: Bool = false, replay: @escaping @Sendable (PolicyRun) -> PolicyReplay
    ) {
        self.name = name
        self.summary = summary
        self.dial = dial
        self.heedsValue = heedsValue
        self.isEngine = isEngine
        self.replay = replay
    }
}

/// One device to be replayed under one policy.
struct PolicyRun: Sendable {
    let trace: DeviceTrace
    let radio: RadioProfile
    let rules: SimulationRules
    let valueJoules: Double
    let dial: Double
    let seed: UInt64
    /// Whether to record every fetch, beside the measurements.
    var recordsFetches = false

    /// The engine as it comes, but for what `change` sets.
    func replayEngine(
        oracle: TruthFeed? = nil, _ change: (inout Configuration) -> Void = { _ in }
    ) -> PolicyReplay {
        var configuration = Configuration(radio, rules: rules, valueJoules: valueJoules)
        change(&configuration)
        return replay(AdaptivePolicy(configuration: configuration, seed: seed, oracle: oracle))
    }

    func replay<P: Policy>(_ policy: P) -> PolicyReplay {
        if recordsFetches {
            var simulation = DeviceSimulation(
                trace: trace, radio: radio, rules: rules, policy: RecordingPolicy(policy))
            return PolicyReplay(metrics: simulation.run(), fetches: simulation.policy.fetches)
        }
        var simulation = DeviceSimulation(trace: trace, radio: radio, rules: rules, policy: policy)
        return PolicyReplay(metrics: simulation.run())
    }
}

/// What one device's replay under one policy gave.
struct PolicyReplay: Sendable {
    var metrics = DeviceMetrics()
    /// Every finished fetch, warm-up included, if they were to be recorded.
    var fetches: [RecordedFetch] = []
}

/// A policy as named on the command line.
public struct PolicyChoice: Hashable, Sendable {
    /// The whole name, as in `aligned-3600`.
    public let name: String
    /// The family's name.
    public let family: String
    /// The number after the dash.
    public let dial: Double?

    /// The bound, which is not a policy but is listed with them.
    public static let clairvoyant = "clairvoyant"

    /// Reads a policy's name; nil if there is no such policy or the number is missing or not allowed.
    public init?(_ name: String) {
        self.name = name
        if name == Self.clairvoyant {
            family = name
            dial = nil
            return
        }
        for candidate in PolicyFamily.all {
            if candidate.dial == nil, candidate.name == name {
                family = name
                dial = nil
                return
            }
            guard candidate.dial != nil, name.hasPrefix(candidate.name + "-") else { continue }
            let number = String(name.dropFirst(candidate.name.count + 1))
            guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
                let value = Double(number), value >= 1, value <= 1e9
            else { return nil }
            family = candidate.name
            dial = value
            return
        }
        return nil
    }
}
