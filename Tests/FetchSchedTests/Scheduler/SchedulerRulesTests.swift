import Testing

@testable import FetchSched

/// The real scheduler beside the naive rules, under random calls.
@Suite struct SchedulerRulesTests {
    /// A configuration that fetches much, so that there is something to forbid.
    static var eager: FetchConfiguration {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 400
        configuration.leastFetchJoules = 0.001
        configuration.content.priorSeconds = 900
        configuration.settling = .zero
        return configuration
    }

    /// Four hundred hosts whose clocks are set, whose apps come and go, on a phone and on a server, and which are restarted.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func fourHundredHosts(part: UInt64) throws {
        var (fetches, wakeups, errors) = (0, 0, 0)
        for seed in 1 + part * 50...50 + part * 50 {
            var random = SplitMix64(seed: seed)
            var configuration = seed % 2 == 0 ? Self.eager : PollingScene.configuration(price: 0.05)
            configuration.settling = .zero
            configuration.minimumSpacing = [.minutes(5), .minutes(1), .hours(1)][Int(seed % 3)]
            // A phone keeps a minute all the same.
            if seed % 8 == 2 { configuration.minimumSpacing = .zero }
            var scheduler = Scheduler(configuration: configuration, seed: seed)
            var rules = NaiveRules(configuration: configuration)
            var now = FetchTime.monday
            for step in 0..<(seed % 60 == 0 ? 2_000 : 250) {
                if random.bernoulli(0.5) { now = now + .seconds(random.exponential(mean: 600)) }
                if random.bernoulli(0.01) { now = now + .seconds(random.exponential(mean: 1e5) - 1e5) }
                var operation = Operation.plausible(&random, apps: max(1, rules.apps.count), at: now)
                if rules.apps.count < 5 {
                    operation = .register(random.pick([.minimum, .minimum, .custom(.hours(1))]))
                } else if random.bernoulli(0.01) {
                    let app = scheduler.apps.id(of: random.below(rules.apps.count))
                    operation = scheduler.apps.contains(app) ? .remove(app) : .register(.minimum)
                }
                // Mostly complete what is running, and in time.
                if case .complete(_, let outcome, let bytes) = operation, random.bernoulli(0.8),
                    let running = rules.apps.firstIndex(where: { $0.fetchStart != nil })
                {
                    operation = .complete(scheduler.apps.id(of: running), outcome, bytes: bytes)
                }
                guard operation.app.map(scheduler.apps.contains) ?? true else { continue }
                if random.bernoulli(0.01) {
                    scheduler = try Scheduler(restoring: scheduler.snapshot(), configuration: configuration)
                }
                let answer = operation.apply(to: &scheduler, at: now)
                if case (.nextFetch, .app(_?)) = (operation, answer) { fetches += 1 }
                if case .wakeup(_?) = answer { wakeups += 1 }
                if case .error = answer { errors += 1 }
                if let wrong = rules.follow(operation, answer, at: now) {
                    Issue.record("seed \(seed), step \(step) at \(now): \(wrong)")
                    return
                }
            }
        }
        // The test is worth something only if these happen.
        #expect(fetches > 200 && errors > 200 && wakeups > 200, "\(fetches), \(errors), \(wakeups)")
    }
}
