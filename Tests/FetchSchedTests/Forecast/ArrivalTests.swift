import Testing

@testable import FetchSched

@Suite struct ArrivalTests {
    @Test func spansFollowOneAnother() {
        let arrival = Arrival(isUnlocked: true, at: .monday)
        for milliseconds in stride(from: Int64(0), to: Arrival.longest.milliseconds, by: 250) {
            let span = arrival.span(at: .monday + TimeSpan(milliseconds: milliseconds))
            let bounds = Arrival.bounds(ofSpan: span)
            let seconds = Double(milliseconds) / 1000
            #expect(seconds >= bounds.lowerBound && seconds < bounds.upperBound, "\(milliseconds) ms")
        }
        #expect(Arrival.bounds(ofSpan: Arrival.spans - 1).upperBound == Arrival.longest.seconds)
        #expect(!arrival.counts(at: .monday + Arrival.longest))
    }

    /// Launches come at random, once in eight seconds, and half of the arrivals end after ten seconds without one.
    @Test func ratesAreEventsOverExposure() {
        var rates = ArrivalRates()
        var random = SplitMix64(seed: 5)
        for round in 0..<2_000 {
            let arrival = Arrival(isUnlocked: true, at: .monday + .hours(Int64(round)))
            let wait = random.exponential(mean: 8)
            let launched = round % 2 == 0 || wait < 10
            rates.end(arrival, at: arrival.at + .seconds(launched ? wait : 10), launched: launched)
        }
        let arrival = Arrival(isUnlocked: true, at: .monday)
        for seconds in [0.5, 1.5, 3, 6] {
            let rate = rates.rate(arrival, at: .monday + .seconds(seconds))
            #expect(abs(rate - 0.125) < 0.03, "after \(seconds) s: \(rate)")
        }
        let lit = Arrival(isUnlocked: false, at: .monday)
        #expect(rates.rate(lit, at: .monday) == 0.01)
    }

    /// Of ten times that the screen lights it is unlocked seven times, and three of these lead to a launch four seconds later.
    @Test func whatFollowsAnArrivalIsLearned() {
        var occasions = OccasionForecast(.tenSecondTail)
        var habits = ArrivalHabits()
        for round in 0..<3_000 {
            let lit = Arrival(isUnlocked: false, at: .monday + .minutes(20 * Int64(round)))
            occasions.arrive(lit)
            habits.arrive(lit)
            guard round % 10 < 7 else { continue }
            let unlocked = Arrival(isUnlocked: true, at: lit.at + .seconds(2))
            occasions.arrive(unlocked)
            habits.arrive(unlocked)
            guard round % 10 < 3 else { continue }
            occasions.launch(at: unlocked.at + .seconds(4), newSession: true)
            habits.beginSession(announced: true)
        }
        let lit = occasions.outlook(OccasionForecast.context(Arrival(isUnlocked: false, at: .monday)))
        let unlocked = occasions.outlook(OccasionForecast.context(Arrival(isUnlocked: true, at: .monday)))
        #expect(abs(lit.newSession - 0.3) < 0.02, "\(lit)")
        #expect(abs(unlocked.newSession - 3 / 7) < 0.02, "\(unlocked)")
        #expect(abs((unlocked.newSessionSeconds ?? 0) - 4) < 0.1)
        #expect(abs(unlocked.near - 3 / 7) < 0.02 && abs(unlocked.nearSeconds - 4) < 0.1)
        #expect(abs(habits.isUnlocked - 0.7) < 0.05)
        #expect(habits.unannounced < 0.03)
    }

    /// A launch that follows at once leaves no time for a fetch, but wakes the radio.
    @Test func whatComesTooSoonIsNoUse() {
        var occasions = OccasionForecast(.tenSecondTail)
        for round in 0..<1_000 {
            let arrival = Arrival(isUnlocked: true, at: .monday + .hours(Int64(round)))
            occasions.arrive(arrival)
            occasions.launch(at: arrival.at + .seconds(round % 4 == 0 ? 3 : 0.2), newSession: true)
        }
        let outlook = occasions.outlook(OccasionForecast.context(Arrival(isUnlocked: true, at: .monday)))
        #expect(abs(outlook.newSession - 0.25) < 0.02, "\(outlook)")
        #expect(outlook.near > 0.98 && abs(outlook.nearSeconds - 0.9) < 0.1, "\(outlook)")
    }

    /// An arrival at which nothing is fetched is no moment for which other fetches may be left.
    @Test(arguments: [false, true]) func anArrivalIsAMomentIfTheRadioIsWoken(isOpened: Bool) {
        let outlook = outlookOfBursts(launchAfter: .seconds(5), isOpened: isOpened)
        #expect(isOpened ? outlook.moment > 0.99 : outlook.newSession > 0.99, "\(outlook)")
    }

    /// One at which the radio was woken too late was none.
    @Test func aWakingThatWasTooLateIsNoMoment() {
        let outlook = outlookOfBursts(launchAfter: .seconds(0.1), isOpened: true)
        #expect(outlook.newSession > 0.99, "\(outlook)")
    }

    /// What comes after bursts of the radio, each with an arrival half an hour later and a launch so long after that.
    private func outlookOfBursts(launchAfter lead: TimeSpan, isOpened: Bool) -> OccasionForecast.Outlook {
        var occasions = OccasionForecast(.tenSecondTail)
        for round in 0..<2_000 {
            let burst = Instant.monday + .hours(Int64(round))
            occasions.moment(at: burst, context: 20)
            let arrival = Arrival(isUnlocked: true, at: burst + .minutes(30))
            occasions.arrive(arrival)
            if isOpened { occasions.open(at: arrival.at) }
            occasions.launch(at: arrival.at + lead, newSession: true)
        }
        return occasions.outlook(20)
    }
}
