import FetchSched
import Testing

@Suite struct FetchValueTests {
    private func value(
        somethingNew p: Double, cost: Double, launched r: Double, used q: Double, changed: Double,
        later: Double, heldBack: Double = 0, thisSession u: Double = 0, worthLater k: Double = 20,
        noData: Double = 0
    ) -> FetchValue {
        FetchValue(
            value: 20, somethingNew: p, cost: cost, launchedBeforeNextMoment: r, usedInTime: q,
            changedBeforeNextMoment: changed, laterCost: later, launchedWhileHeldBack: heldBack,
            launchedThisSession: u, noDataCost: noData, worthLater: k)
    }

    @Test func anExampleByHand() {
        let fetch = value(
            somethingNew: 0.5, cost: 1, launched: 0.2, used: 0.6, changed: 0.25, later: 0.8, thisSession: 0.3,
            worthLater: 4, noData: 0.1)
        // 0.3 * 20 * 0.5 + 0.7 * 4, below 20 * 0.5 * 0.6; less 1 and 0.1
        #expect(abs(fetch.worth - 5.8) < 1e-12)
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
                thisSession: thisSession, worthLater: 100)
            #expect(fetch.worth == 20 * 0.5 * 0.6)
        }
        let none = value(
            somethingNew: 0.5, cost: 1, launched: 0.2, used: 0.6, changed: 0.25, later: 0.8, worthLater: 0)
        #expect(none.worth == 0 && none.surplus == -1 && !none.isDue)
    }

    @Test func aFetchTooEarlyWastesFreshnessWhereTheIntervalForbidsAnother() {
        let fetch = value(
            somethingNew: 0.5, cost: 1, launched: 0.2, used: 0.6, changed: 0.25, later: 0.8, heldBack: 1)
        // 2 - 1 + 0.8 * (0.8 - 0.25 * 20 * 0.6)
        #expect(abs(fetch.advantageOverWaiting - -0.76) < 1e-12)
        #expect(fetch.surplus > 0 && !fetch.isDue)
        let seldom = value(
            somethingNew: 0.5, cost: 1, launched: 0.2, used: 0.6, changed: 0.25, later: 0.8, heldBack: 0.1)
        // 2 - 1 + 0.8 * (0.8 - 0.25 * (0.1 * 12 + 0.9 * 0.8))
        #expect(abs(seldom.advantageOverWaiting - 1.256) < 1e-12)
    }

    @Test func worthItButBetterLater() {
        // Certain to be used, but not before the next free moment, which is cheaper.
        let fetch = value(somethingNew: 1, cost: 1, launched: 0, used: 1, changed: 0, later: 0.1)
        #expect(fetch.surplus == 19)
        #expect(abs(fetch.advantageOverWaiting - -0.9) < 1e-12)
        #expect(!fetch.isDue)
    }

    @Test func nothingNewIsNeverDue() {
        let fetch = value(somethingNew: 0, cost: 0, launched: 1, used: 1, changed: 0, later: 5)
        #expect(fetch.surplus == 0 && !fetch.isDue)
    }

    @Test func aCertainLaunchIsWorthAllButTheCost() {
        let fetch = value(somethingNew: 0.5, cost: 9.5, launched: 1, used: 1, changed: 1, later: 100)
        #expect(abs(fetch.surplus - 0.5) < 1e-12)
        #expect(abs(fetch.advantageOverWaiting - 0.5) < 1e-12)
        #expect(fetch.isDue)
    }

    @Test func whatIsNoNumberIsNotDue() {
        #expect(!value(somethingNew: .nan, cost: 0, launched: 1, used: 1, changed: 0, later: 0).isDue)
        #expect(!value(somethingNew: 1, cost: .nan, launched: 1, used: 1, changed: 0, later: 0).isDue)
        #expect(!value(somethingNew: 1, cost: .infinity, launched: 1, used: 1, changed: 0, later: 0).isDue)
    }

    /// Compares the two ways by simulation: fetch now (and again if it was for nothing) or wait.
    @Test func theAdvantageIsTheDifferenceOfTheTwoWays() {
        var random = SplitMix64(seed: 111)
        let (p, c, later, r, changed, q) = (0.4, 0.9, 0.7, 0.15, 0.3, 0.9)
        let fetch = value(somethingNew: p, cost: c, launched: r, used: q, changed: changed, later: later)
        var difference = 0.0
        let rounds = 400_000
        for _ in 0..<rounds {
            let isNew = random.chance(p)
            if random.chance(r) {
                difference += (isNew ? 20 : 0) - c
            } else {
                // By waiting it is fetched at the next moment; by fetching now only if it changed meanwhile.
                difference += later - c - (random.chance(changed) ? later : 0)
            }
        }
        #expect(abs(difference / Double(rounds) - fetch.advantageOverWaiting) < 0.05)
    }
}
