import FetchSched
import Testing

/// Hosts that fetch at once come to an end, and silent sources are left alone.
@Suite struct SpacingTests {
    private func configuration(_ value: Double) -> Configuration {
        var configuration = Configuration()
        configuration.valueJoules = value
        return configuration
    }

    /// A user of two of the apps for two days, whose apps always find something new.
    private func observe(_ apps: Int, _ tell: (FetchEvent, Instant) -> Void) -> Instant {
        for use in 0..<40 {
            let now = Instant.monday + .minutes(Int64(70 * use))
            let app = AppID(use % min(apps, 2))
            tell(.launch(app), now)
            tell(.foregroundSync(app, .newData, bytes: 50_000), now)
            tell(.endOfUse(app), now + .seconds(40))
        }
        return .monday + .days(2)
    }

    @Test(arguments: [20.0, 1e9], [1, 20]) func aHostThatFetchesAtOnceComesToAnEnd(
        _ value: Double, _ apps: Int
    ) throws {
        for hour in [false, true] {
            var engine = FetchEngine(unchecked: configuration(value), seed: 1)
            for _ in 0..<apps { _ = engine.register(.minimum, at: .monday) }
            var now = observe(apps) { observation, moment in
                engine.tell(observation, at: moment)
                while engine.nextAction(at: moment, fetching: false) != nil {}
            }
            let begin = now
            engine.tell(.radio(.user, until: now + (hour ? .hours(1) : .seconds(1))), at: now)
            var actions = 0
            while let action = engine.nextAction(at: now) {
                actions += 1
                try #require(actions <= 20_000)
                guard case .fetch(let app) = action else { continue }
                now = now + .seconds(1)
                try engine.completeFetch(of: app, with: .newData, bytes: 20_000, at: now)
            }
            #expect(now - begin <= .seconds(hour ? 3613 : 14), "\(value) J, \(apps) apps: \(actions)")
        }
    }

    /// Two hundred launches a day of apps whose sources are silent: after two weeks the daily look is all that is left.
    @Test func silentSourcesAreLeftAlone() throws {
        var scheduler = Scheduler(configuration: configuration(20), seed: 1)
        let apps = (0..<4).map { _ in scheduler.register(.minimum, at: .monday) }
        var random = SplitMix64(seed: 1)
        var fetches = [Int](repeating: 0, count: 21)
        for day in fetches.indices {
            var now = Instant.monday + .days(Int64(day)) + .hours(7)
            for _ in 0..<200 {
                now = now + .seconds(random.exponential(mean: 270))
                let app = random.pick(apps)
                scheduler.observe(.launch(app), at: now)
                scheduler.observe(.foregroundSync(app, .noData, bytes: 0), at: now)
                scheduler.observe(.radio(.user, until: now + .seconds(1)), at: now)
                while let fetched = scheduler.nextFetch(at: now) {
                    now = now + .seconds(0.4)
                    try scheduler.complete(fetched, .noData, at: now)
                    fetches[day] += 1
                }
                scheduler.observe(.endOfUse(app), at: now + .seconds(20))
            }
        }
        let last = fetches[14...].reduce(0, +)
        #expect(Double(last) <= 1.2 * 7 * 4, "\(fetches)")
    }
}
