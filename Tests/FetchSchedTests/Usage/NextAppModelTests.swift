import Testing

@testable import FetchSched

@Suite struct NextAppModelTests {
    private func model(apps: Int, _ parameters: ForecastParameters = ForecastParameters()) -> NextAppModel {
        var model = NextAppModel(parameters, only: nil)
        model.setApps(places: apps, appCount: apps)
        return model
    }

    private func chances(
        _ model: inout NextAppModel, _ situation: LaunchCounts.Situation, hour: Int, at now: Instant = .monday
    ) -> [Double] {
        (0..<model.counts.appCount).map { model.chance(of: $0, situation, hour: hour, at: now) }
    }

    /// Random launches, apps that come and go, clocks that are set back, and snapshots in between.
    @Test(arguments: 1...10 as ClosedRange<UInt64>) func agreesWithThePlainOne(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var parameters = ForecastParameters()
        parameters.halfLifeLaunches = random.pick([1, 7, 600])
        parameters.shrinkage = random.pick([4, 0.5])
        let places = random.pick([3, 6, 45])
        var model = model(apps: places, parameters)
        var naive = NaiveNextApp(
            halfLife: parameters.halfLifeLaunches, shrinkage: parameters.shrinkage)
        for app in 0..<places { naive.add(app) }
        var (now, session, compared) = (Instant.monday, Int32(1), 0)
        for round in 0..<(places < 20 ? 200 : 120) {
            now = now + .seconds(random.exponential(mean: random.pick([60, 900, 20_000])))
            if random.chance(0.01) {
                now = now - .hours(20)
                model.clockWentBack(to: now)
                naive.clockWentBack(to: now)
            }
            if random.chance(0.03) {
                let app = random.below(places)
                if naive.apps.contains(app) {
                    model.forget(app)
                    naive.remove(app)
                } else {
                    naive.add(app)
                }
                model.setApps(places: places, appCount: naive.apps.count)
            }
            guard !naive.apps.isEmpty else { continue }
            if random.chance(0.05) {
                model = try restored(model, places: places, naive.apps.count, parameters)
            }
            let situation: LaunchCounts.Situation = random.chance(0.4) ? .newSession : .sameSession
            if round % 3 == 0 {
                let expected = naive.chances(situation, hour: round % 24, at: now)
                for (app, chance) in expected {
                    let found = model.chance(of: app, situation, hour: round % 24, at: now)
                    guard abs(found - chance) <= 1e-3 * chance + 1e-7 else {
                        Issue.record("round \(round), app \(app): \(found), not \(chance)")
                        return
                    }
                    compared += 1
                }
            }
            session += situation == .newSession ? random.pick([1, 1, 1, 40]) : 0
            let ordered = naive.apps.sorted()
            // Often the app after the one before.
            let app = random.chance(0.4) ? ordered[round % 3 % ordered.count] : random.pick(ordered)
            let hour = random.below(24)
            naive.learn(app, situation, session: session, hour: hour, at: now)
            model.learn(app, situation, session: session, hour: hour, at: now)
        }
        #expect(compared >= 40)
    }

    private func restored(
        _ model: NextAppModel, places: Int, _ apps: Int, _ parameters: ForecastParameters
    ) throws -> NextAppModel {
        var (model, writer) = (model, SnapshotWriter(base: 0))
        model.code(&writer)
        var reader = SnapshotReader(writer.bytes, from: 0, to: writer.bytes.count)
        var again = NextAppModel(parameters, only: nil)
        again.setApps(places: places, appCount: apps)
        try again.code(&reader)
        return again
    }

