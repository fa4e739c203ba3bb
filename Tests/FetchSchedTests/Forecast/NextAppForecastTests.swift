@testable import FetchSched
import Testing

@Suite struct NextAppForecastTests {
    private func forecast(apps: Int) -> NextAppForecast {
        var forecast = NextAppForecast()
        forecast.grow(to: apps)
        return forecast
    }

    private func chances(
        _ forecast: inout NextAppForecast, _ situation: NextAppForecast.Situation, hour: Int,
        at now: Instant = .monday
    ) -> [Double] {
        (0..<forecast.tables.count).map {
            forecast.probability($0, situation: situation, hour: hour, at: now)
        }
    }

    @Test func knowingNothingAllAppsAreAlike() {
        var forecast = forecast(apps: 7)
        for situation in [NextAppForecast.Situation.sameSession, .newSession] {
            for chance in chances(&forecast, situation, hour: 12) { #expect(abs(chance - 1.0 / 7) < 1e-12) }
        }
    }

    /// In every situation and hour, whether or not every app has been used, and with more apps than the
    /// recency list tells apart.
    @Test func chancesSumToOne() {
        for (apps, used) in [(1, 1), (3, 3), (3, 2), (30, 30), (60, 60), (300, 40), (300, 300)] {
            var random = SplitMix64(seed: UInt64(apps * 1000 + used))
            var forecast = forecast(apps: apps)
            for round in 0..<1_200 {
                let situation: NextAppForecast.Situation = random.chance(0.4) ? .newSession : .sameSession
                let app = min(random.below(used), random.below(used))
                forecast.learn(app, situation: situation, hour: random.below(24))
                guard round < 40 || round % 300 == 0 else { continue }
                for situation in [NextAppForecast.Situation.sameSession, .newSession] {
                    let all = chances(&forecast, situation, hour: random.below(24))
                    let sum = all.reduce(0, +)
                    #expect(abs(sum - 1) < 1e-4, "\(apps) apps, \(used) used, round \(round): \(sum)")
                    #expect(all.allSatisfy { $0 > 0 && $0 < 1 + 1e-4 })
                }
            }
        }
    }

    @Test func aCycleIsLearnedAndUnlearned() {
        var forecast = forecast(apps: 12)
        func run(_ cycle: [Int], rounds: Int) {
            for _ in 0..<rounds {
                for app in cycle { forecast.learn(app, situation: .sameSession, hour: 10) }
            }
        }
        run([0, 1, 2], rounds: 100)
        #expect(forecast.tables.previous == 2)
        #expect(forecast.probability(0, situation: .sameSession, hour: 10) > 0.85)
        #expect(forecast.probability(1, situation: .sameSession, hour: 10) < 0.1)
        // The habit turns round.
        run([5, 4, 3], rounds: 100)
        #expect(forecast.probability(5, situation: .sameSession, hour: 10) > 0.85)
        run([2, 1, 0], rounds: 150)
        #expect(forecast.probability(2, situation: .sameSession, hour: 10) > 0.7)
    }

    @Test func situationsAndHoursAreToldApart() {
        var forecast = forecast(apps: 10)
        for day in 0..<98 {
            forecast.learn(0, situation: .newSession, hour: 8)
            forecast.learn(1 + day % 9, situation: .sameSession, hour: 8)
            forecast.learn(1, situation: .newSession, hour: 20)
            forecast.learn(2 + day % 8, situation: .sameSession, hour: 20)
        }
        let morning = forecast.probability(0, situation: .newSession, hour: 8)
        let evening = forecast.probability(0, situation: .newSession, hour: 20)
        #expect(morning > 0.35 && evening < morning, "\(morning), \(evening)")
        #expect(forecast.probability(0, situation: .sameSession, hour: 8) < morning / 2)
        #expect(forecast.share(1, hour: 20) > forecast.share(1, hour: 8))
    }

    @Test func sharesOfAnHourSumToOne() {
        var random = SplitMix64(seed: 101)
        var forecast = forecast(apps: 40)
        for _ in 0..<2_000 {
            forecast.learn(random.below(40), situation: .newSession, hour: min(random.below(24), 20))
        }
        for hour in 0..<24 {
            let sum = (0..<40).reduce(0) { $0 + forecast.share($1, hour: hour) }
            #expect(abs(sum - 1) < 1e-5)
        }
    }

    /// Over many half-lives, rescalings and changes of habit.
    @Test func staysOrdinaryForALongTime() {
        var random = SplitMix64(seed: 102)
        var forecast = forecast(apps: 50)
        for round in 0..<20_000 {
            let habit = round / 2_500 * 7 % 50
            let app = random.chance(0.7) ? habit : random.below(50)
            forecast.learn(
                app, situation: random.chance(0.3) ? .newSession : .sameSession, hour: round / 20 % 24)
            guard round % 499 == 0 else { continue }
            for situation in [NextAppForecast.Situation.sameSession, .newSession] {
                let sum = chances(&forecast, situation, hour: round % 24).reduce(0, +)
                #expect(abs(sum - 1) < 1e-4, "round \(round): \(sum)")
            }
        }
    }

    @Test func appsMayComeLater() {
        var forecast = forecast(apps: 2)
        for _ in 0..<50 { forecast.learn(0, situation: .newSession, hour: 3) }
        forecast.grow(to: 5)
        forecast.grow(to: 1)
        #expect(forecast.tables.count == 5)
        let sum = chances(&forecast, .newSession, hour: 3).reduce(0, +)
        #expect(abs(sum - 1) < 1e-6)
        #expect(forecast.probability(0, situation: .newSession, hour: 3) > 0.5)
    }
}

/// Eight rows at once are one after the other, to the bit.
@Suite struct NaiveNextAppTests {
    @Test(arguments: [1, 2, 6, 7, 8, 9, 15, 16, 17, 45]) func lanesAreRows(_ apps: Int) {
        var random = SplitMix64(seed: UInt64(apps))
        var forecast = NextAppForecast()
        var naive = NaiveNextApp()
        forecast.grow(to: apps)
        var now = Instant.monday
        for round in 0..<(apps < 20 ? 120 : 60) {
            now = now + .seconds(random.exponential(mean: random.pick([60, 900, 20_000])))
            let situation: NextAppForecast.Situation = random.chance(0.4) ? .newSession : .sameSession
            let (app, hour) = (min(random.below(apps), random.below(apps)), random.below(24))
            // An app that is asked about and was never launched.
            if random.chance(0.1) { _ = forecast.ownRow(of: random.below(apps)) }
            _ = forecast.ownRow(of: app)
            if round % 4 == 0 {
                for app in 0..<apps where app < 12 {
                    let expected = naive.probability(app, forecast.tables, situation, hour: hour, at: now)
                    let found = forecast.probability(app, situation: situation, hour: hour, at: now)
                    #expect(found == expected, "\(apps) apps, round \(round), app \(app)")
                }
            }
            naive.learn(app, forecast.tables, situation, hour: hour, at: now)
            forecast.learn(app, situation: situation, hour: hour, at: now)
        }
    }

