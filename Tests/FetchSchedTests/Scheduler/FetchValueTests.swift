@testable import FetchSched
import Testing

@Suite struct FetchValueTests {
    private func value(
        somethingNew p: Double, cost: Double, launched r: Double, used q: Double, changed: Double,
        later: Double, heldBack: Double = 0, thisSession u: Double = 0, laterBenefit k: Double = 20,
        noData: Double = 0
    ) -> FetchValue {
        FetchValue(
            value: 20, somethingNew: p, cost: cost, launchedBeforeNextMoment: r, usedInTime: q,
            changedBeforeNextMoment: changed, laterCost: later, launchedWhileHeldBack: heldBack,
            launchedThisSession: u, noDataCost: noData, laterBenefit: k)
    }

    @Test func anExampleByHand() {
        let fetch = value(
            somethingNew: 0.5, cost: 1, launched: 0.2, used: 0.6, changed: 0.25, later: 0.8, thisSession: 0.3,
            laterBenefit: 4, noData: 0.1)
        // 0.3 * 20 * 0.5 + 0.7 * 4, below 20 * 0.5 * 0.6; less 1 and 0.1
        #expect(abs(fetch.benefit - 5.8) < 1e-12)
        #expect(abs(fetch.surplus - 4.7) < 1e-12)
        // 0.2 * 20 * 0.5 - 1 + 0.8 * (0.8 - 0.25 * 0.8)
        #expect(abs(fetch.advantageOverWaiting - 1.48) < 1e-12)
        #expect(fetch.isDue)
    }

    /// However much later fetches spare, a copy serves no more launches than it is used for.
    @Test func theWorthHasABound() {
        for thisSession in [0, 0.3, 0.6, 1] {
            let fetch = value(
                somethingNew: 0.5, cost: 1, launched: 0.2, used: 0.6, changed: 0.25, later: 0.8,
                thisSession: thisSession, laterBenefit: 100)
            #expect(fetch.benefit == 20 * 0.5 * 0.6)
        }
        let none = value(
            somethingNew: 0.5, cost: 1, launched: 0.2, used: 0.6, changed: 0.25, later: 0.8, laterBenefit: 0)
        #expect(none.benefit == 0 && none.surplus == -1 && !none.isDue)
    }

    @Test func whatIsNoNumberIsNotDue() {
        #expect(!value(somethingNew: .nan, cost: 0, launched: 1, used: 1, changed: 0, later: 0).isDue)
        #expect(!value(somethingNew: 1, cost: .nan, launched: 1, used: 1, changed: 0, later: 0).isDue)
        #expect(!value(somethingNew: 1, cost: .infinity, launched: 1, used: 1, changed: 0, later: 0).isDue)
    }

    /// Both ways in each thing that may happen, each played by itself, and their balances by the probability of it.
    @Test func theAdvantageIsTheDifferenceOfTheTwoWays() {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let game = TwoWays(&random)
            let fetch = FetchValue(
                value: game.value, somethingNew: game.probabilities[0], cost: game.cost,
                launchedBeforeNextMoment: game.probabilities[1], usedInTime: game.usedInTime,
                changedBeforeNextMoment: game.probabilities[2], laterCost: game.laterCost,
                launchedWhileHeldBack: game.probabilities[3])
            let difference = game.mean(fetchesNow: true) - game.mean(fetchesNow: false)
            #expect(abs(fetch.advantageOverWaiting - difference) < 1e-9, "seed \(seed)")
        }
    }
}

/// To fetch now or at the next free moment, for one app, until its next launch after that.
private struct TwoWays {
    /// In joules.
    let value: Double, cost: Double, laterCost: Double
    /// Of something new now; of a launch before the next free moment; of a change before it; of an interval that
    /// forbids a second fetch.
    let probabilities: [Double]
    /// Probability that a copy that is up to date at the next free moment is so at the launch.
    let usedInTime: Double

    init(_ random: inout SplitMix64) {
        func probability() -> Double { random.bernoulli(0.4) ? random.pick([0, 1]) : random.nextUnit() }
        value = random.exponential(mean: 20)
        cost = random.exponential(mean: 4)
        // Often dearer than what is lost by not fetching.
        laterCost = random.exponential(mean: random.pick([1, 4, 30]))
        probabilities = [probability(), probability(), probability(), probability()]
        usedInTime = probability()
    }

    func mean(fetchesNow: Bool) -> Double {
        (0..<16).reduce(0) { sum, outcome in
            let happens = (0..<4).map { outcome >> $0 & 1 == 1 }
            let probability = (0..<4).reduce(1) {
                $0 * (happens[$1] ? probabilities[$1] : 1 - probabilities[$1])
            }
            return sum + probability * balance(fetchesNow: fetchesNow, happens)
        }
    }

    private func balance(fetchesNow: Bool, _ happens: [Bool]) -> Double {
        let (isNew, isLaunched, changes, isHeldBack) = (happens[0], happens[1], happens[2], happens[3])
        var balance = fetchesNow ? -cost : 0
        if isLaunched {
            let isFresh = fetchesNow || !isNew
            return balance + (isFresh ? value : 0)
        }
        // The next free moment. Whoever waited fetches now.
        let copyIsGood = fetchesNow && !changes
        let mayFetch = !fetchesNow || !isHeldBack
        let worthOfGoodCopy = value * usedInTime
        if copyIsGood { return balance + worthOfGoodCopy }
        guard mayFetch else { return balance }
        // A second fetch only if it pays; the first in any case.
        if !fetchesNow || worthOfGoodCopy > laterCost { balance += worthOfGoodCopy - laterCost }
        return balance
    }
}
