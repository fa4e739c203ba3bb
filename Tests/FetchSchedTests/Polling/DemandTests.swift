import Testing

@testable import FetchSched

/// How often each app is opened, where many people do.
@Suite struct DemandTests {
    private let clock = LocalClock()

    /// Apps that are opened at constant rates, twice as often from 8 to 20 h as on average; all the while asked, or not.
    private func opened(days: Int, perDay: [Double], seed: UInt64, isAsked: Bool = false) -> Demand {
        var random = SplitMix64(seed: seed)
        var demand = Demand(ForecastParameters())
        for app in perDay.indices { demand.add(app, at: .monday, clock) }
        var (now, question) = (FetchTime.monday, FetchTime.monday)
        let sum = perDay.reduce(0, +)
        while now < .monday + .days(Int64(days)) {
            now = now + .seconds(random.exponential(mean: 43_200 / sum))
            while isAsked, question < min(now, .monday + .days(Int64(days))) {
                demand.turn(to: question, clock)
                question = question + .minutes(10)
            }
            guard (8..<20).contains(clock.hour(now)) else { continue }
            var place = random.nextUnit() * sum
            for (app, rate) in perDay.enumerated() {
                if place < rate {
                    demand.launch(app, at: now, clock)
                    break
                }
                place -= rate
            }
        }
        demand.turn(to: .monday + .days(Int64(days)), clock)
        return demand
    }

    @Test func ratesAndHours() {
        let perDay = [40.0, 10, 0.5]
        let demand = opened(days: 28, perDay: perDay, seed: 3)
        let end = FetchTime.monday + .days(28)
        for (app, rate) in perDay.enumerated() {
            let found = demand.rate(app, at: end) * 86_400
            #expect(found > 0.7 * rate - 0.1 && found < 1.3 * rate + 0.1, "\(app): \(found)")
        }
        #expect(abs(demand.totalRate(at: end) * 86_400 / 50.5 - 1) < 0.1)
        // By the hour, without a step, and 1 in the mean of a week.
        let week = (0..<1008 as Range<Int64>).map { demand.byHour.factor(at: end + .minutes(10 * $0), clock) }
        let mean: Double = week.reduce(0, +) / Double(week.count)
        #expect(week[6 * 12 + 3] > 1.8 && week[6 * 2 + 3] < 0.2)
        #expect(abs(mean - 1) < 0.001)
        #expect(zip(week, week.dropFirst()).allSatisfy { abs($0 - $1) < 0.5 })
        #expect(abs(week.max()! - demand.byHour.most) < 1e-6)
    }

    @Test func whatIsForgottenAndWhatIsNew() {
        var demand = opened(days: 28, perDay: [40, 10], seed: 4)
        let end = FetchTime.monday + .days(28)
        let before = demand.rate(0, at: end)
        // Nobody opens it any more: half of it is forgotten every three weeks.
        let after = demand.rate(0, at: end + .days(42))
        #expect(after < 0.45 * before && after > 0.1 * before)
        // A new app is taken to be like the others, and for little else soon.
        demand.add(2, at: end, clock)
        #expect(abs(demand.rate(2, at: end) * 86_400 - 50.0 / 3) < 3)
        #expect(demand.rate(2, at: end + .days(7)) < 0.1 * before)
    }

    @Test func itDoesNotMatterWhenItIsAsked() {
        let (calm, asked) = (
            opened(days: 9, perDay: [5, 2], seed: 8), opened(days: 9, perDay: [5, 2], seed: 8, isAsked: true)
        )
        let end = FetchTime.monday + .days(9)
        for app in 0..<2 { #expect(calm.rate(app, at: end) == asked.rate(app, at: end)) }
        #expect(calm.totalRate(at: end) == asked.totalRate(at: end))
        for hour in 0..<168 {
            let moment = end + .hours(Int64(hour))
            #expect(calm.byHour.factor(at: moment, clock) == asked.byHour.factor(at: moment, clock))
        }
    }
}

/// What a scheduler knows of a source that is opened at the same hours of every day.
@Suite struct DailyOpeningsTests {
    /// A longer span has no smaller probability: the openings of its minutes add up.
    @Test func probabilitiesGrowWithTheSpan() {
        var scheduler = PollingScene.opened(at: [7, 12])
        let day = FetchTime.monday + .days(30)
        for begin in stride(from: 0, to: 1440, by: 35) as StrideTo<Int64> {
            let now = day + .minutes(begin)
            var (sum, demand) = (0.0, scheduler.polling.demand)
            demand.turn(to: now, LocalClock())
            for minute in 0..<400 as Range<Int64> {
                let factor = demand.byHour.factor(at: now + .seconds(60 * Double(minute) + 30), LocalClock())
                sum += 60 * demand.totalRate(at: now) * factor
                let found = scheduler.polling.demand(from: now, within: .minutes(minute + 1), LocalClock())
                #expect(abs(found - sum) < 1e-4, "\(begin), \(minute): \(found), \(sum)")
            }
        }
        let probability = scheduler.launchProbability(of: AppID(0), within: .days(1), at: day)
        #expect(probability > 0.8 && probability < 0.95, "\(probability)")
    }

    /// A computer without a clock of its own begins in 1970, or a year ago, until it is told the time.
    @Test(arguments: [FetchTime.epoch, .monday - .days(365)])
    func aMinuteInAnotherYear(_ wrong: FetchTime) {
        var right = PollingScene.opened(at: [7, 12, 18, 21])
        var scheduler = right
        #expect(scheduler.nextFetch(at: wrong) == nil)
        let now = FetchTime.monday + .days(30) + .hours(2)
        #expect(right.nextFetch(at: now) == nil && scheduler.nextFetch(at: now) == nil)
        let (next, expected) = (
            scheduler.nextWakeup(after: now) ?? .epoch, right.nextWakeup(after: now) ?? .epoch
        )
        #expect(expected > now && expected < now + .hours(6), "\(expected)")
        #expect(abs((next - expected).seconds) <= 3600, "\(next), \(expected)")
    }
}