    /// An app's chance is the same to the last bit, whichever others were asked about and when.
    @Test func askingChangesNoBit() {
        var random = SplitMix64(seed: 11)
        var (forecast, asked) = (NextAppForecast(), NextAppForecast())
        forecast.grow(to: 40)
        asked.grow(to: 40)
        for round in 0..<200 {
            let app = min(random.below(25), random.below(25))
            _ = asked.ownRow(of: random.below(40))
            // About the launch that is learned, and then about another hour.
            let kind: NextAppForecast.Situation = round.isMultiple(of: 3) ? .newSession : .sameSession
            _ = asked.probability(app, situation: kind, hour: round % 24, at: .monday)
            let rest = SessionCourse.Rest(goesOn: 0.5, launchesAfter: 1)
            _ = asked.chances(of: rest, hour: random.below(24), at: .monday + .hours(5))
            forecast.learn(app, situation: kind, hour: round % 24, at: .monday)
            asked.learn(app, situation: kind, hour: round % 24, at: .monday)
            for app in [0, 3, 24, 30] {
                let one = forecast.probability(app, situation: .newSession, hour: 5, at: .monday)
                #expect(asked.probability(app, situation: .newSession, hour: 5, at: .monday) == one)
            }
        }
    }

    /// Of no app and of as many as are told apart at the most, nothing traps, and chances sum to 1.
    @Test(arguments: [0, 1, 4096]) func anyNumberOfRows(_ apps: Int) {
        var forecast = NextAppForecast()
        forecast.grow(to: apps)
        for app in 0..<apps { _ = forecast.ownRow(of: app) }
        let unlaunched = NextAppTables.unlaunched
        #expect(forecast.probability(unlaunched, situation: .newSession, hour: 0, at: .monday).isFinite)
        for app in [0, apps - 1, 0, apps / 2] where apps > 0 {
            forecast.learn(app, situation: .newSession, hour: 3, at: .monday)
        }
        guard apps > 0 else { return }
        let sum = (0..<apps).reduce(0) {
            $0 + forecast.probability($1, situation: .sameSession, hour: 3, at: .monday)
        }
        #expect(abs(sum - 1) < 1e-9)
    }
}

extension NextAppForecast {
    /// The app's share of all launches in an hour of the day.
    fileprivate func share(_ app: Int, hour: Int) -> Double {
        tables.hours.share(
            tables.row(of: app), hour: hour, prior: tables.popularity(app), strength: tables.hourStrength)
    }

    /// The same at a moment that does not matter.
    fileprivate mutating func probability(_ app: Int, situation: Situation, hour: Int) -> Double {
        probability(app, situation: situation, hour: hour, at: .monday)
    }

    fileprivate mutating func learn(_ app: Int, situation: Situation, hour: Int) {
        learn(app, situation: situation, hour: hour, at: .monday)
    }
}
