import Testing

@testable import FetchSched

/// When sessions begin.
@Suite struct SessionRateTests {
    private let clock = LocalClock()

    /// A user with sessions of two minutes at those moments.
    private struct User {
        var rate = SessionRate(ForecastParameters())
        var session = SessionTracker(gap: .minutes(5))

        init(_ moments: [FetchTime]) {
            let clock = LocalClock()
            for now in moments {
                rate.pass(to: now, session, clock: clock)
                if session.isOver(at: now) {
                    rate.start(at: now, pause: session.pause(at: now), clock: clock)
                }
                session.launch(at: now)
                rate.pass(to: now + .minutes(2), session, clock: clock)
                session.endUse(at: now + .minutes(2))
            }
        }
    }

    /// The true rate is known, after pauses of every length that there were.
    @Test func aSteadyUserIsKnownToBeSteady() {
        var random = SplitMix64(seed: 21)
        var (moments, now) = ([FetchTime](), FetchTime.monday)
        while now < .monday + .days(120) {
            now = now + .minutes(7) + .seconds(random.exponential(mean: 2160))
            moments.append(now)
        }
        let user = User(moments)
        for hour in 0..<24 as Range<Int64> {
            for minutes in [6, 15, 40, 90] as [Int64] {
                let rate = user.rate.hazard(
                    at: now + .hours(hour), pause: .minutes(minutes), clock: clock)
                #expect(abs(rate * 2400 - 1) < 0.35, "\(hour), \(minutes): \(rate * 2400)")
            }
        }
    }

    /// Somebody who opens an app at eight and at twenty hours: after eleven hours without one, a session is likelier at the full
    /// hour than after such a pause at large, and before it less likely.
    @Test func theHourSaysWhetherASessionIsNear() {
        let user = User(
            (0..<84).map { FetchTime.monday + .hours(12 * Int64($0) + 8) })
        let day = FetchTime.monday + .days(42)
        let ratios = [5, 8].map { hour in
            user.rate.ratio(at: day + .hours(hour), pause: .hours(11), clock: clock)
        }
        #expect(ratios[0] < 0.5 && ratios[1] > 1.5, "\(ratios)")
        #expect(ratios.allSatisfy { (0.25...4).contains($0) })
        #expect(
            user.rate.hazard(at: day + .hours(8), pause: .hours(11), clock: clock)
                > 3 * user.rate.hazard(at: day + .hours(5), pause: .hours(11), clock: clock))
    }

    /// An app that is opened eight times a day, and then no more: before anybody opens it again, the longer nobody does the less
    /// it is expected. With one that is opened every other day, a pause of a day says nothing.
    @Test func aPauseOfDaysSaysThatTheUserIsGone() {
        let often = User((0..<160).map { .monday + .hours(3 * $0) })
        func sessionsADay(_ user: User, after pause: TimeSpan) -> Double {
            (0..<24).reduce(0) { sum, hour in
                sum + 3600
                    * user.rate.hazard(at: .monday + .days(21) + .hours(hour), pause: pause, clock: clock)
            }
        }
        let expected = [24, 48, 240].map { sessionsADay(often, after: .hours($0)) }
        #expect(expected[0] > 2 * expected[1] && expected[1] > 4 * expected[2], "\(expected)")
        #expect(expected[2] < 0.3 && expected[2] > 0, "\(expected)")

        let seldom = User((0..<60).map { .monday + .hours(48 * $0) })
        let soon = sessionsADay(seldom, after: .hours(30))
        #expect((0.25...1.5).contains(soon), "\(soon)")
        // A new user has made no pause.
        let new = SessionRate(ForecastParameters())
        #expect(abs(new.hazard(at: .monday, pause: .max, clock: clock) / new.rhythm.mean - 1) < 1e-9)
    }

    /// Parts of a day add up to it.
    @Test func sharesOfADay() {
        let user = User((0..<84).map { FetchTime.monday + .hours(12 * Int64($0) + 8) })
        var random = SplitMix64(seed: 3)
        for day in [0, 1, 5, 6] as [Int64] {
            let begin = FetchTime.monday + .days(42 + day)
            let cut = begin + .seconds(random.nextUnit() * 86_400)
            let parts = [(begin, cut), (cut, begin + .days(1))].map {
                user.rate.shareOfDay(from: $0.0, to: $0.1, clock: clock)
            }
            #expect(abs(parts[0] + parts[1] - 1) < 1e-9 && parts.allSatisfy { $0 >= 0 })
        }
        let nothing = SessionRate(ForecastParameters())
        #expect(
            abs(nothing.shareOfDay(from: .monday, to: .monday + .hours(6), clock: clock) - 0.25) < 1e-9)
        #expect(nothing.shareOfDay(from: .monday, to: .monday - .hours(6), clock: clock) == 0)
    }

    /// Rates are finite and positive whatever the clock does.
    @Test func anyTimesGiveNumbers() {
        var random = SplitMix64(seed: 23)
        var user = User([])
        for _ in 0..<3000 {
            let now =
                random.bernoulli(0.1)
                ? random.pick([.distantPast, .distantFuture, .epoch])
                : FetchTime.monday + .seconds((random.nextUnit() - 0.3) * 1e6)
            user.rate.pass(to: now, user.session, clock: clock)
            switch random.below(4) {
            case 0:
                user.rate.start(at: now, pause: user.session.pause(at: now), clock: clock)
                user.session.launch(at: now)
            case 1: user.session.endUse(at: now)
            default: break
            }
            let pause = user.session.pause(at: now)
            let hazard = user.rate.hazard(at: now, pause: pause, clock: clock)
            #expect(hazard > 0 && hazard.isFinite)
            let ratio = user.rate.ratio(at: now, pause: pause, clock: clock)
            #expect((0.25...4).contains(ratio))
        }
    }
}
