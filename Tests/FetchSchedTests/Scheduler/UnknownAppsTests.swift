import Testing

@testable import FetchSched

/// The scheduler looks only at apps of which anything was heard, where the others cannot be worth a fetch. One that has heard
/// of all apps must say the same, event for event.
@Suite struct UnknownAppsTests {
    @Test(arguments: [6, 200], [20.0, 3000]) func decidesAsIfItLookedAtEveryApp(
        _ apps: Int, _ value: Double
    ) {
        var fetches = 0
        for seed in 0..<3 as Range<UInt64> { fetches += compare(apps: apps, value: value, seed: seed) }
        #expect(fetches > 3)
    }

    private func compare(apps: Int, value: Double, seed: UInt64) -> Int {
        var random = SplitMix64(seed: seed)
        var configuration = Configuration()
        configuration.valueJoules = value
        var quick = Scheduler(configuration: configuration, seed: seed)
        var straightforward = quick
        // A user opens ten of the apps; the others are only there.
        let used = min(apps, 10)
        var now = Instant.monday
        func both(_ operation: Operation) -> (Answer, Answer) {
            (operation.apply(to: &quick, at: now), operation.apply(to: &straightforward, at: now))
        }
        for _ in 0..<apps {
            _ = both(.register(random.pick([.minimum, .minimum, .custom(.hours(2)), .never])))
        }
        for launch in 0..<150 {
            now = now + .minutes(20)
            let app = AppID(launch < used ? launch : random.below(used))
            _ = both(.observe(.launch(app)))
            _ = both(.observe(.endOfUse(app)))
        }
        for app in 0..<apps { straightforward.apps.makeKnown(app) }
        var fetches = 0
        for step in 0..<500 {
            now = now + .seconds(random.exponential(mean: random.pick([1, 30, 900])))
            if random.chance(0.005) { now = now - .hours(3) }
            let reach = random.chance(0.02) ? apps : used
            var operation = Operation.plausible(&random, apps: reach, at: now)
            // What is started on demand is no choice.
            if case .force = operation, random.chance(0.7) { operation = .nextFetch }
            let (one, other) = both(operation)
            let same = one == other && quick.nextExpired(at: now) == straightforward.nextExpired(at: now)
            #expect(same, "seed \(seed), step \(step), \(operation): \(one), \(other)")
            guard same else { return fetches }
            guard case .app(.some) = one, case .nextFetch = operation else { continue }
            fetches += 1
            #expect(quick.lastDecision == straightforward.lastDecision, "seed \(seed), step \(step)")
        }
        return fetches
    }
}
