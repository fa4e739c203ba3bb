@testable import FetchSched
import Testing

/// Hosts that fetch at once come to an end, and silent sources are left alone.
@Suite struct SpacingTests {
    /// After two days in which a user opened two of the apps, which always found something new.
    @Test(arguments: [20.0, 1e9], [1, 20]) func aHostThatFetchesAtOnceComesToAnEnd(
        _ value: Double, _ apps: Int
    ) throws {
        for hour in [false, true] {
            let configuration = changed(FetchConfiguration()) { $0.valueJoules = value }
            var engine = FetchEngine(unchecked: configuration, seed: 1)
            for _ in 0..<apps { _ = engine.register(.minimum, at: .monday) }
            for use in 0..<40 {
                let now = FetchTime.monday + .minutes(Int64(70 * use))
                engine.use(AppID(use % min(apps, 2)), bytes: 50_000, for: .seconds(40), at: now)
                _ = engine.actions(at: now + .seconds(40), fetching: false)
            }
            let begin = FetchTime.monday + .days(2)
            var now = begin
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
        var scheduler = Scheduler.with(apps: 4)
        var random = SplitMix64(seed: 1)
        var fetches = [Int](repeating: 0, count: 21)
        for day in fetches.indices {
            var now = FetchTime.monday + .days(Int64(day)) + .hours(7)
            for _ in 0..<200 {
                now = now + .seconds(random.exponential(mean: 270))
                let app = random.pick(scheduler.appIDs)
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
