import Testing

@testable import FetchSched

/// A state that was written is read, and goes on as the one that was written: `.ci/attack states` has more lives, and 32 bits.
@Suite struct RandomStateTests {
    @Test(arguments: 0..<8) func whatIsWrittenIsRead(part: Int) {
        var restores = 0
        for seed in UInt64(1 + 25 * part)...UInt64(25 + 25 * part) {
            var run = StateRun(seed: seed)
            run.run()
            #expect(run.finding == nil, "seed \(seed)")
            restores += run.restores
        }
        #expect(restores > 100)
    }

    /// 19.7 of 20 MB are spent in the night, then a flight goes west, or a clock is set back again and again.
    @Test(arguments: [-5 * 3600, -8 * 3600, nil])
    func aBudgetSurvivesADayThatBeginsAgain(zone: Int?) throws {
        var configuration = Configuration()
        configuration.budget.bytesPerDay = 20e6
        var engine = FetchEngine(unchecked: configuration, seed: 1)
        var now = Instant.monday
        engine.tell(.zone(secondsEast: 3600), at: now)
        let app = engine.register(.minimum, at: now)
        for half in 0..<120 {
            now = now + .minutes(30)
            if half == 4 {
                try engine.forceFetch(of: app, at: now)
                try engine.completeFetch(of: app, with: .newData, bytes: 19_700_000, at: now)
            }
            if half == 40, let zone { engine.tell(.zone(secondsEast: zone), at: now) }
            if zone == nil, half % 8 == 7, half < 48 { now = now - .hours(2) }
            _ = engine.actions(at: now)
            _ = try FetchEngine(restoring: engine.snapshot(), configuration: configuration)
        }
    }

    /// The limits of sources and their groups are part of the state on every network.
    @Test(arguments: [Configuration(), .unmetered, .poller(requestsPerDay: 100)])
    func groupsAreKept(configuration: Configuration) throws {
        var engine = FetchEngine(unchecked: configuration, seed: 1)
        var limits = GroupLimits()
        limits.spacing = .seconds(90)
        let group = engine.addGroup(limits)
        var source = SourceLimits()
        source.group = group
        _ = engine.registerSource(source, at: .monday)
        var restored = try FetchEngine(restoring: engine.snapshot(), configuration: configuration)
        #expect(restored.group(number: group.number) == group)
        #expect(restored.addGroup(limits).number == 1)
        var refused = SourceAnswer(.failed)
        refused.retryAfter = .zero
        let app = try #require(engine.appIDs.first)
        #expect(try restored.asked(app, refused, at: .monday) == engine.asked(app, refused, at: .monday))
    }

    /// A source of a group that is not there belongs to none, also once there is a group of that number.
    @Test func noSourceIsInALaterGroup() throws {
        var engine = FetchEngine(unchecked: .poller(requestsPerDay: 100), seed: 1)
        var source = SourceLimits()
        source.group = engine.addGroup(GroupLimits())
        engine.removeGroup(try #require(source.group))
        _ = engine.registerSource(source, at: .monday)
        let group = engine.addGroup(GroupLimits())
        #expect(group == source.group)
        #expect(engine.scheduler.polling.groups[0].sources == 0)
    }

    /// A state that breaks a rule, by a fault of the engine, is not written: no store takes it.
    @Test func whatWouldBeRefusedIsNotWritten() throws {
        var engine = FetchEngine(unchecked: Configuration(), seed: 1)
        var source = SourceLimits()
        source.group = engine.addGroup(GroupLimits())
        _ = engine.registerSource(source, at: .monday)
        #expect(SnapshotError(checking: engine.snapshot()) == nil)
        engine.scheduler.polling.groups = []
        #expect(SnapshotError(checking: engine.snapshot()) == .invalid(at: 40))
        #expect(throws: SnapshotError.invalid(at: 40)) { try FetchEngine(restoring: engine.snapshot()) }
    }

    /// Windows of requests reach to the ends of time.
    @Test(arguments: [Int64.max - 10_000_000, .max, .min, .min + 1])
    func aPollerAtTheEndOfTime(milliseconds: Int64) throws {
        var engine = FetchEngine(unchecked: .poller(requestsPerDay: 2), seed: 1)
        let now = Instant(milliseconds: milliseconds)
        for _ in 0..<8 { _ = engine.registerSource(at: now) }
        for step in 0..<40 {
            let moment = now + .seconds(Double(step))
            if let app = engine.nextDue(at: moment) {
                try engine.asked(app, SourceAnswer(.noData), at: moment)
            }
            for app in engine.appIDs { try engine.asked(app, SourceAnswer(.newData), at: moment) }
        }
        _ = try FetchEngine(restoring: engine.snapshot(), configuration: engine.configuration)
    }
}
