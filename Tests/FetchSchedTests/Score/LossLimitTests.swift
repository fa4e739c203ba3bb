import Testing

@testable import FetchSched

@Suite struct LossLimitTests {
    private static let eight: ScoreParameters = {
        var parameters = ScoreParameters()
        (parameters.lossDepth, parameters.lossPerDay) = (8, 0.5)
        return parameters
    }()

    /// Whatever fetches cost and bring, in no stretch of time do they lose more than the account holds and is paid in it.
    @Test func noStretchLosesMore() {
        var (begun, refused) = (0, 0)
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let value = random.pick([1.0, 20, 1000])
            let kept = random.pick([0.0, 0.05, 0.3])
            let parameters = ScoreParameters()
            var limit = LossLimit(parameters, valueJoules: value)
            var (now, spent, brought) = (FetchTime.monday, 0.0, 0.0)
            // What was lost so far, less what the days so far allow: the least, and the most since.
            var (least, worst) = (0.0, 0.0)
            func note() {
                let days = (now - .monday).seconds / 86_400
                let lost = spent - brought - parameters.lossPerDay * value * days
                least = min(least, lost)
                worst = max(worst, lost - least)
            }
            for _ in 0..<400 {
                now = now + .seconds(random.exponential(mean: 3000))
                note()
                let cost = random.exponential(mean: 0.3 * value)
                if limit.affords(cost, spent: spent, at: now) {
                    limit.settle(spent: spent, at: now)
                    spent += cost
                    begun += 1
                } else {
                    let from = limit.affordsFrom(cost, spent: spent, at: now)
                    #expect(from > now, "seed \(seed)")
                    #expect(from == .distantFuture || limit.affords(cost, spent: spent, at: from))
                    #expect(!limit.affords(cost, spent: spent, at: from - TimeSpan(milliseconds: 3)))
                    refused += 1
                }
                note()
                if random.nextUnit() < kept {
                    limit.settle(spent: spent, at: now)
                    limit.pay(value)
                    brought += value
                    note()
                }
            }
            #expect(worst <= (parameters.lossDepth + 1e-9) * value, "seed \(seed)")
        }
        #expect(begun > 3000 && refused > 3000, "\(begun), \(refused)")
    }

    /// What is under way counts before its bill comes.
    @Test func whatIsUnderWayIsReserved() {
        let limit = LossLimit(Self.eight, valueJoules: 10)
        #expect(limit.affords(80, spent: 0, at: .monday) && !limit.affords(81, spent: 0, at: .monday))
        #expect(limit.affords(4.9, underWay: 75, spent: 0, at: .monday))
        #expect(!limit.affords(5.1, underWay: 75, spent: 0, at: .monday))
    }

    /// Savings and the time of a clock that was wrong fill the account no further than it goes.
    @Test func itHoldsNoMoreThanItsDepth() {
        var limit = LossLimit(Self.eight, valueJoules: 10)
        limit.settle(spent: 0, at: .monday)
        limit.pay(1e6)
        limit.settle(spent: -1e6, at: .monday + .days(400))
        #expect(limit.balance(spent: -1e6, at: .monday + .days(400)) == 80)
        limit.clockWentBack(to: .monday)
        limit.settle(spent: -1e6 + 80, at: .monday)
        #expect(abs(limit.balance(spent: -1e6 + 80, at: .monday + .days(2)) - 10) < 1e-9)
    }
}
