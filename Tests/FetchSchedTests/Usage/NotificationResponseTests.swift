import Testing

@testable import FetchSched

/// What follows a notification.
@Suite struct NotificationResponseTests {
    private static let ends: [Double] = [60, 300, 1800]

    /// The counts as they are described, from a list of everything that happened.
    private struct Naive {
        /// By app: the window in which each notification ended, and whether by a launch.
        private var seen: [[(window: Int, isLaunch: Bool)]]
        /// By app: its newest two notifications, the older first, unless they are answered.
        private var shown: [[Double]]
        private var everything: [(window: Int, isLaunch: Bool)] = []

        init(apps: Int) {
            (seen, shown) = (Array(repeating: [], count: apps), Array(repeating: [], count: apps))
        }

        mutating func launch(_ app: Int, at now: Double) {
            for since in shown[app] { settle(app, since, at: now, isLaunch: true) }
            shown[app] = []
        }

        mutating func notify(_ app: Int, at now: Double) {
            if shown[app].count == 2 { settle(app, shown[app].removeFirst(), at: now, isLaunch: false) }
            shown[app].append(now)
        }

        private mutating func settle(_ app: Int, _ since: Double, at now: Double, isLaunch: Bool) {
            for window in 0..<3 where now >= since + (window == 0 ? 0 : ends[window - 1]) {
                let isOver = now >= since + ends[window]
                if isOver || isLaunch {
                    seen[app].append((window, !isOver))
                    everything.append((window, !isOver))
                }
            }
        }

        private func faded(
            _ list: [(window: Int, isLaunch: Bool)], _ window: Int, memory: Double,
            from first: (Double, Double)
        ) -> (unanswered: Double, launches: Double) {
            var (unanswered, launches) = first
            for one in list where one.window == window {
                unanswered = unanswered * (1 - 1 / memory) + 1
                launches = launches * (1 - 1 / memory) + (one.isLaunch ? 1 : 0)
            }
            return (unanswered, launches)
        }

