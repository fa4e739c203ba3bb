import FetchSchedText
import Testing

@testable import FetchSched

/// A scheduler on a network that is always on: each app is asked for at its own moment.
@Suite struct PollingTests {
    private typealias Source = PollingScene.Source
    private typealias Event = PollingScene.Event

    /// What came of it.
    private struct Score {
        var fresh = 0
        var requests = 0
        func net(_ value: Double) -> Double { value * Double(fresh) - Double(requests) }
    }

    /// Runs the scheduler; what happens in the first week is not scored.
    private static func run(_ events: [Event], _ scheduler: inout Scheduler, apps: Int) throws -> Score {
        var score = Score()
        var scene = PollingScene(apps: apps)
        var next = 0
        var timer = scheduler.nextWakeup(after: .monday)
        let scored = FetchTime.monday + .days(7)
        while next < events.count {
            var now = events[next].time
            if let time = timer, time < now {
                now = time
            } else {
                next += 1
                guard let isFresh = scene.happens(events[next - 1], &scheduler) else { continue }
                if now > scored, isFresh { score.fresh += 1 }
            }
            while let app = scheduler.nextFetch(at: now) {
                try scene.answer(app, &scheduler, at: now)
                if now > scored { score.requests += 1 }
            }
            timer = scheduler.nextWakeup(after: now)
        }
        return score
    }

    /// Net value of asking each source at the age that is best for its true rates, or all at the same.
    private static func fixed(_ events: [Event], ages: [Double], value: Double) -> Double {
        var score = Score()
        var isStale = [Bool](repeating: false, count: ages.count)
        var last = [FetchTime](repeating: .monday, count: ages.count)
        let scored = FetchTime.monday + .days(7)
        for event in events {
            while (event.time - last[event.app]).seconds > ages[event.app] {
                last[event.app] = last[event.app] + .seconds(ages[event.app])
                if last[event.app] > scored { score.requests += 1 }
                isStale[event.app] = false
            }
            guard event.isOpening else {
                isStale[event.app] = true
                continue
            }
            if event.time > scored, !isStale[event.app] { score.fresh += 1 }
            isStale[event.app] = false
            last[event.app] = event.time
        }
        return score.net(value)
    }

    /// Learned rates are nearly as good as known ones, and far better than one interval for all.
    @Test func nearlyAsGoodAsKnownRates() throws {
        let sources = [
            Source(changes: 12, openings: 6), Source(changes: 1, openings: 6),
            Source(changes: 4, openings: 1),
            Source(changes: 0.3, openings: 2), Source(changes: 30, openings: 0.5),
            Source(changes: 2, openings: 12),
        ]
        let events = PollingScene.events(sources, days: 42, seed: 6)
        var scheduler = Scheduler.with(apps: sources.count, PollingScene.configuration())
        let score = try Self.run(events, &scheduler, apps: sources.count)
        let none = Self.fixed(events, ages: sources.map { _ in 1e9 }, value: 20)
        let known = sources.map { source in
            let (opened, changed) = (source.openings / 86_400, source.changes / 86_400)
            let rule = PollingRule(
                value: 20, ageJoules: 0, launchesLoad: true, launches: opened, updates: changed, emptyCost: 1,
                findCost: 0)
            var copy = CopyAge()
            while copy.seconds < 1e7 {
                let age = max(60, 1.01 * copy.seconds)
                copy.advance(to: age, somethingNew: PortableMath.saturation(changed * age), rule)
                if rule.surplus(copy) >= 0 { return age }
            }
            return 1e9
        }
        let best = Self.fixed(events, ages: known, value: 20) - none
        let same = [1, 2, 4, 8, 16, 32].map { hours in
            Self.fixed(events, ages: sources.map { _ in 3600 * hours }, value: 20) - none
        }
        let gain = score.net(20) - none
        #expect(gain > 0.9 * best, "\(gain) of \(best)")
        #expect(gain > 1.2 * (same.max() ?? 0), "\(gain), \(same)")
        // Nobody asks for what is hardly ever opened and changes at once.
        #expect(scheduler.apps[4].lastFetch.known.map { $0 < .monday + .days(14) } ?? true)
    }

    @Test func aSilentSourceIsAskedLessAndLess() throws {
        var scheduler = Scheduler.with(PollingScene.configuration(value: 100))
        var perWeek = [Int](repeating: 0, count: 8)
        var now = FetchTime.monday
        for day in 0..<56 {
            let noon = FetchTime.monday + .days(Int64(day)) + .hours(12)
            perWeek[day / 7] += try scheduler.poll(from: now, until: noon) { _ in .noData }.count
            now = noon
            scheduler.use(AppID(0), finds: .noData, bytes: 100, at: now)
        }
        #expect(perWeek[0] > 10 && perWeek[7] <= 2, "\(perWeek)")
        #expect(perWeek.reduce(0, +) < 100, "\(perWeek)")
    }

