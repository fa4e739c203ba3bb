import Testing

@testable import FetchSched

@Suite struct WakeupRuleTests {
    private func rule(_ wakeup: Double = 10, session: Double = 1, moment: Double = 0) -> WakeupRule {
        WakeupRule(wakeupJoules: wakeup, sessionRate: session, momentRate: moment)
    }

    private func joined(
        _ rule: inout WakeupRule, first: Double, new: Double = 1, fresh: Double = 1, cost: Double = 0
    ) -> Bool {
        rule.join(value: 20, firstLaunch: first, somethingNew: new, staysFresh: fresh, cost: cost)
    }

    @Test func anEmptyBatchIsNeverDue() {
        #expect(!rule().isDue)
        #expect(!rule(0).isDue)
        #expect(!rule(-5).isDue)
    }

    @Test func appsTogetherPayForTheWakeup() {
        var rule = rule()
        // 0.3 * 20 * 1 - 0.5 = 5.5
        #expect(joined(&rule, first: 0.3, cost: 0.5))
        #expect(!rule.isDue)
        #expect(joined(&rule, first: 0.25, cost: 0.5))
        // 5.5 + 4.5
        #expect(rule.isDue)
    }

    @Test func appsThatAddNothingStayOut() {
        var rule = rule()
        #expect(joined(&rule, first: 0.6))
        #expect(!joined(&rule, first: 0.1, cost: 2))
        #expect(!joined(&rule, first: 0.9, new: 0.4, fresh: 0.5))
        #expect(!joined(&rule, first: .nan))
        #expect(rule.isDue)
    }

    @Test func otherFreeMomentsRaiseTheThreshold() {
        for (moment, due) in [(0.0, true), (0.15, true), (0.25, false), (1e9, false)] {
            var rule = rule(session: 1, moment: moment)
            // Gain 12 against 10 (1 + f).
            _ = joined(&rule, first: 0.6)
            #expect(rule.isDue == due)
        }
        var never = rule(session: 0, moment: 1)
        _ = joined(&never, first: 1)
        #expect(!never.isDue)
    }
}

@Suite struct RadioStateTests {
    private let costs = RadioCosts(
        wakeupJoules: 12, activeWatts: 2, tailWatts: 1, tailSeconds: 10, bytesPerSecond: 1000)
    private let now = Instant.monday

    @Test func asleepUntilSomethingHappens() {
        let radio = RadioState()
        #expect(!radio.isAwake(at: now, costs))
        #expect(!radio.isAwake(at: .distantPast, costs))
    }

    /// active |####|tail......|asleep
    @Test func awakeUntilTheTailEnds() {
        var radio = RadioState()
        radio.active(from: now, until: now + .seconds(4))
        #expect(radio.isAwake(at: now, costs))
        #expect(radio.isAwake(at: now + .seconds(13.999), costs))
        #expect(!radio.isAwake(at: now + .seconds(14), costs))
        radio.transferred(until: now + .seconds(20))
        #expect(radio.isAwake(at: now + .seconds(29), costs))
        // An earlier end shortens nothing.
        radio.transferred(until: now)
        #expect(radio.isAwake(at: now + .seconds(29), costs))
    }

    @Test func costsByHand() {
        var radio = RadioState()
        radio.active(from: now, until: now + .seconds(4))
        func cost(_ seconds: Double, after: Double, continues: Bool) -> Double {
            radio.awakeCost(seconds: seconds, at: now + .seconds(after), continues: continues, costs)
        }
        // Within the activity: nothing.
        #expect(cost(3, after: 1, continues: false) == 0)
        // One second beyond it: (2 - 1) W; or 2 W if the tail begins anew at its very beginning.
        #expect(cost(3, after: 2, continues: true) == 1)
        #expect(cost(3, after: 2, continues: false) == 2)
        // Six seconds into the tail: 2 W * 3 s, and the six seconds of tail once more.
        #expect(cost(3, after: 10, continues: false) == 12)
        #expect(cost(3, after: 10, continues: true) == 3)
        // Long after, no more than a whole tail.
        #expect(cost(3, after: 1e6, continues: false) == 16)
        #expect(cost(0, after: 10, continues: false) == 0)
    }

    @Test func sharedCostIsWhatATypicalActivityDoesNotCover() {
        let radio = RadioState()
        #expect(radio.sharedCost(seconds: 0.5, costs) == 0)
        #expect(radio.sharedCost(seconds: 2.5, costs) == 2)
    }

    @Test func wrongTimesDoNotLast() {
        var radio = RadioState()
        radio.active(from: now, until: .distantFuture)
        #expect(!radio.isAwake(at: now + .days(1), costs))
        radio.active(from: now + .days(30_000), until: now + .days(30_000))
        radio.active(from: now, until: now)
        #expect(!radio.isAwake(at: now + .minutes(1), costs))
        radio.active(from: now, until: .distantPast)
        #expect(radio.meanActivity >= 0)
    }
}
