import FetchSched
import Testing

@testable import FetchSim
@testable import FetchLab

/// The baselines' arithmetic, by hand.
@Suite struct ForecastBaselineTests {
    private typealias Step = IntegrationSteps.Step

    private func hours(_ begin: Double, _ end: Double) -> Step {
        Step(begin: Instant(seconds: begin * 3600), end: Instant(seconds: end * 3600))
    }

    /// 1970-01-01 was a Thursday; these are hours since then.
    private func at(_ hours: Double) -> Instant { Instant(seconds: hours * 3600) }

    @Test func constantRate() {
        var rate = ConstantRate()
        #expect(rate.rate == 1.0 / 3600)
        for hour in 0..<9 { rate.pass(hours(Double(hour), Double(hour) + 1), clock: LocalClock()) }
        for _ in 0..<4 { rate.launch(at: at(9), clock: LocalClock()) }
        #expect(rate.rate == 5.0 / 36_000)
    }

    @Test func timeOfDayTellsHoursAndKindsOfDayApart() {
        var rate = TimeOfDayRate()
        let clock = LocalClock()
        for hour in 0..<24 { rate.pass(hours(Double(hour), Double(hour) + 1), clock: clock) }
        for _ in 0..<6 { rate.launch(at: at(8.5), clock: clock) }
        // Seven launches (one believed) in 25 hours, of which two hours' worth is the prior of each bin.
        let prior = 7.0 / 90_000 * 7200
        #expect(abs(rate.rate(at: at(8.9), clock: clock) - (6 + prior) / 10_800) < 1e-15)
        #expect(abs(rate.rate(at: at(9.1), clock: clock) - prior / 10_800) < 1e-15)
        // Nothing is known of Saturday: the constant rate.
        #expect(abs(rate.rate(at: at(48 + 8.5), clock: clock) - 7.0 / 90_000) < 1e-15)
        // The same hour of the next weekday, and the same by a clock an hour ahead.
        #expect(rate.rate(at: at(32.1), clock: clock) == rate.rate(at: at(8.1), clock: clock))
        var ahead = clock
        ahead.secondsEast = 3600
        #expect(rate.rate(at: at(7.1), clock: ahead) == rate.rate(at: at(8.1), clock: clock))
    }

    @Test func hourOfWeekIsShrunkTowardsTimeOfDay() {
        var weekly = HourOfWeekRate()
        var daily = TimeOfDayRate()
        let clock = LocalClock()
        for hour in 0..<48 {
            weekly.pass(hours(Double(hour), Double(hour) + 1), clock: clock)
            daily.pass(hours(Double(hour), Double(hour) + 1), clock: clock)
        }
        for _ in 0..<3 {
            weekly.launch(at: at(8), clock: clock)
            daily.launch(at: at(8), clock: clock)
        }
        let prior = daily.rate(at: at(8), clock: clock)
        #expect(abs(weekly.rate(at: at(8), clock: clock) - (3 + 7200 * prior) / 10_800) < 1e-15)
        #expect(abs(weekly.rate(at: at(32), clock: clock) - 7200 * prior / 10_800) < 1e-15)
        // Monday was not seen: the time-of-day rate.
        #expect(abs(weekly.rate(at: at(96 + 8), clock: clock) - prior) < 1e-15)
    }

    @Test func hoursOfTheWeek() {
        #expect(LocalClock().hourOfWeek(.epoch) == 72)
        #expect(LocalClock().hourOfWeek(at(95.9)) == 167)
        #expect(LocalClock().hourOfWeek(at(96)) == 0)
        #expect(LocalClock().hourOfWeek(at(-0.1)) == 71)
        var west = LocalClock()
        west.secondsEast = -18_000
        #expect(west.hourOfWeek(.epoch) == 67)
    }

    @Test func popularity() {
        var popularity = Popularity(apps: 4)
        #expect(popularity.share(2) == 0.25)
        for app in [0, 0, 1] { popularity.launch(app) }
        #expect(popularity.share(0) == 2.25 / 4)
        #expect(popularity.share(3) == 0.25 / 4)
        #expect(abs((0..<4).map(popularity.share).reduce(0, +) - 1) < 1e-12)
    }

    @Test func previousApp() {
        var chain = PreviousApp(apps: 3)
        var popularity = Popularity(apps: 3)
        for app in [0, 1, 0, 1, 0, 2, 0] {
            chain.launch(app)
            popularity.launch(app)
        }
        // Three launches followed one of app 0: twice app 1, once app 2.
        #expect(abs(chain.share(1) - (2 + 4 * popularity.share(1)) / 7) < 1e-15)
        #expect(abs(chain.share(0) - 4 * popularity.share(0) / 7) < 1e-15)
        #expect(abs((0..<3).map(chain.share).reduce(0, +) - 1) < 1e-12)
        #expect(PreviousApp(apps: 5).share(4) == 0.2)
    }

