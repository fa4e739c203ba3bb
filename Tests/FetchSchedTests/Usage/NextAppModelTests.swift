import Testing

@testable import FetchSched

@Suite struct NextAppModelTests {
    private func model(apps: Int, _ parameters: ForecastParameters = ForecastParameters()) -> NextAppModel {
        var model = NextAppModel(parameters)
        model.setApps(places: apps, appCount: apps)
        return model
    }

    private func probabilities(
        _ model: inout NextAppModel, _ situation: LaunchCounts.Situation, hour: Int,
        at now: FetchTime = .monday
    ) -> [Double] {
        (0..<model.counts.appCount).map { model.probability(of: $0, situation, hour: hour, at: now) }
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
        var (now, session, compared) = (FetchTime.monday, Int32(1), 0)
        for round in 0..<(places < 20 ? 200 : 120) {
            now = now + .seconds(random.exponential(mean: random.pick([60, 900, 20_000])))
            if random.bernoulli(0.01) {
                now = now - .hours(20)
                model.clockWentBack(to: now)
                naive.clockWentBack(to: now)
            }
            if random.bernoulli(0.03) {
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
            if random.bernoulli(0.05) {
                model = try restored(model, places: places, naive.apps.count, parameters)
            }
            let situation: LaunchCounts.Situation = random.bernoulli(0.4) ? .newSession : .sameSession
            if round % 3 == 0 {
                let expected = naive.probabilities(situation, hour: round % 24, at: now)
                for (app, probability) in expected {
                    let found = model.probability(of: app, situation, hour: round % 24, at: now)
                    var hourly: [Double] = []
                    if situation == .newSession {
                        func ask(above least: Double) -> [Double] {
                            var probabilities: [Double] = []
                            model.hourlyProbabilities(
                                of: app, times: 3, above: least, hour: round % 24, at: now, to: &probabilities
                            )
                            return probabilities
                        }
                        hourly = ask(above: -1)
                        // Left out where no hour is above the least, and nowhere else.
                        let most = hourly.max() ?? 0
                        #expect(ask(above: 0.99 * most) == hourly)
                        #expect(most == 3 || ask(above: 1.01 * most).isEmpty)
                    }
                    let isSame = hourly.isEmpty || abs(hourly[round % 24] - 3 * found) < 1e-6
                    guard isSame, abs(found - probability) <= 1e-3 * probability + 1e-7 else {
                        Issue.record("round \(round), app \(app): \(found), not \(probability)")
                        return
                    }
                    compared += 1
                }
            }
            session += situation == .newSession ? random.pick([1, 1, 1, 40]) : 0
            let ordered = naive.apps.sorted()
            // Often the app after the one before.
            let app = random.bernoulli(0.4) ? ordered[round % 3 % ordered.count] : random.pick(ordered)
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
        var again = NextAppModel(parameters)
        again.setApps(places: places, appCount: apps)
        try again.code(&reader)
        return again
    }

    @Test func aCycleIsLearnedAndUnlearned() {
        var model = model(apps: 12)
        func run(_ cycle: [Int], rounds: Int) {
            for _ in 0..<rounds {
                for app in cycle { model.learn(app, .sameSession, session: 1, hour: 10, at: .monday) }
            }
        }
        run([0, 1, 2], rounds: 100)
        var all = probabilities(&model, .sameSession, hour: 10)
        #expect(all[0] > 0.85 && all[1] < 0.1, "\(all)")
        // The habit turns round.
        run([5, 4, 3], rounds: 100)
        #expect(probabilities(&model, .sameSession, hour: 10)[5] > 0.85)
        run([2, 1, 0], rounds: 150)
        all = probabilities(&model, .sameSession, hour: 10)
        #expect(all[2] > 0.7, "\(all)")
    }
}
