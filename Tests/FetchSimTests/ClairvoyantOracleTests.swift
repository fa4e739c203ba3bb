import FetchSched
import Testing

@testable import FetchSim

/// The bound is never beaten, not even by those who know the future.
@Suite struct ClairvoyantOracleTests {
    /// Allowance for the simulator's clock of 1 ms, and for rounding.
    private func allowance(_ bound: ClairvoyantBound) -> Double {
        1e-6 + 1e-6 * abs(bound.netValue) + 0.005 * Double(bound.launches)
    }

    @Test(arguments: 0..<8)
    func oraclesDoNotBeatTheBound(_ block: UInt64) {
        for seed in block * 25..<(block + 1) * 25 { attack(RandomCase(seed: seed)) }
    }

    @Test(arguments: 0..<4)
    func norWhereTheWorthFades(_ block: UInt64) {
        for seed in block * 25..<(block + 1) * 25 { attack(RandomCase(seed: seed, fades: true)) }
    }

    private func attack(_ drawn: RandomCase) {
        let seed = drawn.seed
        let oracle = Oracle(drawn.trace, radio: drawn.radio, rules: drawn.rules)
        let bound = oracle.bound(value: drawn.value)
        func check(_ name: String, _ plans: [Plan], atOnce: Bool = false) {
            let metrics = atOnce ? oracle.metricsAtOnce(plans) : oracle.metrics(plans)
            let net = oracle.netValue(metrics, value: drawn.value)
            #expect(
                net <= bound.netValue + allowance(bound),
                "seed \(seed), \(drawn.radio.name), \(drawn.rules.power.name), V \(drawn.value), \(name): beaten by \(net - bound.netValue)"
            )
            #expect(metrics.intervalViolations == 0, "seed \(seed), \(name)")
        }
        let windows = oracle.windows
        check(
            "just before", windows.compactMap { w in oracle.justBefore(w).last.map { Plan($0, w.app) } })
        check("awake", windows.compactMap { w in oracle.justBefore(w).first.map { Plan($0, w.app) } })
        check(
            "bursts",
            windows.compactMap { w in
                (oracle.bursts(in: w).last ?? oracle.justBefore(w).last).map { Plan($0, w.app) }
            })
        var random = SplitMix64(seed: seed &+ 1_000_000)
        // Before the last update: worth something where the worth fades.
        check("early", windows.map { Plan($0.opens - .seconds(random.number(0, 600)), $0.app) })
        for _ in 0..<3 { check("random", oracle.randomPlan(&random)) }
        // Several at once: they queue, and so prolong the device's own activity.
        for _ in 0..<3 { check("at once", oracle.randomPlan(&random), atOnce: true) }
        for _ in 0..<2 { check("together", oracle.together(&random), atOnce: true) }
        check("climber", oracle.climb(steps: 12, value: drawn.value, random: &random).plans)
    }
}
