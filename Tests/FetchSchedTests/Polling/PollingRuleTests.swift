import Testing

@testable import FetchSched

/// The rule of a network that is always on is the best interval between requests.
@Suite struct PollingRuleTests {
    /// What is lost per second by asking at that age, openings and changes coming at constant rates: V for each opening
    /// that is not fresh, c for each request.
    private static func loss(age: Double, opened l: Double, changed m: Double, value: Double, cost: Double)
        -> Double
    {
        let stays = PortableMath.exp(-l * age)
        let stale = (1 - stays) - l / (l + m) * PortableMath.saturation((l + m) * age)
        return (value * stale + stays * cost) * l / (1 - stays)
    }

    @Test func theThresholdIsTheBestAge() throws {
        var random = SplitMix64(seed: 5)
        var polled = 0
        for _ in 0..<60 {
            let opened = PortableMath.exp(-8 * random.nextUnit()) / 1000
            let changed = PortableMath.exp(-8 * random.nextUnit()) / 1000
            let value = 2 + 200 * random.nextUnit()
            func loss(_ age: Double) -> Double {
                Self.loss(age: age, opened: opened, changed: changed, value: value, cost: 1)
            }
            let never = opened * value * changed / (opened + changed)
            var best = never
            var age = 1.0
            while age < 1e7 {
                best = min(best, loss(age))
                age *= 1.01
            }
            let rule = PollingRule(
                value: value, usedInTime: opened / (opened + changed), emptyCost: 1, findCost: 0)
            guard let threshold = rule.threshold() else {
                #expect(best > 0.999 * never, "\(opened) \(changed) \(value)")
                continue
            }
            polled += 1
            #expect(threshold > 0 && threshold <= 1)
            let chosen = -PortableMath.log(1 - min(threshold, 1 - 1e-12)) / changed
            #expect(loss(chosen) < 1.001 * best, "\(opened) \(changed) \(value): \(chosen)")
        }
        #expect(polled > 20)
    }

    @Test func theIndexWithinItsBounds() {
        for p in stride(from: 0.0, through: 1, by: 0.05) {
            #expect(abs(PollingRule.index(somethingNew: p, usedInTime: 0.5) - p * p / 2) < 1e-12)
            #expect(PollingRule.index(somethingNew: p, usedInTime: 1) == p)
            for q in stride(from: 0.0, through: 1, by: 0.05) {
                let index = PollingRule.index(somethingNew: p, usedInTime: q)
                #expect(index >= 0 && index <= p * q + 1e-12)
            }
        }
        for odd in [Double.nan, -1, .infinity, 2] {
            #expect(PollingRule.index(somethingNew: odd, usedInTime: 0.5) <= 1)
            #expect(PollingRule.index(somethingNew: 0.5, usedInTime: odd) <= 1)
        }
    }

    @Test func costsThatGrowWithWhatIsFound() throws {
        let plain = try #require(
            PollingRule(value: 20, usedInTime: 0.6, emptyCost: 1, findCost: 0).threshold())
        let dear = try #require(
            PollingRule(value: 20, usedInTime: 0.6, emptyCost: 1, findCost: 2).threshold())
        // Where a request in vain is what costs, something new has to be likelier still.
        let vain = try #require(
            PollingRule(value: 20, usedInTime: 0.6, emptyCost: 3, findCost: -2).threshold())
        #expect(plain < dear && dear < vain)
        #expect(abs(PollingRule(value: 20, usedInTime: 0.6, emptyCost: 1, findCost: 2).surplus(dear)) < 0.02)
        #expect(PollingRule(value: 20, usedInTime: 0.04, emptyCost: 1, findCost: 0).threshold() == nil)
    }
}
