import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Schedules of pollers, step by step. Times are seconds.
@Suite struct PollerTests {
    private func settings(_ name: String) throws -> PolicySettings {
        try #require(PolicyChoice(name)).settings
    }

    /// When the schedule wants to look, if it looks on time and finds what is listed.
    private func dues<S: PollSchedule>(_ schedule: S, _ outcomes: [FetchOutcome]) -> [Double] {
        var schedule = schedule
        var dues = [schedule.due.seconds]
        for outcome in outcomes {
            schedule.polled(outcome, at: schedule.due)
            dues.append(schedule.due.seconds)
        }
        return dues
    }

    /// I: 1000, unchanged 1400, changed 1120 (0.8 x), unchanged 1568.
    ///
    ///     look at 1000, nothing: delta = 1000 (since registration), I = 1400, next = 1000 - 300 + 1400 = 2100
    ///     look at 2100, changed: delta = 0, I = 1120, next = 3220
    ///     look at 3220, nothing: delta = 1120, I = 1568, next = 3220 - 336 + 1568 = 4452
    ///     look at 4452, failed: a day later
    @Test func nutch() throws {
        let schedule = NutchSchedule(try settings("nutch:start=1000"), from: .epoch)
        #expect(
            dues(schedule, [.noData, .newData, .noData, .failed]) == [1000, 2100, 3220, 4452, 4452 + 86_400])
    }

    /// A delta longer than the interval becomes the interval: I = 2000 x 1.4 = 2800 < delta 10,000.
    @Test func nutchTakesTheTimeSinceTheChangeForItsInterval() throws {
        var schedule = NutchSchedule(try settings("nutch:start=2000"), from: .epoch)
        schedule.polled(.noData, at: FetchTime(seconds: 10_000))
        #expect(schedule.interval == 10_000)
        #expect(schedule.due == FetchTime(seconds: 10_000 - 3000 + 10_000))
        // At most 90 days, of which it goes back by three tenths.
        for _ in 0..<100 { schedule.polled(.noData, at: schedule.due) }
        #expect(schedule.interval == 90 * 86_400)
        for _ in 0..<100 { schedule.polled(.newData, at: schedule.due) }
        #expect(schedule.interval == 60)
    }

    /// I: 8000, at the first look as well; changed 0.5 x 8000 + 0.5 x 1000 = 4500; unchanged 6750; changed 3875; failed:
    /// 2 h; then 8000 again, whatever was found, and unchanged 12,000.
    @Test func stormcrawler() throws {
        let schedule = StormCrawlerSchedule(try settings("stormcrawler-1000:start=8000"), from: .epoch)
        #expect(
            dues(
                schedule, [.newData, .newData, .noData, .newData, .failed, .newData, .noData])
                == [8000, 16_000, 20_500, 27_250, 31_125, 38_325, 46_325, 58_325])
        var slow = schedule
        for _ in 0..<100 { slow.polled(.noData, at: slow.due) }
        #expect(slow.interval == 14 * 86_400)
    }

    /// Three entries 6 h apart: W = ceil(168 h / 6 h) = 28, so 6 h; with factor 2 3 h. Less than two: a day. Entries
    /// that are older than a week do not count.
    @Test func miniflux() throws {
        for (factor, hours) in [("1", 6.0), ("2", 3.0)] {
            var schedule = MinifluxSchedule(try settings("miniflux-\(factor)"), from: .epoch)
            schedule.polled(.newData, at: FetchTime(seconds: 0))
            #expect(schedule.interval(at: .epoch) == 86_400)
            schedule.polled(.newData, at: FetchTime(seconds: 6 * 3600))
            schedule.polled(.newData, at: FetchTime(seconds: 12 * 3600))
            #expect(schedule.due == FetchTime(seconds: (12 + hours) * 3600))
            schedule.polled(.noData, at: FetchTime(seconds: 8 * 86_400))
            #expect(schedule.due == FetchTime(seconds: 9 * 86_400))
        }
        // A gap of 5 h gives ceil(33.6) = 34 entries a week.
        var schedule = MinifluxSchedule(try settings("miniflux"), from: .epoch)
        for hour in [0, 5, 10] { schedule.polled(.newData, at: FetchTime(seconds: Double(hour) * 3600)) }
        #expect(schedule.interval(at: FetchTime(seconds: 36_000)) == 604_800.0 / 34)
    }

    /// The pair of factors is the dial: where as many looks find a change as balance growth and shrinkage, intervals stay.
    /// With 0.25 and 0.2 these are one of two, whatever the others are.
    @Test func nutchSettlesByItsFactors() throws {
        var schedule = NutchSchedule(
            try settings("nutch-0.25:decrease=0.2,syncRate=0,start=86400"), from: .epoch)
        for _ in 0..<20 {
            schedule.polled(.newData, at: schedule.due)
            schedule.polled(.noData, at: schedule.due)
        }
        #expect(abs(schedule.interval - 86_400) < 1)
    }

    /// Changes 1 h apart: half an hour. Silent for a week: max / 4, two: max / 2, 30 days: max. The gap is unknown before
    /// the second change, and so is the silence before the first: max.
    @Test func commafeed() throws {
        var schedule = CommaFeedSchedule(try settings("commafeed"), from: .epoch)
        schedule.polled(.noData, at: FetchTime(seconds: 0))
        #expect(schedule.due == FetchTime(seconds: 14_400))
        schedule.polled(.newData, at: FetchTime(seconds: 3600))
        #expect(schedule.due == FetchTime(seconds: 18_000))
        #expect(schedule.interval(at: FetchTime(seconds: 3600 + 7.1 * 86_400)) == 3600)
        schedule = CommaFeedSchedule(try settings("commafeed"), from: .epoch)
        for hour in 1...3 { schedule.polled(.newData, at: FetchTime(seconds: 3600 * Double(hour))) }
        #expect(schedule.due == FetchTime(seconds: 10_800 + 1800))
        for (days, interval) in [(6.9, 1800.0), (7.1, 3600), (14.1, 7200), (30.1, 14_400)] {
            #expect(schedule.interval(at: FetchTime(seconds: 10_800 + days * 86_400)) == interval)
        }
        // Failures: two wait for the shortest interval, the third 1 h, the fourth 2 h, at most 4 h; a success forgives.
        let begin = 20_000.0
        let waits = [300.0, 300, 3600, 7200, 10_800, 14_400, 14_400]
        for (number, wait) in waits.enumerated() {
            schedule.polled(.failed, at: FetchTime(seconds: begin))
            #expect(schedule.due == FetchTime(seconds: begin + wait), "failure \(number)")
        }
        schedule.polled(.noData, at: FetchTime(seconds: begin))
        #expect(schedule.due == FetchTime(seconds: begin + 1800))
    }

    /// With a tick, looks move to the nearest one, so that a period of a tick stays one.
    @Test func ticksAreShared() throws {
        let name = "miniflux-1:max=1000,tick=1000"
        let times = try starts(name, apps: 2, seconds: 5500) { $0.launch(1, at: 1400) }
        #expect(
            times == [[1000, 2000, 3000, 4000, 5000], [1000.563, 2000.563, 3000.563, 4000.563, 5000.563]])
    }

    /// A schedule that asks more often than ticks come is served once a tick.
    @Test func oneLookATick() throws {
        for name in ["miniflux-1:min=60,max=60,tick=900", "miniflux-1:min=300,max=300,tick=3600"] {
            let times = try starts(name, apps: 2, seconds: 36_000)
            for app in times {
                #expect(app.count >= 9 && app.count <= 41, "\(app.count)")
                for (one, next) in zip(app, app.dropFirst()) { #expect(next - one > 890) }
            }
        }
    }

    /// A silence longer than the longest interval does not make Nutch ask without end.
    @Test func nutchAfterALongSilence() throws {
        var schedule = NutchSchedule(try settings("nutch:start=1000,max=3600"), from: .epoch)
        for _ in 0..<50 {
            let before = schedule.due
            schedule.polled(.noData, at: before)
            #expect(schedule.due - before >= .seconds(700), "\(schedule.due - before)")
        }
    }

    /// What a sweep runs can be named.
    @Test func sweepsAreInRange() {
        for family in PolicyFamily.all {
            guard let dial = family.dial else { continue }
            #expect(family.sweep.allSatisfy(dial.range.contains), "\(family.name)")
            for value in family.sweep {
                let choice = PolicyChoice(family, [dial.name: value])
                #expect(PolicyChoice(choice.name) == choice)
            }
        }
    }

    // MARK: LambdaCrawl

    /// Of regular gaps g, of which k of n found a change, the estimate is -ln((n - k + 0.5) / (n + 1)) / g.
    @Test func changeRateOfRegularGaps() {
        var rate = ChangeRate(from: .epoch)
        for look in 1...10 {
            rate.looked(look % 5 == 0 ? .newData : .noData, at: FetchTime(seconds: 100 * Double(look)))
            rate.looked(.failed, at: FetchTime(seconds: 100 * Double(look) + 50))
        }
        let expected = -PortableMath.log((8 + 0.5) / 11) / 100
        #expect(abs(rate.perSecond / expected - 1) < 1e-6, "\(rate.perSecond) \(expected)")
    }

    @Test func changeRateOfIrregularGapsIsFound() {
        var draw = SplitMix64(seed: 3)
        let truth = 1.0 / 3600
        var rate = ChangeRate(most: 4000, from: .epoch)
        var now = 0.0
        for _ in 0..<4000 {
            let gap = -3600 * PortableMath.log(1 - draw.nextUnit())
            now += gap
            rate.looked(
                draw.nextUnit() < 1 - PortableMath.exp(-truth * gap) ? .newData : .noData,
                at: FetchTime(seconds: now))
        }
        #expect(abs(rate.perSecond / truth - 1) < 0.06)
    }

    /// The division: mu r / (rho + r)^2 is the same for all that get looks (Lagrange), less for the others, and the rates
    /// sum to the budget. No transfer of a part from one to another makes more launches fresh.
    @Test func divisionIsOptimal() {
        let sources = [(1e-4, 1e-3), (1e-5, 1e-3), (1e-4, 1e-5), (1, 1e-4)].map {
            CrawlRates.Source(changes: $0.0, launches: $0.1)
        }
        let rates = CrawlRates.divide(0.01, among: sources)
        #expect(abs(rates.reduce(0, +) - 0.01) < 1e-12)
        let multipliers = zip(sources, rates).map { source, rate in
            source.launches * source.changes / ((rate + source.changes) * (rate + source.changes))
        }
        for multiplier in multipliers.dropLast() { #expect(abs(multiplier / multipliers[0] - 1) < 1e-6) }
        #expect(rates[3] == 0 && multipliers[3] < multipliers[0], "changes too fast to be kept up with")
        func fresh(_ rates: [Double]) -> Double {
            zip(sources, rates).reduce(0) { $0 + $1.0.launches * $1.1 / ($1.1 + $1.0.changes) }
        }
        for giver in 0..<3 {
            for taker in 0..<4 where taker != giver {
                var other = rates
                other[giver] -= 1e-5
                other[taker] += 1e-5
                #expect(fresh(other) < fresh(rates))
            }
        }
        #expect(CrawlRates.divide(1, among: []).isEmpty)
    }

    @Test func theBudgetIsUsed() throws {
        var script = Script(apps: 5, seconds: 20 * 86_400)
        for hour in 0..<480 {
            script.update(hour % 5, at: Double(hour) * 3600 + 10)
            script.launch(hour % 3, at: Double(hour) * 3600 + 1800)
        }
        let done = try fetches("lambdacrawl-100", script).fetches.count
        // Launches are looks, too, and put the next one off.
        #expect(done > 60 * 20 && done <= 105 * 20, "\(done)")
    }
}