    /// Sources that change all the time, opened all the time for three days: everything else holds them back.
    private static func eager(_ configuration: FetchConfiguration, apps: Int = 1) -> Scheduler {
        var scheduler = Scheduler.with(apps: apps, configuration)
        for time in 0..<432 {
            let now = FetchTime.monday + .minutes(10 * Int64(time))
            for app in 0..<apps { scheduler.use(AppID(app), bytes: 900, at: now) }
        }
        return scheduler
    }

    @Test func whatIsAnnouncedIsFetchedThen() throws {
        var scheduler = Self.eager(PollingScene.configuration())
        try scheduler.setAnnouncesContent(true, of: AppID(0))
        let start = FetchTime.monday + .hours(72)
        #expect(try scheduler.poll(from: start, until: start + .hours(5)).isEmpty)
        scheduler.observe(.contentHint(AppID(0)), at: start + .hours(5))
        #expect(scheduler.nextFetch(at: start + .hours(5)) == AppID(0))
    }

    /// Launches or none: there are as many requests a day as are asked for.
    @Test(arguments: [0.0, 0.05], [20.0, 200]) func requestsPerDay(ageJoules: Double, perDay: Double) throws {
        var configuration = PollingScene.configuration(value: 20, price: 1)
        configuration.polling.ageJoules = ageJoules
        configuration.budget.requestsPerDay = perDay
        for launches in [false, true] {
            var scheduler =
                launches ? Self.eager(configuration, apps: 10) : .with(apps: 10, configuration)
            let start = FetchTime.monday + .days(3)
            let list = try scheduler.poll(from: start, until: start + .days(20))
            for day in 0..<20 {
                let begin = start + .days(Int64(day))
                let count = list.filter { $0.time >= begin && $0.time < begin + .days(1) }.count
                #expect(Double(count) <= 2 * perDay, "day \(day): \(count)")
            }
            let late = list.filter { $0.time >= start + .days(10) }.count
            // Where launches alone count and there are no more of them, the price falls for ever.
            let most = ageJoules > 0 ? 0.1 : 0.2
            #expect(abs(Double(late) / 10 / perDay - 1) < most, "\(launches): \(late)")
        }
    }

    @Test func forecastsAnswerToo() {
        var scheduler = Self.eager(PollingScene.configuration(), apps: 2)
        for _ in 0..<2 { _ = scheduler.register(.minimum, at: .monday + .hours(72)) }
        let now = FetchTime.monday + .days(4)
        let shares = (0..<4).map { scheduler.nextAppShare($0, at: now) }
        #expect(abs(shares[0] - shares[1]) < 1e-9 && shares[0] > 0.4 && shares[2] < 0.1, "\(shares)")
        #expect(scheduler.useIntensity(at: now) * scheduler.nextAppShare(0, at: now) > 0)
        let soon = scheduler.launchProbability(of: AppID(0), within: .minutes(10), at: now)
        let later = scheduler.launchProbability(of: AppID(0), within: .hours(10), at: now)
        #expect(soon > 0 && soon < later && later <= 1)
    }

    /// What can never be paid is not asked about for ever, not even at the end of time.
    @Test func whatCannotBePaid() {
        var configuration = PollingScene.configuration(value: 1000, price: 500)
        configuration.score.lossDepth = 0
        configuration.score.lossPerDay = 0
        var scheduler = Self.eager(configuration, apps: 2)
        for now in [FetchTime.monday + .days(4), .distantFuture] {
            #expect(scheduler.nextFetch(at: now) == nil)
            if let next = scheduler.nextWakeup(after: now) { #expect(next > now) }
        }
    }

    /// What the rest of a day's budget cannot pay has its next look at midnight, and what no day's can pay once a day: a
    /// timer a minute would look at each of them in vain.
    @Test(arguments: [(1.5, 1), (0.5, 0)]) func whatTheBudgetCannotPay(joules: Double, fetches: Int) throws {
        var configuration = PollingScene.configuration(value: 1000, price: 1)
        configuration.budget.joulesPerDay = joules
        var scheduler = Self.eager(configuration)
        var (timers, made) = (0, 0)
        var now = FetchTime.monday + .days(3)
        while let next = scheduler.nextWakeup(after: now), next < .monday + .days(8), timers < 1000 {
            now = next
            timers += 1
            guard let app = scheduler.nextFetch(at: now) else {
                // Where a day's budget can pay, the next midnight brings it.
                let midnight = now + TimeSpan(milliseconds: 86_400_000 - LocalClock().timeOfDay(now))
                if fetches > 0 { #expect(scheduler.nextWakeup(after: now) == midnight) }
                continue
            }
            made += 1
            try scheduler.complete(app, .newData, bytes: 900, at: now)
        }
        #expect(made <= 5 * fetches && made >= 4 * fetches, "\(made)")
        #expect(timers <= 30, "\(timers) timers for \(made) fetches")
    }
}
