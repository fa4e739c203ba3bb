import Testing

@testable import FetchSched

/// The scheduler looks at few apps and keeps queues; the straightforward one looks at all of them each time. Both must
/// say the same, event for event.
@Suite struct ActiveAppsTests {
    @Test(arguments: [1, 6, 200], [20.0, 3000]) func decidesAsIfItLookedAtEveryApp(
        _ apps: Int, _ value: Double
    ) {
        var fetches = 0
        for seed in 0..<3 as Range<UInt64> { fetches += compare(apps: apps, value: value, seed: seed) }
        #expect(fetches > (apps == 1 ? 1 : 3))
    }

    private func compare(apps: Int, value: Double, seed: UInt64) -> Int {
        var random = SplitMix64(seed: seed)
        var configuration = Configuration()
        configuration.valueJoules = value
        var quick = Scheduler(configuration: configuration, seed: seed)
        var straightforward = Scheduler(configuration: configuration, seed: seed)
        straightforward.apps.scansAll = true
        // A user opens ten of the apps; the others are only there.
        let used = min(apps, 10)
        var now = Instant.monday
        func both(_ operation: Operation) -> (Answer, Answer) {
            (operation.apply(to: &quick, at: now), operation.apply(to: &straightforward, at: now))
        }
        for _ in 0..<apps {
            _ = both(.register(random.pick([.minimum, .minimum, .custom(.hours(2)), .never])))
        }
        for _ in 0..<150 where apps > used {
            now = now + .minutes(20)
            let app = AppID(random.below(used))
            _ = both(.observe(.launch(app)))
            _ = both(.observe(.endOfUse(app)))
        }
        var fetches = 0
        for step in 0..<500 {
            now = now + .seconds(random.exponential(mean: random.pick([1, 30, 900])))
            if random.chance(0.005) { now = now - .hours(3) }
            let reach = random.chance(0.02) ? apps : used
            var operation = Operation.plausible(&random, apps: reach, at: now)
            // What is started on demand is no choice.
            if case .start = operation, random.chance(0.7) { operation = .nextFetch }
            let (one, other) = both(operation)
            let same = one == other && quick.nextExpired(at: now) == straightforward.nextExpired(at: now)
            #expect(same, "seed \(seed), step \(step), \(operation): \(one), \(other)")
            if let wrong = wrongQueues(quick) { Issue.record("seed \(seed), step \(step): \(wrong)") }
            guard same else { return fetches }
            guard case .app(.some) = one, case .nextFetch = operation else { continue }
            fetches += 1
            #expect(quick.lastDecision == straightforward.lastDecision, "seed \(seed), step \(step)")
        }
        let skips = !quick.considersUnused(quick.freeMoment(at: now))
        // Where a launch is worth more, those never opened may be worth a fetch, and none is left out.
        #expect(skips == (value == 20) || apps < 200)
        return fetches
    }

    /// What the queues say that a look at every app does not.
    private func wrongQueues(_ scheduler: Scheduler) -> String? {
        let starts = scheduler.apps.compactMap(\.fetch.run?.since)
        if scheduler.apps.starts.first?.due != starts.min() { return "first of those under way" }
        if scheduler.apps.expired.next(from: 0) != scheduler.apps.firstIndex(where: { $0.fetch == .expired })
        {
            return "expired"
        }
        for (index, app) in scheduler.apps.enumerated() where !scheduler.apps.active.contains(index) {
            if app.lastLaunch.moment != nil || app.lastFetch.moment != nil || app.announced.moment != nil
                || app.content.looks > 0
            {
                return "app \(index) should be active"
            }
        }
        return nil
    }
}
