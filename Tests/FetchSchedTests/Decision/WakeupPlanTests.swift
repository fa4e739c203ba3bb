import Testing

@testable import FetchSched

@Suite struct WakeupPlanTests {
    /// An app that may not be fetched before a step is not woken for before it, if it is alone: what it adds is that the
    /// wakeup comes then. One that may be fetched at once plans as ever.
    @Test(arguments: 0..<6) func anAppThatMayNotBeFetchedYet(opens: Int) {
        var plan = WakeupPlan()
        plan.clear(wakeupJoules: 5)
        for _ in 0..<12 { plan.append(sessions: 0.05, moments: 0, hour: 0) }
        plan.ready()
        let newSince = (0..<12).map { PortableMath.saturation(0.01 * Double($0)) }
        plan.add(
            worth: [Double](repeating: 200, count: 24), newNow: [Double](repeating: 0.9, count: 12),
            newSince: newSince, cost: 0.1, opens: opens)
        #expect(plan.firstWakeup() == opens)
    }

    /// A small case, and the least expected loss over every way to place wakeups after each renewal.
    private struct Case {
        var steps: Int
        var wakeup: Double
        var cost: Double
        var worth: Double
        var newNow: [Double]
        var newSince: [Double]
        var session: [Double]
        var moment: [Double]

        init(_ random: inout SplitMix64) {
            steps = 2 + random.below(3)
            wakeup = random.exponential(mean: 5)
            cost = random.exponential(mean: 0.3)
            worth = random.exponential(mean: 20)
            session = (0..<steps).map { _ in random.exponential(mean: 0.3) }
            moment = (0..<steps).map { _ in random.chance(0.5) ? 0 : random.exponential(mean: 0.2) }
            let rate = random.exponential(mean: 0.5)
            let before = random.exponential(mean: 3)
            newNow = (0..<steps).map { PortableMath.saturation(rate * (before + Double($0))) }
            newSince = (0..<steps).map { PortableMath.saturation(rate * Double($0)) }
        }

        func plan() -> WakeupPlan {
            var plan = WakeupPlan()
            plan.clear(wakeupJoules: wakeup)
            for step in 0..<steps { plan.append(sessions: session[step], moments: moment[step], hour: 0) }
            plan.ready()
            plan.add(
                worth: [Double](repeating: worth, count: 24), newNow: newNow, newSince: newSince, cost: cost)
            return plan
        }

        private func chances(_ step: Int) -> (session: Double, moment: Double) {
            let sum = session[step] + moment[step]
            let part = sum > 0 ? PortableMath.saturation(sum) / sum : 0
            return (session[step] * part, moment[step] * part)
        }

        /// Expected loss of a policy: `wake[j]` is the step of the next wakeup after a renewal at step j
        /// (steps + 1: never); index `steps` is the present state.
        func loss(_ wake: [Int], from state: Int, at step: Int) -> Double {
            if step == steps { return 0 }
            let age = state == steps ? nil : step - state
            if wake[state] == step, age != 0 {
                return wakeup + cost + loss(wake, from: step, at: step, justRenewed: true)
            }
            return pass(wake, state, step)
        }

        private func loss(_ wake: [Int], from state: Int, at step: Int, justRenewed: Bool) -> Double {
            pass(wake, state, step)
        }

        private func pass(_ wake: [Int], _ state: Int, _ step: Int) -> Double {
            let (session, moment) = chances(step)
            let new = state == steps ? newNow[step] : newSince[step - state]
            let renewed = step + 1 < steps ? loss(wake, from: step + 1, at: step + 1, justRenewed: true) : 0
            return session * worth * new + moment * (cost + renewed)
                + (1 - session - moment) * loss(wake, from: state, at: step + 1)
        }

        /// The least loss over all policies, and those first wakeups that reach it.
        func best() -> (loss: Double, first: Set<Int?>) {
            var wake = [Int](repeating: 0, count: steps + 1)
            var best = Double.infinity
            var first: Set<Int?> = []
            func search(_ index: Int) {
                guard index <= steps else {
                    let total = loss(wake, from: steps, at: 0)
                    let choice: Int? = wake[steps] > steps ? nil : wake[steps]
                    if total < best - 1e-9 {
                        best = total
                        first = [choice]
                    } else if total <= best + 1e-9 {
                        first.insert(choice)
                    }
                    return
                }
                let earliest = index == steps ? 0 : index + 1
                for step in Array(earliest..<max(earliest, steps)) + [steps + 1] {
                    wake[index] = step
                    search(index + 1)
                }
            }
            search(0)
            return (best, first)
        }
    }

    @Test func asGoodAsTheBestOfAllPolicies() {
        var random = SplitMix64(seed: 61)
        var woken = 0
        for round in 0..<150 {
            let drawn = Case(&random)
            var plan = drawn.plan()
            let found = plan.firstWakeup()
            let best = drawn.best()
            woken += found == nil ? 0 : 1
            #expect(best.first.contains(found), "round \(round): \(String(describing: found)), \(best)")
        }
        #expect(woken > 20)
    }

    @Test func findsWhatTheProgrammeAsItIsWrittenFinds() {
        var random = SplitMix64(seed: 62)
        var woken = 0
        for round in 0..<60 {
            let steps = 1 + random.below(40)
            let wakeup = random.exponential(mean: 8)
            var plan = WakeupPlan()
            var naive = NaiveWakeupPlan(wakeupJoules: wakeup)
            plan.clear(wakeupJoules: wakeup)
            for step in 0..<steps {
                let sessions = random.exponential(mean: 0.2)
                let moments = random.chance(0.5) ? 0 : random.exponential(mean: 0.2)
                plan.append(sessions: sessions, moments: moments, hour: (21 + step / 2) % 24)
                naive.append(sessions: sessions, moments: moments, hour: (21 + step / 2) % 24)
            }
            plan.ready()
            for _ in 0..<1 + random.below(5) {
                let worth = (0..<24).map { _ in random.exponential(mean: 10) }
                let rate = random.exponential(mean: 0.5)
                let newSince = (0..<steps).map { PortableMath.saturation(rate * Double($0)) }
                let newNow = newSince.map { min(1, $0 + 0.2) }
                let cost = random.exponential(mean: 0.3)
                let opens = random.chance(0.3) ? random.below(45) : 0
                plan.add(worth: worth, newNow: newNow, newSince: newSince, cost: cost, opens: opens)
                naive.add(worth: worth, newNow: newNow, newSince: newSince, cost: cost, opens: opens)
            }
            let found = plan.firstWakeup()
            woken += found == nil ? 0 : 1
            #expect(found == naive.firstWakeup(), "round \(round)")
        }
        #expect(woken > 10 && woken < 60)
    }

    @Test func neverWhereNothingIsAtStake() {
        var plan = WakeupPlan()
        plan.clear(wakeupJoules: 1)
        for _ in 0..<48 { plan.append(sessions: 0, moments: 0, hour: 3) }
        plan.ready()
        #expect(plan.firstWakeup() == nil)
        var empty = WakeupPlan()
        empty.clear(wakeupJoules: 0)
        empty.ready()
        #expect(empty.firstWakeup() == nil)
    }
}