        func probability(_ app: Int, within span: Double, at now: Double) -> Double {
            guard let since = shown[app].last, now < since + 1800 else { return 0 }
            let first = [(10.0, 2.0), (8.0, 1.0), (7.0, 1.5)]
            let stays = (0..<3).map { window in
                let all = faded(everything, window, memory: 512, from: first[window])
                let own = faded(seen[app], window, memory: 128, from: (0, 0))
                let hazard = min(
                    0.99, (own.launches + 2 * all.launches / all.unanswered) / (own.unanswered + 2))
                return PortableMath.power(
                    1 - hazard, 1 / (ends[window] - (window == 0 ? 0 : ends[window - 1])))
            }
            var unanswered = 1.0
            // Second by second.
            for second in stride(from: now + 0.5, to: min(now + span, since + 1800), by: 1) {
                unanswered *= stays[ends.firstIndex { second < since + $0 } ?? 2]
            }
            return 1 - unanswered
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func agreesWithAListOfNotifications(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let apps = 3
        var (response, naive) = (NotificationResponse(), Naive(apps: apps))
        response.setRows(apps)
        var now = 0.0
        for _ in 0..<400 {
            now += Double(random.below(random.pick([20, 200, 3000])))
            let (app, moment) = (random.below(apps), FetchTime.monday + .seconds(now))
            if random.below(3) == 0 {
                response.launch(app, at: moment)
                naive.launch(app, at: now)
            } else {
                response.notify(app, at: moment)
                naive.notify(app, at: now)
            }
            let (asked, wait) = (random.below(apps), Double(random.below(400)))
            let span = Double(1 + random.below(2500))
            let known = response.probability(asked, within: .seconds(span), at: moment + .seconds(wait))
            #expect(abs(known - naive.probability(asked, within: span, at: now + wait)) < 1e-4)
        }
    }

    @Test func aLaunchAnswersBothOfTwoThatCameTogether() {
        var response = NotificationResponse()
        response.setRows(1)
        var now = FetchTime.monday
        for _ in 0..<100 {
            response.notify(0, at: now)
            response.notify(0, at: now + .minutes(10))
            response.launch(0, at: now + .minutes(20))
            now = now + .hours(3)
        }
        // Each was answered within half an hour, and neither within five minutes.
        response.notify(0, at: now)
        #expect(response.probability(0, within: .minutes(5), at: now) < 0.05)
        #expect(response.probability(0, within: .minutes(30), at: now) > 0.95)
    }

    /// A scheduler that has seen a hundred alerts of each of two apps, of which the user opens the first one's within a minute.
    private static func trained() -> (engine: FetchEngine, apps: [AppID], now: FetchTime) {
        var engine = FetchEngine(unchecked: FetchConfiguration(), seed: 1)
        let apps = [0, 1].map { _ in engine.register(.minimum, at: .monday) }
        var now = FetchTime.monday
        for _ in 0..<100 {
            now = now + .hours(3)
            _ = engine.receive(.alert, for: apps[0], number: 1, at: now)
            now = now + .seconds(30)
            engine.use(apps[0], finds: nil, for: .seconds(20), at: now)
            now = now + .hours(2)
            engine.tell(.notification(apps[1]), at: now)
            now = now + .hours(1)
            engine.use(apps[1], finds: nil, for: .seconds(20), at: now)
        }
        return (engine, apps, now + .hours(1))
    }

    @Test func theUsersHabitOfEachAppIsKnown() throws {
        var (engine, apps, now) = Self.trained()
        func probability(_ app: Int, _ span: TimeSpan) -> Double {
            engine.launchProbability(of: apps[app], within: span, at: now)
        }
        #expect(probability(0, .minutes(1)) < 0.2)
        _ = engine.receive(.alert, for: apps[0], number: 1, at: now)
        engine.tell(.notification(apps[1]), at: now)
        #expect(probability(0, .minutes(1)) > 0.9)
        #expect(probability(0, .seconds(6)) > 0.1 && probability(0, .seconds(6)) < 0.5)
        #expect(probability(1, .minutes(1)) < 0.05)
        // What a fetch is worth follows from it.
        let value = try engine.explain(apps[0], at: now).value
        #expect(value.launchedBeforeNextMoment > 0.9)
        // Once it is answered, or half an hour has passed, it says nothing.
        now = now + .minutes(31)
        #expect(probability(0, .minutes(1)) < 0.2)
    }

    /// Beyond half an hour the answer and the rest of what is known add up, without a step.
    @Test func aLongerTimeNeverHasALowerProbability() {
        var (engine, apps, now) = Self.trained()
        engine.tell(.launch(apps[1]), at: now)
        engine.tell(.endOfUse(apps[1]), at: now + .minutes(1))
        now = now + .minutes(2)
        let day = apps.map { engine.launchProbability(of: $0, within: .days(1), at: now) }
        for app in apps { engine.tell(.notification(app), at: now) }
        for (app, before) in zip(apps, day) {
            let probabilities = [1, 29, 30, 31, 60, 1440].map {
                engine.launchProbability(of: app, within: .minutes($0), at: now)
            }
            #expect(zip(probabilities, probabilities.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(probabilities[3] - probabilities[2] < 0.02)
            #expect(probabilities[5] > 0.9 * before)
        }
    }

    @Test func whatIsShownInTheForegroundIsNoCall() {
        var (engine, apps, now) = Self.trained()
        engine.tell(.launch(apps[0]), at: now)
        let before = engine
        engine.tell(.notification(apps[0]), at: now)
        #expect(
            engine.launchProbability(of: apps[0], within: .minutes(1), at: now)
                == before.launchProbability(of: apps[0], within: .minutes(1), at: now))
    }

    @Test func aClockSetBackMovesItAlong() {
        var response = NotificationResponse()
        response.setRows(1)
        response.notify(0, at: .monday)
        response.clockWentBack(to: .monday - .days(1))
        #expect(response.probability(0, within: .minutes(1), at: .monday - .days(1)) > 0.1)
        #expect(response.probability(0, within: .minutes(1), at: .monday - .days(1) + .minutes(30)) == 0)
    }
}
