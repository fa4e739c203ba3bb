import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Bursts that matter to nobody but the radio are passed over. A policy that says that the radio always matters to it is
/// told of each of them, so what it does is what would happen without that.
@Suite struct BurstRuleTests {
    /// Every rival, so that one is found that uses the radio more than it says, and some with short periods.
    static let names =
        Set(PolicyFamily.all.filter { !$0.isEngine }.map(\.name) + EveryPolicyTests.periodic)
        .union([
            "fixed-60", "aligned-60", "piggyback-30", "lambdacrawl-2000", "one-recent-30",
            "one-recent-30:apps=1", "one-score-100", "one-index-0.001:age=1", "one-index-0.01:onlyUser=0",
        ]).sorted()

    /// Replays the policy as it is, or as one that says that the radio matters from `moment` on.
    private func metrics(
        _ name: String, _ trace: DeviceTrace, _ radio: RadioProfile, _ rules: SimulationRules, value: Double,
        seed: UInt64, heedingFrom moment: FetchTime? = nil
    ) throws -> DeviceMetrics {
        let choice = try #require(PolicyChoice(name))
        let family = try #require(PolicyFamily.named(choice.family))
        let setup = PolicySetup(
            radio: radio, rules: rules, valueJoules: value, settings: choice.settings, seed: seed)
        let run = PolicyRun(trace: trace, setup: setup)
        guard let moment else { return family.replay(run).metrics }
        let policy = try #require(family.policy)
        return run.replay(UsesRadioLater(base: policy(setup), usesRadioFrom: moment)).metrics
    }

    /// Expects what is metered if the policy is told of each burst.
    private func expectTheSameTold(
        _ name: String, _ trace: DeviceTrace, _ radio: RadioProfile, _ rules: SimulationRules, value: Double,
        seed: UInt64
    ) throws {
        let passing = try metrics(name, trace, radio, rules, value: value, seed: seed)
        let told = try metrics(
            name, trace, radio, rules, value: value, seed: seed, heedingFrom: .distantPast)
        #expect(passing == told, "seed \(seed)")
    }

    /// A policy that is told too little is found.
    @Test(arguments: ["piggyback-30", "one-recent-30"]) func tooLateIsSeen(_ name: String) throws {
        let differing = try (0..<20 as Range<UInt64>).count { seed in
            let drawn = RandomCase(seed: seed)
            let told = try [FetchTime.distantPast, .distantFuture].map {
                try metrics(
                    name, drawn.trace, drawn.radio, drawn.rules, value: drawn.value, seed: seed,
                    heedingFrom: $0)
            }
            return told[0] != told[1]
        }
        #expect(differing > 0)
    }

    /// In random traces of many kinds, on many radios.
    @Test(arguments: names, [false, true]) func changesNothing(_ name: String, _ hasWork: Bool) throws {
        for seed in 0..<3 as Range<UInt64> {
            let drawn = RandomCase(seed: seed, hasWork: hasWork)
            try expectTheSameTold(
                name, drawn.trace, drawn.radio, drawn.rules, value: drawn.value, seed: seed)
        }
    }

    /// Transfers that are interrupted in the midst of long uses: the end of their back-off is told by no timer while they
    /// wait for the radio, and the next burst after it lets them go on.
    @Test func changesNothingForTransfersThatBackOff() throws {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var script = Script(apps: 2, seconds: 3600)
            script.add(0, .network, nil, .word(1))
            script.add(0, .power, nil, .word(0))
            for hour in 0..<6 {
                let begin = Double(hour) * 600 + random.time(1, 60)
                script.launch(0, at: begin, seconds: random.time(100, 400))
                script.add(
                    begin + random.time(0, 30), .transfer, 1, .transfer([]),
                    bytes: Int64(random.number(1e6, 4e7)))
                script.add(begin + random.time(10, 90), .outage, nil, seconds: random.time(1, 20))
                for _ in 0..<4 { script.heartbeat(at: begin + random.time(10, 200)) }
            }
            script.trim(to: 3600)
            try expectTheSameTold("none", script.trace, .lte, .warm(0), value: 20, seed: seed)
        }
    }
}
