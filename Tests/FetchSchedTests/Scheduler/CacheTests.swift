import Testing

@testable import FetchSched

/// What is kept to answer faster is made anew to the same bits: whoever forgets all of it before every question, or asks
/// much else in between, gets the same answers.
@Suite struct CacheTests {
    @Test(arguments: 0..<6 as Range<UInt64>) func noCacheShows(seed: UInt64) throws {
        let count = try compare(seed: seed)
        // Some find no app worth a fetch, some no wakeup, but none is idle.
        #expect(count.fetches + count.wakeups > 10, "\(count)")
    }

    private func compare(seed: UInt64) throws -> (fetches: Int, wakeups: Int) {
        var random = SplitMix64(seed: seed)
        var configuration = seed % 2 == 0 ? SchedulerRulesTests.eager : Configuration()
        if seed % 2 == 1 { configuration.valueJoules = 400 }
        if seed % 2 == 1 { configuration.power = PowerCosts() }
        if seed % 4 == 1 { configuration.budget.joulesPerDay = 300 }
        // A network that is always on.
        if seed >= 4 { configuration.radio = .wired }
        if seed == 4 { configuration.power = PowerCosts(runJoules: 0.5) }
        var keeping = Scheduler(configuration: configuration, seed: seed)
        var curious = keeping
        var forgetful = keeping
        var now = Instant.monday
        let apps = 8
        for _ in 0..<apps {
            let interval: FetchInterval = random.pick([.minimum, .minimum, .custom(.hours(2))])
            _ = keeping.register(interval, at: now)
            _ = curious.register(interval, at: now)
            _ = forgetful.register(interval, at: now)
        }
        var (fetches, wakeups) = (0, 0)
        for step in 0..<220 {
            now = now + .seconds(random.exponential(mean: random.pick([20, 300, 3000])))
            let operation = Operation.plausible(&random, apps: apps, at: now)
            // What a snapshot holds is what was learned and what is under way, and no answer.
            forgetful = try Scheduler(restoring: forgetful.snapshot(), configuration: configuration)
            ask(&curious, &random, at: now)
            let answer = operation.apply(to: &keeping, at: now)
            #expect(
                operation.apply(to: &forgetful, at: now) == answer, "seed \(seed), step \(step): \(operation)"
            )
            #expect(
                operation.apply(to: &curious, at: now) == answer, "seed \(seed), step \(step): \(operation)")
            if case .app(let app?) = answer {
                fetches += 1
                now = now + .seconds(2)
                try keeping.complete(app, .newData, bytes: 50_000, at: now)
                try curious.complete(app, .newData, bytes: 50_000, at: now)
                try forgetful.complete(app, .newData, bytes: 50_000, at: now)
            }
            if case .wakeup(let wakeup?) = answer { wakeups += wakeup > now ? 1 : 0 }
        }
        return (fetches, wakeups)
    }

    /// Questions about what is expected. (When to wake the radio next is no such question: it makes a plan, which stays
    /// until something happens.)
    private func ask(_ scheduler: inout Scheduler, _ random: inout SplitMix64, at now: Instant) {
        let app = AppID(random.below(scheduler.appCount))
        _ = try? scheduler.explain(app, at: now)
        _ = scheduler.launchProbability(of: app, within: .hours(random.pick([1, 5])), at: now)
        _ = scheduler.launchIntensity(of: app, at: now)
        _ = scheduler.newContentProbability(of: app, at: now)
    }
}