    @Test func appRates() {
        var rates = AppRates(apps: 2)
        let clock = LocalClock()
        for hour in 0..<24 { rates.pass(hours(Double(hour), Double(hour) + 1), clock: clock) }
        for _ in 0..<9 { rates.launch(0, at: at(8.5), clock: clock) }
        let window = AppRates.Window(from: at(31.5), span: .hours(4), clock: clock)
        #expect(abs(rates.expectedAtConstantRate(0, in: window) - 10.0 / 25 * 4 * 0.95) < 1e-12)
        #expect(abs(rates.expectedAtConstantRate(1, in: window) - 10.0 / 25 * 4 * 0.05) < 1e-12)
        // Half past seven to half past eleven: the bins 7 (half), 8, 9, 10, 11 (half), each after eight hours'
        // worth of the histogram of all launches.
        let quiet = 10.0 / 25 * 2 / 3
        let busy = (9 + 10.0 / 25 * 2) / 3
        let expected = (9 + 8 * busy * 0.95) / 9 + 3 * (8 * quiet * 0.95) / 9
        #expect(abs(rates.expectedByTimeOfDay(0, in: window) - expected) < 1e-12)
    }

    /// Two questions an hour, of which a burst of launches makes but few come true.
    @Test func baseRates() {
        var script = Script(apps: 2, seconds: 86_400)
        for launch in 0..<10 { script.launch(0, at: 1800 + Double(launch)) }
        let launches = LaunchLog(script.trace)
        var rates = BaseRates(apps: 2)
        #expect(rates.chance(0, horizon: 2, constant: 0.3) == 0.3)
        // Asked at 1:00 and 1:30, after the launches; nothing came. What is asked about an hour is known an hour later.
        for halfHour in 1...5 { rates.learnOfHalfHours(at: at(Double(halfHour) / 2), launches) }
        #expect(rates.chance(0, horizon: 0, constant: 0) == 0)
        let hour = TimeSpan.hours(1)
        #expect(HorizonTally.spans[2] == hour)
        let share = 16 * 0.3 / (16 + 2)
        #expect(abs(rates.chance(0, horizon: 2, constant: 0.3) - share) < 1e-9)
        #expect(rates.chance(1, horizon: 2, constant: 0.3) == 0.3, "never launched, never asked")
        // A launch at four: asked at half past three, that came true.
        script.launch(0, at: 4 * 3600 - 1)
        var again = BaseRates(apps: 2)
        for halfHour in 1...10 {
            again.learnOfHalfHours(at: at(Double(halfHour) / 2), LaunchLog(script.trace))
        }
        // Asked about an hour at 1, 1:30, ... 4:00: those of 3:00 and 3:30 came true.
        #expect(abs(again.chance(0, horizon: 2, constant: 0) - 2.0 / (16 + 7)) < 1e-9)
    }

    /// Questions are asked as moments come, and learned of once their time is over.
    @Test func momentRates() {
        var script = Script(apps: 2, seconds: 86_400)
        for hour in [1.0, 2, 2.5] { script.launch(0, at: hour * 3600) }
        let launches = LaunchLog(script.trace)
        var rates = MomentRates(apps: 2)
        for hour in [1.0, 2, 2.5] { rates.ask(at: at(hour) + TimeSpan(milliseconds: 1)) }
        rates.learn(until: at(2.99), launches)
        // Of the hour after one o'clock alone is known: the launch at two is just within it.
        #expect(abs(rates.rates.chance(0, horizon: 2, constant: 0) - 1.0 / (16 + 1)) < 1e-9)
        rates.learn(until: at(3.6), launches)
        // After two there was one at half past two, then none.
        #expect(abs(rates.rates.chance(0, horizon: 2, constant: 0) - 2.0 / (16 + 3)) < 1e-9)
        #expect(rates.rates.chance(0, horizon: 0, constant: 0) == 0)
        #expect(rates.rates.chance(0, horizon: 3, constant: 0.3) == 0.3, "four hours are not over")
        #expect(rates.rates.chance(1, horizon: 2, constant: 0.3) == 0.3, "never launched, never asked")
    }

    @Test func contentBaselines() {
        var content = ContentBaselines(apps: 2, start: .epoch)
        content.learn(true, of: 0, at: at(10))
        content.learn(false, of: 0, at: at(12))
        content.learn(false, of: 1, at: at(12))
        // Found once in three looks, over 24 hours of waiting.
        let chances = content.probabilities(0, at: at(13))
        let overallRate = 2.0 / (24 + 24)
        let rate = 2 / (12 + 1 / overallRate)
        #expect(abs(chances[0] - PortableMath.saturation(rate)) < 1e-12)
        #expect(abs(chances[1] - (1 + 2 * 0.4) / 4) < 1e-12)
        #expect(abs(chances[2] - 0.4) < 1e-12)
    }
}
