import Testing

@testable import FetchSched

/// A scheduler that was written and read, or was asked more than another, decides as that does.
@Suite struct SchedulerSnapshotTests {
    /// Beside one that goes on, one that ends after every event and is restored before the next, and one that is asked much in
    /// between: what is remembered to answer faster, nobody may see. One has heard of all apps, so that it looks at those,
    /// too, that cannot be worth a fetch; and to one come apps that go again unused, which changes nothing for the others.
    @Test(arguments: 0..<8 as Range<UInt64>) func twinsDecideAlike(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let configuration = Self.configuration(seed)
        var scheduler = Scheduler(configuration: configuration, seed: seed)
        // The user opens six of the apps.
        for _ in 0..<[6, 6, 60, 60][Int(seed % 4)] {
            _ = scheduler.register(random.pick([.minimum, .minimum, .custom(.hours(2))]), at: .monday)
        }
        var (restored, asked, knowing, visited) = (scheduler, scheduler, scheduler, scheduler)
        for app in scheduler.apps.indices { knowing.apps.makeKnown(app) }
        var now = FetchTime.monday
        var (fetches, wakeups) = (0, 0)
        for event in 0..<120 {
            now = now + .seconds(random.exponential(mean: random.pick([20, 300, 3000])))
            if random.bernoulli(0.01) { now = now - .hours(2) }
            let bytes = restored.snapshot()
            restored = try Scheduler(restoring: bytes, configuration: configuration)
            if event % 25 == 0 { #expect(restored.snapshot() == bytes) }
            ask(&asked, &random, at: now)
            var operations = [Operation.plausible(&random, apps: 6, at: now), .nextFetch, .nextWakeup]
            if !scheduler.polling.isOn, random.bernoulli(0.1) {
                try visit(&visited, at: now)
                // The others, too, plan their next wakeup again.
                operations.insert(.setInterval(scheduler.apps[basics: 0].interval, AppID(0)), at: 0)
            }
            for operation in operations {
                let answer = operation.apply(to: &scheduler, at: now)
                if case .app(.some) = answer { fetches += 1 }
                if case .wakeup(.some) = answer { wakeups += 1 }
                let others = [
                    operation.apply(to: &restored, at: now), operation.apply(to: &asked, at: now),
                    operation.apply(to: &knowing, at: now), operation.apply(to: &visited, at: now),
                ]
                // The last decision is no part of a snapshot.
                let decisions = [asked, knowing, visited].map(\.lastDecision)
                guard others.allSatisfy({ $0 == answer }),
                    decisions.allSatisfy({ $0 == scheduler.lastDecision })
                else {
                    Issue.record("event \(event), \(operation): \(others), not \(answer)")
                    return
                }
            }
        }
        // Some find no app worth a fetch, some no wakeup, but none is idle.
        #expect(fetches + wakeups > 10, "\(fetches) \(wakeups)")
        for other in [restored, asked] { #expect(difference(scheduler, other) == nil) }
        // One more place, which has no app, and else the same.
        let place: Set = [".apps", ".forecast.nextApp.counts.numbers", ".phone.plan"]
        #expect(visited.appIDs == scheduler.appIDs && difference(scheduler, visited, omitting: place) == nil)
    }

    private func visit(_ scheduler: inout Scheduler, at now: FetchTime) throws {
        let app = scheduler.register(.minimum, at: now)
        _ = scheduler.nextWakeup(after: now)
        _ = try scheduler.explain(app, at: now)
        _ = scheduler.launchProbability(of: app, within: .hours(2), at: now)
        try scheduler.remove(app, at: now)
    }

    private static func configuration(_ seed: UInt64) -> FetchConfiguration {
        var configuration = seed % 2 == 0 ? SchedulerRulesTests.eager : FetchConfiguration()
        if seed % 2 == 1 {
            configuration.valueJoules = [400, 3000, 100, 400][Int(seed / 2)]
            configuration.power = PowerCosts()
        }
        if seed % 4 == 1 { configuration.budget.joulesPerDay = 300 }
        // Sources that hardly change: the rates stay at their bounds.
        if seed == 3 { configuration.content.priorSeconds = 1e11 }
        // A network that is always on.
        if seed >= 6 { configuration.radio = .wired }
        if seed == 6 { configuration.power = PowerCosts(runJoules: 0.5) }
        return configuration
    }

    /// Questions about what is expected. (When to wake the radio next is no such question: it makes a plan, which stays
    /// until something happens.)
    private func ask(_ scheduler: inout Scheduler, _ random: inout SplitMix64, at now: FetchTime) {
        let app = AppID(random.below(scheduler.appCount))
        _ = try? scheduler.explain(app, at: now)
        _ = scheduler.launchProbability(of: app, within: .hours(random.pick([1, 5])), at: now)
        _ = scheduler.useIntensity(at: now)
        _ = scheduler.newContentProbability(of: app, at: now)
        guard !scheduler.polling.isOn else { return }
        _ = scheduler.forecast.firstOfSession(app.index, hour: random.below(24), at: now)
        _ = scheduler.forecast.nextAppProbability(app.index, at: now, clock: scheduler.device.clock)
        var copy = scheduler
        _ = copy.best(copy.opportunity(at: now))
        scheduler.forecast = copy.forecast
    }

    /// What was learned stays true when the host's wishes change; where it would be counted otherwise it is refused.
    @Test func configurationsMayChangeButNotInWhatWasCounted() throws {
        let bytes = Scheduler(seed: 1).snapshot()
        var configuration = FetchConfiguration()
        configuration.valueJoules = 5
        configuration.budget.joulesPerDay = 10
        configuration.radio = RadioCosts(
            promotion: .init(), tail: [], baseWatts: 1, bytesPerSecond: 1000)
        _ = try Scheduler(restoring: bytes, configuration: configuration)
        configuration.sessionGap = .minutes(10)
        for other in [configuration, .unmetered] {
            #expect(throws: SnapshotError.otherConfiguration) {
                try Scheduler(restoring: bytes, configuration: other)
            }
        }
    }

    /// An app that was never used takes next to no place, one that is used some 500 bytes.
    @Test func sizes() {
        func size(_ apps: Int, used: Int) -> Int {
            var random = SplitMix64(seed: 5)
            var scheduler = Scheduler.with(apps: apps, seed: 5)
            var now = FetchTime.monday
            for event in 0..<(used > 0 ? 1000 : 0) {
                now = now + .seconds(random.exponential(mean: 300))
                let operation = Operation.plausible(&random, apps: used, at: now)
                _ = operation.apply(to: &scheduler, at: now)
                // Every app is used.
                if event % 4 == 0 { scheduler.observe(.launch(AppID(event / 4 % used)), at: now) }
            }
            return scheduler.snapshot().count
        }
        let empty = size(0, used: 0)
        let unused = size(1000, used: 0) - empty
        let (few, many) = (size(100, used: 10), size(100, used: 60))
        // The empty one has what is learned over all apps.
        #expect(empty < 7000, "\(empty)")
        #expect(unused <= 10_000 && many - few < 50 * 600, "\(unused), \(many - few)")
    }

    private func difference(
        _ one: Scheduler, _ other: Scheduler, omitting paths: Set<String> = []
    ) -> String? {
        let omitted = StateDump.schedulerOmits.union(paths)
        return StateDump(one, omitting: omitted).difference(to: StateDump(other, omitting: omitted))
    }
}
