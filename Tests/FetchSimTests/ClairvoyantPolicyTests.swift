import FetchSched
import Testing

@testable import FetchSim

/// All policies on random traces: none beats the bound, none breaks an interval.
@Suite struct ClairvoyantPolicyTests {
    private static let names = [
        "none", "fixed-300", "fixed-1800", "aligned-300", "aligned-900", "aligned-7200", "piggyback-60",
        "piggyback-300", "piggyback-900", "piggyback-3600", "one-recent-60", "adaptive", "budget-20",
    ]
    /// The engine's parts and the rivals from elsewhere, on every sixth trace.
    private static let others =
        Ablation.all.map(\.name) + [
            "jobscheduler-900", "jobscheduler-3600:flex=0.1", "jobscheduler-prefetch-900",
            "connectivity-batch-900",
            "lazy-alarm-900", "chrome-sync-1800", "nutch-0.1:start=300", "stormcrawler-300:start=600",
            "miniflux-20", "commafeed-3600", "lambdacrawl-2000", "tailender-900", "every-byte-0.05",
            "one-often-60", "one-score-60", "one-index-0.01", "push-hold-3600", "push-every-3600",
            "push-never",
        ]

    /// Those on devices with pushes, places, tasks and transfers.
    private static let atWork = ["none", "piggyback-60", "fixed-300", "adaptive"]

    @Test func everyFamilyTakesPart() {
        let families = Set((Self.names + Self.others).compactMap { PolicyChoice($0)?.family })
        #expect(families == Set((PolicyFamily.all + PolicyFamily.ablations).map(\.name)))
    }

    @Test(arguments: 0..<5, [false, true])
    func noPolicyBeatsTheBoundOrBreaksAnInterval(_ block: UInt64, _ hasWork: Bool) throws {
        for seed in block * 6..<(block + 1) * 6 {
            let drawn = RandomCase(seed: seed, hasWork: hasWork)
            let oracle = Oracle(drawn.trace, radio: drawn.radio, rules: drawn.rules)
            let bound = oracle.bound(value: drawn.value)
            #expect(bound.launches == oracle.unfetched.launches, "seed \(seed)")
            let allowance = 1e-6 + 1e-6 * abs(bound.netValue) + 0.005 * Double(bound.launches)
            let names = seed % 6 == 0 ? Self.names + Self.others : Self.names
            for name in hasWork ? Self.atWork : names {
                let metrics = try drawn.metrics(name)
                let net = oracle.netValue(metrics, value: drawn.value)
                #expect(
                    net <= bound.netValue + allowance,
                    "seed \(seed), \(drawn.radio.name), V \(drawn.value), \(name): by \(net - bound.netValue)"
                )
                #expect(metrics.intervalViolations == 0, "seed \(seed), \(name)")
                #expect(metrics.launches == bound.launches, "seed \(seed), \(name)")
                #expect(metrics.wakeups <= metrics.promotions, "seed \(seed), \(name)")
                #expect(metrics.energy.joules >= 0 && metrics.bill.joules >= 0, "seed \(seed), \(name)")
                if hasWork { continue }
                #expect(metrics.freshLaunches >= oracle.unfetched.freshLaunches, "seed \(seed), \(name)")
                let useful = metrics.freshLaunches - oracle.unfetched.freshLaunches
                #expect(metrics.usefulFetches == useful, "seed \(seed), \(name)")
                if name == "none" { #expect(metrics.energy == oracle.unfetched.energy) }
            }
        }
    }
}
