import Testing

@testable import FetchSched

@Suite struct WakeupPlanTests {
    @Test func findsWhatTheProgrammeAsItIsWrittenFinds() {
        var random = SplitMix64(seed: 62)
        var woken = 0
        for round in 0..<300 {
            let steps = 1 + random.below(40)
            let wakeup = random.exponential(mean: 8)
            var plan = WakeupPlan()
            var naive = NaiveWakeupPlan(wakeupJoules: wakeup)
            plan.clear(wakeupJoules: wakeup)
            for step in 0..<steps {
                let sessions = random.exponential(mean: 0.2)
                let moments = random.bernoulli(0.5) ? 0 : random.exponential(mean: 0.2)
                plan.append(sessions: sessions, moments: moments, hour: (21 + step / 2) % 24)
                naive.append(sessions: sessions, moments: moments, hour: (21 + step / 2) % 24)
            }
            for _ in 0..<1 + random.below(5) {
                let worth = (0..<24).map { _ in random.exponential(mean: 10) }
                let rate = random.exponential(mean: 0.5)
                let newSince = (0..<steps).map { PortableMath.saturation(rate * Double($0)) }
                let newNow = newSince.map { min(1, $0 + 0.2) }
                let cost = random.exponential(mean: random.pick([0.3, 4]))
                let opens = random.bernoulli(0.3) ? random.below(45) : 0
                plan.add(values: worth, newNow: newNow, newSince: newSince, cost: cost, opens: opens)
                naive.add(values: worth, newNow: newNow, newSince: newSince, cost: cost, opens: opens)
            }
            let found = plan.firstWakeup()
            woken += found == nil ? 0 : 1
            #expect(found == naive.firstWakeup(), "round \(round)")
        }
        #expect(woken > 50 && woken < 300)
    }

    @Test func neverWhereNothingIsAtStake() {
        var plan = WakeupPlan()
        plan.clear(wakeupJoules: 1)
        for _ in 0..<48 { plan.append(sessions: 0, moments: 0, hour: 3) }
        #expect(plan.firstWakeup() == nil)
        var empty = WakeupPlan()
        empty.clear(wakeupJoules: 0)
        #expect(empty.firstWakeup() == nil)
    }
}
