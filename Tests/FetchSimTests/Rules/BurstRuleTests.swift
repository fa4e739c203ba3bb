import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Bursts that matter to nobody but the radio are passed over. A policy that says that the radio always matters to it is
/// told of each of them, so what it does is what would happen without that.
@Suite struct BurstRuleTests {
    static let names =
        EveryPolicyTests.periodic + ["none", "fixed-60", "aligned-60", "piggyback-30", "lambdacrawl-2000"]

    /// In random traces of many kinds, on many radios.
    @Test(arguments: names, [false, true]) func changesNothing(_ name: String, _ hasWork: Bool) throws {
        let choice = try #require(PolicyChoice(name))
        let family = try #require(PolicyFamily.named(choice.family))
        for seed in 0..<8 as Range<UInt64> {
            let drawn = RandomCase(seed: seed, hasWork: hasWork)
            var run = PolicyRun(
                trace: drawn.trace, radio: drawn.radio, rules: drawn.rules, valueJoules: drawn.value,
                settings: choice.settings, seed: seed)
            let passing = family.replay(run).metrics
            // A recorded policy hears everything.
            run.recordsFetches = true
            let told = family.replay(run).metrics
            #expect(String(reflecting: passing) == String(reflecting: told), "seed \(seed)")
        }
    }
}
