import Testing

@testable import FetchSched

/// A scheduler that was written and read is the one that was not.
@Suite struct SchedulerSnapshotTests {
    /// One that goes on, and one that ends after every event and is restored before the next.
    @Test func restoredAtEveryEventOfATrace() throws {
        let seed: UInt64 = 3
        var random = SplitMix64(seed: seed)
        var scheduler = Scheduler(configuration: SchedulerRulesTests.eager, seed: seed)
        for _ in 0..<4 { _ = scheduler.register(.minimum, at: .monday) }
        var restored = scheduler
        var now = Instant.monday
        var fetches = 0
        for event in 0..<200 {
            now = now + .seconds(random.exponential(mean: 300))
            let operation = Operation.plausible(&random, apps: 4, at: now)
            let bytes = restored.snapshot()
            restored = try Scheduler(restoring: bytes, configuration: SchedulerRulesTests.eager)
            if event % 25 == 0 { #expect(restored.snapshot() == bytes) }
            for operation in [operation, .nextFetch, .nextWakeup] {
                let answer = operation.apply(to: &scheduler, at: now)
                if case .app(.some) = answer { fetches += 1 }
                guard operation.apply(to: &restored, at: now) == answer else {
                    Issue.record("seed \(seed), event \(event), \(operation): not \(answer)")
                    return
                }
            }
        }
        #expect(fetches > 10)
        #expect(difference(scheduler, restored) == nil)
    }

    /// Longer runs, restored now and then, with many apps and days between.
    @Test(arguments: 11...12 as ClosedRange<UInt64>)
    func everyPropertyIsRestored(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var configuration = Configuration()
        if seed % 2 == 0 { configuration.budget.joulesPerDay = 50 }
        if seed % 3 == 0 { configuration.budget.bytesPerDay = 5e6 }
        var scheduler = Scheduler(configuration: configuration, seed: seed)
        for _ in 0..<60 { _ = scheduler.register(.minimum, at: .monday) }
        var now = Instant.monday
        for step in 0..<1500 {
            now = now + .seconds(random.exponential(mean: random.chance(0.1) ? 20_000 : 60))
            let operation = Operation.plausible(&random, apps: 40, at: now)
            _ = operation.apply(to: &scheduler, at: now)
            guard step == 1499 else { continue }
            let restored = try Scheduler(restoring: scheduler.snapshot(), configuration: configuration)
            if let wrong = difference(scheduler, restored) {
                Issue.record("seed \(seed), step \(step): \(wrong)")
                return
            }
        }
    }

    /// Whatever state senseless calls lead to, it can be written and read.
    @Test func senselessStates() throws {
        for seed in 0..<6 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var scheduler = Scheduler(configuration: SchedulerRulesTests.eager, seed: seed)
            var now = Instant.monday
            for _ in 0..<150 {
                now = random.moment(near: now)
                let app = AppID(random.below(5))
                let operation: Operation =
                    random.chance(0.1)
                    ? .register(random.pick([.minimum, .never, .custom(random.span())]))
                    : random.chance(0.1)
                        ? .observe(.batteryLevel(random.number()))
                        : random.chance(0.2)
                            ? .observe(.radio(.user, until: random.moment(near: now)))
                            : .plausible(&random, apps: 5, at: now)
                _ = operation.apply(to: &scheduler, at: now)
                if random.chance(0.05) {
                    _ = Operation.complete(app, .newData, bytes: .max).apply(to: &scheduler, at: now)
                }
            }
            let bytes = scheduler.snapshot()
            let restored = try Scheduler(restoring: bytes, configuration: SchedulerRulesTests.eager)
            #expect(restored.snapshot() == bytes, "seed \(seed)")
            if let wrong = difference(scheduler, restored) { Issue.record("seed \(seed): \(wrong)") }
        }
    }

    /// What was learned stays true when the host's wishes change; where it would be counted otherwise it is refused.
    @Test func configurationsMayChangeButNotInWhatWasCounted() throws {
        let bytes = Scheduler(seed: 1).snapshot()
        var configuration = Configuration()
        configuration.valueJoules = 5
        configuration.budget.joulesPerDay = 10
        configuration.radio = RadioCosts(
            promotion: .init(), tail: [], baseWatts: 1, bytesPerSecond: 1000)
        _ = try Scheduler(restoring: bytes, configuration: configuration)
        configuration.sessionGap = .minutes(10)
        #expect(throws: SnapshotError.otherConfiguration) {
            _ = try Scheduler(restoring: bytes, configuration: configuration)
        }
    }

    /// An app that was never used takes next to no place, one that is used below a kilobyte.
    @Test func sizes() {
        func size(_ apps: Int, used: Int) -> Int {
            var random = SplitMix64(seed: 5)
            var scheduler = Scheduler(seed: 5)
            for _ in 0..<apps { _ = scheduler.register(.minimum, at: .monday) }
            var now = Instant.monday
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
        print(
            "snapshot: \(empty) bytes empty, \(unused) for 1,000 unused, \(few) with 10 used, \(many) with 60"
        )
        // Of the empty one 2,200 bytes are what is learned over all apps: 82 numbers of the next app's model, 32 of the
        // calibration and 12 and 17 of sessions, each with its sum of squares; and 16 of the times of use, each with its gradient, too.
        // What models begin with is not blank: the lengths of a pause and their biases take the rest.
        #expect(empty < 5750 && unused <= 10_000 && many - few < 50 * 1500)
    }

    private func difference(_ one: Scheduler, _ other: Scheduler) -> String? {
        StateDump(one, omitting: StateDump.schedulerOmits)
            .difference(to: StateDump(other, omitting: StateDump.schedulerOmits))
    }
}
