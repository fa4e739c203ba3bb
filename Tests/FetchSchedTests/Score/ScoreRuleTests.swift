import Testing

import FetchSchedText
@testable import FetchSched

/// The score in a scheduler that decides.
@Suite struct ScoreRuleTests {
    private enum World {
        /// Whatever is fetched has changed again by the launch.
        case alwaysLate
        /// Sources change now and then.
        case steady
        /// The same, but the host does not say so.
        case silentHost
    }

    /// Four apps, one of which is opened every twenty minutes or so of the day.
    private func days(
        _ days: Int, _ world: World, _ change: (inout FetchConfiguration) -> Void = { _ in },
        each visit: (inout Scheduler, FetchTime) throws -> Void = { _, _ in }
    ) throws -> (scheduler: Scheduler, end: FetchTime) {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 100
        change(&configuration)
        var scheduler = Scheduler(configuration: configuration, seed: 1)
        var random = SplitMix64(seed: 9)
        var now = FetchTime.monday
        let apps = (0..<4).map { _ in scheduler.register(.minimum, at: now) }
        var isNew = [Bool](repeating: false, count: 4)
        func fetch() throws {
            while let app = scheduler.nextFetch(at: now) {
                now = now + .seconds(1)
                let finds = world == .alwaysLate || isNew[app.index]
                try scheduler.complete(app, finds ? .newData : .noData, bytes: finds ? 50_000 : 0, at: now)
                isNew[app.index] = false
            }
        }
        let end = now + .days(Int64(days))
        while now < end {
            now = now + .seconds(random.exponential(mean: 1500))
            let app = random.pick(apps)
            scheduler.observe(.launch(app), at: now)
            for source in isNew.indices where random.bernoulli(0.1) { isNew[source] = true }
            let isFresh = world != .alwaysLate && !isNew[app.index]
            isNew[app.index] = false
            if world != .silentHost {
                scheduler.observe(.foregroundSync(app, isFresh ? .noData : .newData, bytes: 50_000), at: now)
            }
            for _ in 0..<2 {
                scheduler.observe(.radio(.user, until: now + .seconds(1)), at: now)
                try fetch()
                now = now + .seconds(20)
            }
            scheduler.observe(.endOfUse(app), at: now)
            try visit(&scheduler, now)
        }
        return (scheduler, end)
    }

    @Test func lossesAreLimited() throws {
        let (scheduler, end) = try days(10, .alwaysLate)
        let value = scheduler.configuration.valueJoules
        let lost = scheduler.joulesSpent(at: end)
        #expect(lost <= value * (6 + 0.5 * 10) + 15, "\(lost)")
        // It would have lost more.
        let trusting = try days(10, .alwaysLate) { $0.experiment.keepsScore = false }
        #expect(trusting.scheduler.joulesSpent(at: end) > 1.5 * lost)
        for app in 0..<4 { #expect(scheduler.trust(in: app) < 0.6, "\(scheduler.trust(in: app))") }
    }

    @Test func anExplanationNamesWhatDecided() throws {
        var names: Set<String> = []
        var lines: [String] = []
        _ = try days(4, .alwaysLate) {
            $0.score.lossDepth = 0.3
        } each: { scheduler, now in
            for app in 0..<4 {
                let explanation = try scheduler.explain(AppID(app), at: now)
                for veto in explanation.vetoes {
                    names.insert(veto.name)
                    guard veto.rule == .fetchesLose, let until = veto.until else { continue }
                    #expect(until > now)
                    lines.append(explanation.description)
                }
            }
        }
        #expect(names.contains("fetches-lose"))
        #expect(
            lines.contains { $0.contains("fetches-lose until 2") && $0.contains(" x trust ") },
            "\(lines.last ?? "")")
    }

    /// Good forecasts, and those of hosts that do not tell what launches find, go on.
    @Test(arguments: [false, true]) func whatPaysGoesOn(_ isSilent: Bool) throws {
        var last = (fetches: 0, day: 0)
        var perDay = [Int](repeating: 0, count: 12)
        let (scheduler, _) = try days(10, isSilent ? .silentHost : .steady) { _ in
        } each: { scheduler, now in
            last.day = Int((now - .monday).seconds / 86_400)
            if let decision = scheduler.lastDecision, decision.moment > now - .minutes(2) {
                perDay[last.day] += 1
            }
        }
        #expect(perDay[7..<10].allSatisfy { $0 > 5 }, "\(perDay)")
        for app in 0..<4 { #expect(scheduler.trust(in: app) > 0.6, "\(scheduler.trust(in: app))") }
    }

    /// Whoever asks for a fetch answers for it.
    @Test func forcedFetchesCostTheAccountNothing() throws {
        var scheduler = Scheduler.with(changed(FetchConfiguration()) { $0.score.lossDepth = 1 })
        let app = AppID(0)
        var now = FetchTime.monday + .hours(1)
        for _ in 0..<50 {
            try scheduler.force(app, at: now)
            try scheduler.complete(app, .newData, bytes: 50_000, at: now + .seconds(1))
            now = now + .hours(1)
        }
        #expect(scheduler.joulesSpent(at: now) > 300)
        #expect(scheduler.mayLose(5))
        #expect(scheduler.trust(in: 0) == 1)
    }
}
