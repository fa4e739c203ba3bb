import Testing

@testable import FetchSched

/// The threshold read off the table is the one that is searched for.
@Suite struct PollingThresholdsTests {
    private struct Worst {
        var error = 0.0
        var rule = PollingRule(value: 0, usedInTime: 0, emptyCost: 0, findCost: 0)
        var count = 0
    }

    private static func worst(findCost: Double, seed: UInt64) -> Worst {
        var random = SplitMix64(seed: seed)
        var worst = Worst()
        for _ in 0..<800 {
            // Many are near either end.
            let q = random.pick([random.nextUnit(), PortableMath.exp(-12 * random.nextUnit())])
            let rule = PollingRule(
                value: PortableMath.exp(12 * random.nextUnit()), usedInTime: random.pick([q, 1 - q]),
                emptyCost: 1, findCost: findCost)
            let found = rule.threshold()
            guard let searched = rule.searchedThreshold() else {
                #expect(found == nil, "\(rule)")
                continue
            }
            worst.count += 1
            let error = abs((found ?? 2) / searched - 1)
            if error > worst.error { (worst.error, worst.rule) = (error, rule) }
        }
        return worst
    }

    @Test(arguments: [0, 0.4, -0.4]) func theTableIsTheSearch(findCost: Double) {
        let worst = Self.worst(findCost: findCost, seed: 11)
        #expect(worst.error < 0.005, "\(worst.error): \(worst.rule)")
        #expect(worst.count > 250)
    }

    /// The search itself: what it finds just pays.
    @Test func theSearchFindsWhatJustPays() throws {
        for q in [0.001, 0.03, 0.5, 0.97] {
            for value in [2.0, 50, 3000] {
                let rule = PollingRule(value: value, usedInTime: q, emptyCost: 1, findCost: 0.1)
                guard let threshold = rule.searchedThreshold() else {
                    #expect(rule.surplus(1) < 0)
                    continue
                }
                #expect(rule.surplus(threshold) >= 0 && rule.surplus(0.999 * threshold) < 0, "\(rule)")
            }
        }
    }

    @Test func numbersThatMakeNoSense() {
        for odd in [Double.nan, -1, 0, .infinity, 1e300, 1e-300, .leastNonzeroMagnitude] {
            for other in [Double.nan, -1, 0, 0.5, 1, 2, .infinity] {
                for rule in [
                    PollingRule(value: odd, usedInTime: other, emptyCost: 1, findCost: 0),
                    PollingRule(value: 20, usedInTime: other, emptyCost: odd, findCost: 0.5),
                    PollingRule(value: 20, usedInTime: other, emptyCost: 1, findCost: odd),
                ] {
                    if let threshold = rule.threshold() {
                        #expect(threshold >= 0 && threshold <= 1, "\(rule): \(threshold)")
                    }
                }
            }
        }
    }
}
