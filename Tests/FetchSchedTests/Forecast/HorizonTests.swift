import Testing

@testable import FetchSched

@Suite struct HorizonTests {
    /// A user of whom nothing is known but the prior: 2.2 launches in each of 20 sessions a day.
    private let use = UseForecast(Configuration())
    private let rate = 44.0 / 86_400
    private let flat = [Double](repeating: 1, count: 24)

    private func pace(_ factors: [Double]) -> SourcePace {
        SourcePace(ContentHours.Pace(sourcePrior: 4, factors: factors), SourceHours())
    }

    private func horizon(pause: TimeSpan?, at now: Instant = .monday) -> Horizon {
        var horizon = Horizon()
        horizon.update(
            at: now, pauseBegin: pause.map { now - $0 }, clock: LocalClock(), use: use,
            sessions: DailyRhythm(priorPerDay: 44, priorDays: 1, halfLifeDays: 21),
            learned: 0)
        return horizon
    }

    /// With a constant rhythm the horizon's answers are the closed forms.
    @Test func aFlatRhythm() {
        let horizon = horizon(pause: .hours(2))
        let change = 1.0 / 7200
        let session = horizon.sessionDiscount(change: change, pace: pace(flat))
        #expect(abs(session - rate / (rate + change)) < 1e-9)
        let own = 0.25 * rate
        let present = horizon.discounts(change: change, pace: pace(flat), meanShare: 0.25) { _ in 0.25 }
            .toLaunch
        #expect(abs(present - own / (own + change)) < 1e-9)
        for minutes in [1, 10, 15, 60, 240, 1440, 2000] as [Int64] {
            let expected = horizon.expectedSessions(within: .minutes(minutes), closed: 0, between: 0) { _ in
                0.25
            }
            #expect(abs(expected - own * Double(minutes) * 60) < 1e-9, "\(minutes)")
        }
    }

    /// In ten minutes there is at most one session that is longer.
    @Test func aShortTimeHasOneSession() {
        let horizon = horizon(pause: .hours(2))
        let one = horizon.expectedSessions(within: .minutes(10), closed: 0, between: 900) { _ in 0.25 }
        #expect(abs(one - 0.25 * PortableMath.saturation(rate * 600)) < 1e-9)
        let rest = horizon.expectedSessions(within: .minutes(10), closed: 240, between: 900) { _ in 0.25 }
        #expect(abs(rest - 0.25 * PortableMath.saturation(rate * 360)) < 1e-9)
        #expect(horizon.expectedSessions(within: .minutes(10), closed: 600, between: 900) { _ in 1 } == 0)
    }

    @Test func contentThatSleepsAtNightWaitsForTheMorning() {
        let horizon = horizon(pause: .hours(2), at: .monday + .hours(1))
        var factors = flat
        for hour in 0..<7 { factors[hour] = 0 }
        let atOnce = horizon.sessionDiscount(change: 1.0 / 600, pace: pace(factors))
        // Six hours in which nothing can change: the session comes before with 1 - e^-(6 h l).
        #expect(atOnce > PortableMath.saturation(rate * 5.9 * 3600))
    }

    /// The recursion step by step, as its definition has it: the same bits.
    @Test func eightStepsAtOnceAreTheSteps() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<200 {
            let horizon = horizon(pause: .minutes(Int64(random.next() % 600)))
            var factors = flat
            for hour in 0..<24 { factors[hour] = random.nextUnit() < 0.1 ? 0 : random.nextUnit() * 3 }
            let change = random.nextUnit() < 0.1 ? 0 : PortableMath.exp(-16 * random.nextUnit())
            let share = random.nextUnit()
            func discount(_ rates: [Double], _ mean: Double, _ share: Double) -> Double {
                var discount = DiscountedWait.constant(rate: mean * share, change: change)
                for step in (0..<Horizon.count).reversed() {
                    let (rate, change) = (rates[step] * share, change * factors[horizon.hours[step]])
                    guard rate + change > 0 else { continue }
                    let length = Horizon.begins[step + 1] - Horizon.begins[step]
                    let passed = PortableMath.saturation((rate + change) * length)
                    discount = rate / (rate + change) * passed + (1 - passed) * discount
                }
                return discount
            }
            let session = discount(horizon.nextSessionRates, horizon.meanNextSessionRate, 1)
            #expect(horizon.sessionDiscount(change: change, pace: pace(factors)) == session)
            let both = horizon.discounts(change: change, pace: pace(factors), meanShare: share) { _ in share }
            #expect(both.toSession == session)
            #expect(both.toLaunch == discount(horizon.sessionRates, horizon.meanSessionRate, share))
        }
    }

    @Test func whileTheSessionMayGoOnNoneBegins() {
        let horizon = horizon(pause: .zero)
        // After five of its ten minutes, only.
        #expect(abs(horizon.nextSessionRates[0] - rate / 2) < 1e-9)
        #expect(horizon.expectedSessions(within: .minutes(5), closed: 300, between: 900) { _ in 1 } == 0)
        #expect(horizon.nextSessionRates[1] > 0)
    }

    /// Ten minutes are read as one moment: of a gap that was longer then, and is over a second from now, a second is closed.
    @Test func aLongGapThatIsAboutToEnd() {
        var configuration = Configuration()
        configuration.sessionGap = .minutes(15)
        var horizon = Horizon()
        horizon.update(
            at: .monday + .seconds(599), pauseBegin: .monday - .seconds(300), clock: LocalClock(),
            use: UseForecast(configuration),
            sessions: DailyRhythm(priorPerDay: 44, priorDays: 1, halfLifeDays: 21), learned: 0)
        #expect(horizon.nextSessionRates[0] == 0)
        let soon = horizon.expectedSessions(within: .minutes(10), closed: 1, between: 900) { _ in 1 }
        #expect(abs(soon - PortableMath.saturation(rate * 599)) < 1e-6)
    }

    @Test func eachStepHasItsHour() {
        let horizon = horizon(pause: nil, at: .monday + .hours(22))
        #expect(horizon.hours.prefix(6) == [22, 22, 22, 22, 23, 0])
        #expect(horizon.hours.last == 21)
    }
}