    @Test func knowingNothingAllAppsAreAlike() {
        var model = model(apps: 7)
        for situation in [LaunchCounts.Situation.sameSession, .newSession] {
            for chance in chances(&model, situation, hour: 12) { #expect(abs(chance - 1.0 / 7) < 1e-7) }
        }
    }

    @Test func aCycleIsLearnedAndUnlearned() {
        var model = model(apps: 12)
        func run(_ cycle: [Int], rounds: Int) {
            for _ in 0..<rounds {
                for app in cycle { model.learn(app, .sameSession, session: 1, hour: 10, at: .monday) }
            }
        }
        run([0, 1, 2], rounds: 100)
        var all = chances(&model, .sameSession, hour: 10)
        #expect(all[0] > 0.85 && all[1] < 0.1, "\(all)")
        // The habit turns round.
        run([5, 4, 3], rounds: 100)
        #expect(chances(&model, .sameSession, hour: 10)[5] > 0.85)
        run([2, 1, 0], rounds: 150)
        all = chances(&model, .sameSession, hour: 10)
        #expect(all[2] > 0.7, "\(all)")
    }

    @Test func situationsAndHoursAreToldApart() {
        var model = model(apps: 10)
        for day in 0..<98 {
            for (app, situation, hour) in [
                (0, .newSession, 8), (1 + day % 9, .sameSession, 8), (1, .newSession, 20),
                (2 + day % 8, .sameSession, 20),
            ] as [(Int, LaunchCounts.Situation, Int)] {
                model.learn(app, situation, session: Int32(2 * day + hour / 20), hour: hour, at: .monday)
            }
        }
        let morning = chances(&model, .newSession, hour: 8)[0]
        let evening = chances(&model, .newSession, hour: 20)[0]
        #expect(morning > 0.35 && evening < morning, "\(morning), \(evening)")
        #expect(chances(&model, .sameSession, hour: 8)[0] < morning / 2)
        // By hour of day at once, the sum over all apps taken to be that of the present hour.
        var hourly: [Double] = []
        model.hourlyChances(of: 0, times: 3, hour: 8, at: .monday, to: &hourly)
        #expect(hourly.count == 24 && abs(hourly[8] - 3 * morning) < 1e-6 && hourly[20] < hourly[8])
    }

    /// What followed an app so long ago that its counts have faded to nothing is as if it had not.
    @Test func followersOfLongAgoSayNothing() {
        var parameters = ForecastParameters()
        parameters.halfLifeLaunches = 1
        var model = model(apps: 6, parameters)
        func learn(_ apps: [Int]) {
            for app in apps { model.learn(app, .sameSession, session: 1, hour: 10, at: .monday) }
        }
        learn([0, 1, 5])
        for _ in 0..<100 { learn([2, 3]) }
        learn([0])
        let all = chances(&model, .sameSession, hour: 10)
        #expect(abs(all[1] / all[5] - 1) < 0.3, "\(all)")
    }

    /// Without the model: shares alone, for comparisons.
    @Test(arguments: [NextAppModel.Only.popularity, .hour]) func sharesAlone(_ only: NextAppModel.Only) {
        var random = SplitMix64(seed: 101)
        var model = NextAppModel(ForecastParameters(), only: only)
        model.setApps(places: 40, appCount: 40)
        for round in 0..<500 {
            let app = min(random.below(30), random.below(30))
            model.learn(app, .newSession, session: Int32(round), hour: min(random.below(24), 20), at: .monday)
        }
        for _ in 0..<100 { model.learn(35, .newSession, session: 501, hour: 7, at: .monday) }
        for hour in 0..<24 {
            let all = chances(&model, .newSession, hour: hour)
            #expect(abs(all.reduce(0, +) - 1) < 1e-5)
        }
        let (seven, nine) = (
            chances(&model, .newSession, hour: 7)[35], chances(&model, .newSession, hour: 9)[35]
        )
        #expect(only == .hour ? seven > 3 * nine : seven == nine)
    }
}

/// The model as the scheduler uses it.
@Suite struct NextAppChancesTests {
    private func chances(_ scheduler: Scheduler, at now: Instant) -> [Double] {
        var scheduler = scheduler
        return scheduler.nextAppProbabilities(at: now)
    }

    /// A user who opens that many of the apps, in sessions.
    private func used(_ apps: Int, of count: Int, launches: Int, seed: UInt64) -> (Scheduler, Instant) {
        var random = SplitMix64(seed: seed)
        var scheduler = Scheduler(seed: seed)
        var now = Instant.monday
        for _ in 0..<count { _ = scheduler.register(.minimum, at: now) }
        for _ in 0..<launches {
            now = now + .seconds(random.exponential(mean: random.pick([20, 20, 4000])))
            let app = AppID(min(random.below(apps), random.below(apps)))
            scheduler.observe(.launch(app), at: now)
            now = now + .seconds(15)
            scheduler.observe(.endOfUse(app), at: now)
        }
        return (scheduler, now)
    }

    /// In every situation and hour, whether or not every app was used, and with more apps than have a rank.
    @Test func chancesOfAllAppsSumToOne() {
        for (apps, count) in [(1, 1), (1, 2), (4, 4), (4, 60), (40, 45)] {
            for launches in [0, 1, 2, 50, 400] {
                let (scheduler, now) = used(apps, of: count, launches: launches, seed: UInt64(launches))
                for later in [TimeSpan.zero, .minutes(1), .hours(7), .days(3)] {
                    let all = chances(scheduler, at: now + later)
                    #expect(abs(all.reduce(0, +) - 1) < 1e-6, "\(apps) of \(count), \(launches) launches")
                    #expect(all.allSatisfy { $0 >= 0 && $0 <= 1 })
                }
            }
        }
    }

    /// Apps that were looked at but never launched are as likely as those that were not.
    @Test func lookingChangesNoChance() {
        var (scheduler, now) = used(3, of: 8, launches: 60, seed: 4)
        let before = chances(scheduler, at: now)
        #expect(before[3...].allSatisfy { $0 == before[3] })
        var looking = scheduler
        for minute in 1..<20 as Range<Int64> {
            let moment = now + .minutes(minute)
            for _ in 0..<2 {
                scheduler.observe(.radio(.other, until: moment), at: moment)
                looking.observe(.radio(.other, until: moment), at: moment)
                _ = looking.bestAtFreeMoment(moment)
            }
        }
        #expect(chances(looking, at: now + .hours(2)) == chances(scheduler, at: now + .hours(2)))
    }

    @Test func aClockThatWasSetBackIsSurvived() {
        var (scheduler, now) = used(5, of: 12, launches: 200, seed: 6)
        for back in [TimeSpan.minutes(2), .hours(5), .days(400), .days(30_000)] {
            now = now - back
            for launch in 0..<60 {
                now = now + .seconds(40)
                scheduler.observe(.launch(AppID(launch % 3)), at: now)
                scheduler.observe(.endOfUse(AppID(launch % 3)), at: now + .seconds(10))
                let all = chances(scheduler, at: now + .seconds(20))
                #expect(abs(all.reduce(0, +) - 1) < 1e-6 && all.allSatisfy { $0 >= 0 })
            }
            #expect(chances(scheduler, at: now + .seconds(20))[0] > 0.3)
        }
    }
}
