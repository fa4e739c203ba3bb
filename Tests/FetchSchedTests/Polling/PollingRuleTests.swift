import Testing

@testable import FetchSched

/// The rule of an always-on network beside the optimum of dynamic programming, for sources of known rates.
///
/// Time goes in steps, and the state is the age of the copy in steps. At each age there is a choice to ask, for c. A step
/// costs V for the launches expected in it, if the copy is stale, and U for the age of the oldest update that is missing and
/// for d of age of each.
/// Howard's policy iteration finds the least mean cost over all policies.
@Suite struct PollingRuleTests {
    /// A source whose updates come at one of two constant rates.
    private struct Case {
        var rule: PollingRule
        var rates: (Double, Double)
        /// Of a step, in seconds.
        var step = 1.0
        static let ages = 1600

        func probability(_ age: Double) -> Double {
            1 - 0.5 * (PortableMath.exp(-rates.0 * age) + PortableMath.exp(-rates.1 * age))
        }

        /// The integral of the probability.
        func stale(_ age: Double) -> Double {
            func part(_ rate: Double) -> Double { PortableMath.saturation(rate * age) / rate }
            return age - 0.5 * (part(rates.0) + part(rates.1))
        }

        /// The cost of a step at that age, and the probability that a launch makes the copy new in it.
        func step(_ age: Int) -> (cost: Double, reset: Double) {
            let middle = (Double(age) + 0.5) * step
            let missing = stale(middle) + rule.each * middle
            let cost = rule.value * rule.launches * probability(middle) + rule.ageJoules * missing
            return (cost * step, PortableMath.saturation(rule.resets * step))
        }

        /// The mean cost per step of asking at that age.
        func mean(_ asked: Int) -> Double {
            var (there, cost, steps) = (1.0, 0.0, 0.0)
            for age in 0..<asked {
                let (lost, reset) = step(age)
                cost += there * lost
                steps += there
                there *= 1 - reset
            }
            return (cost + there * rule.emptyCost) / steps
        }

        /// The least mean cost per step.
        var optimum: Double {
            var asks = [Bool](repeating: false, count: Self.ages + 1)
            asks[Self.ages] = true
            for _ in 0..<60 {
                let mean = mean(asks.firstIndex(of: true) ?? Self.ages)
                // What each age costs beside a new copy.
                var relative = rule.emptyCost
                var better = asks
                for age in stride(from: Self.ages - 1, through: 1, by: -1) {
                    let (lost, reset) = step(age)
                    let waiting = lost - mean + (1 - reset) * relative
                    better[age] = waiting > rule.emptyCost
                    relative = asks[age] ? rule.emptyCost : waiting
                }
                if better == asks { break }
                asks = better
            }
            return mean(asks.firstIndex(of: true) ?? Self.ages)
        }

        /// The age at which the rule asks, looked for as the scheduler does; nil if not within a year.
        var age: Double? {
            var (copy, next) = (CopyAge(), rule.leastSeconds)
            while next < 3e7 {
                var before = copy
                copy.advance(to: next, somethingNew: probability(next), rule)
                guard rule.surplus(copy) >= 0 else {
                    next *= 1.4
                    continue
                }
                var high = next
                for _ in 0..<12 {
                    let middle = 0.5 * (before.seconds + high)
                    copy = before
                    copy.advance(to: middle, somethingNew: probability(middle), rule)
                    if rule.surplus(copy) >= 0 { high = middle } else { before = copy }
                }
                return high
            }
            return nil
        }
    }

    /// Rates from one in ten minutes to one in ten days.
    private static func rate(_ random: inout SplitMix64) -> Double {
        PortableMath.exp(-7.3 * random.nextUnit()) / 600
    }

    /// - Parameter worths: V, and U in joules per hour and hour.
    @Test(arguments: [(0.0, 0.05), (0, 5), (20, 0), (200, 0), (20, 0.05), (100, 5)], [false, true])
    func asGoodAsTheOptimum(worths: (Double, Double), launchesLoad: Bool) throws {
        var random = SplitMix64(seed: 5)
        var asked = 0
        for _ in 0..<25 {
            let (one, other) = (Self.rate(&random), Self.rate(&random))
            // F(p, q) is that of a constant rate.
            let isConstant = launchesLoad && worths.0 > 0
            let rule = PollingRule(
                value: worths.0, ageJoules: worths.1 / 3600 / 3600, launchesLoad: launchesLoad,
                launches: Self.rate(&random), updates: one, emptyCost: 1, findCost: 0,
                each: 3 * random.nextUnit())
            var source = Case(rule: rule, rates: (one, isConstant ? one : other))
            guard let age = source.age else {
                #expect(worths.1 == 0, "no source is given up: \(source)")
                continue
            }
            asked += 1
            source.step = age / 400
            let (chosen, least) = (source.mean(400), source.optimum)
            #expect(chosen < 1.005 * least, "\(source): \(age) s costs \(chosen), \(least)")
        }
        #expect(asked >= 5)
    }

    /// The integrals of a source of constant rate beside their closed forms, by the scheduler's few pieces.
    @Test func fewPiecesAreEnough() {
        for rate in [1e-6, 1e-5, 1e-4, 1e-3] {
            var (copy, next) = (CopyAge(), 300.0)
            let rule = PollingRule(
                value: 0, ageJoules: 1, launchesLoad: false, launches: 0, updates: rate, emptyCost: 1,
                findCost: 0)
            while next < 1e6 {
                copy.advance(to: next, somethingNew: PortableMath.saturation(rate * next), rule)
                let x = rate * next
                let stays = PortableMath.exp(-x)
                let stale = (x - PortableMath.saturation(x)) / rate
                let weighted = (x * x / 2 - 1 + (1 + x) * stays) / rate / rate + rule.each * next * next / 2
                if x > 0.01 {
                    #expect(abs(copy.stale / stale - 1) < 0.01, "\(x)")
                    #expect(abs(copy.weighted / weighted - 1) < 0.01, "\(x)")
                }
                next *= 1.4
            }
        }
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

    /// Whatever is no number never pays.
    @Test func numbersThatMakeNoSense() {
        let odd: [Double] = [.nan, -1, 0, .infinity, 1e300, .leastNonzeroMagnitude]
        for value in odd {
            for other in odd {
                var rule = PollingRule(
                    value: value, ageJoules: other, launchesLoad: false, launches: other, updates: value,
                    emptyCost: 1, findCost: 0)
                for loads in [false, true] {
                    rule.launchesLoad = loads
                    var copy = CopyAge()
                    for age in [1, value, other, 1e9] {
                        copy.advance(to: age, somethingNew: other, rule)
                    }
                    #expect(!(rule.leastSeconds < 0))
                    if rule.surplus(copy).isNaN { #expect(!(rule.surplus(copy) >= 0)) }
                }
            }
        }
    }
}
