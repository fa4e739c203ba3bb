import Testing

@testable import FetchSched

/// A state that was written is read, and goes on as the one that was written: `.ci/attack states` has more lives, and 32 bits.
@Suite struct RandomStateTests {
    @Test(arguments: 0..<8) func whatIsWrittenIsRead(part: Int) {
        var restores = 0
        for seed in UInt64(1 + 25 * part)...UInt64(25 + 25 * part) {
            restores += lives(StateRun<FetchEngine>(seed: seed), seed)
            restores += lives(StateRun<Poller>(seed: seed), seed)
        }
        #expect(restores > 200)
    }

    private func lives<State>(_ life: consuming StateRun<State>, _ seed: UInt64) -> Int {
        life.run()
        #expect(life.finding == nil, "\(State.self), seed \(seed)")
        return life.restores
    }

    /// 19.7 of 20 MB are spent in the night, then a flight goes west, or a clock is set back again and again.
    @Test(arguments: [-5 * 3600, -8 * 3600, nil])
    func aBudgetSurvivesADayThatBeginsAgain(zone: Int?) throws {
        var configuration = FetchConfiguration()
        configuration.budget.bytesPerDay = 20e6
        var engine = FetchEngine(unchecked: configuration, seed: 1)
        var now = FetchTime.monday
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

    /// The limits of sources and their groups are part of the state.
    @Test(arguments: [FetchConfiguration.unmetered, .poller(requestsPerDay: 100)])
    func groupsAreKept(configuration: FetchConfiguration) throws {
        var poller = Poller(unchecked: configuration, seed: 1)
        var limits = GroupLimits()
        limits.spacing = .seconds(90)
        let group = poller.addGroup(limits)
        var source = SourceLimits()
        source.group = group
        _ = poller.add(source, at: .monday)
        var restored = try Poller(restoring: poller.snapshot(), configuration: configuration)
        #expect(restored.group(number: group.number) == group)
        #expect(restored.addGroup(limits).number == 1)
        var refused = SourceAnswer(.failed)
        refused.retryAfter = .zero
        let app = try #require(poller.sources.first)
        #expect(
            try restored.recordAnswer(refused, from: app, at: .monday)
                == poller.recordAnswer(refused, from: app, at: .monday))
    }

    /// A source of a group that is not there belongs to none, also once there is a group of that number.
    @Test func noSourceIsInALaterGroup() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 100), seed: 1)
        var source = SourceLimits()
        source.group = poller.addGroup(GroupLimits())
        poller.removeGroup(try #require(source.group))
        _ = poller.add(source, at: .monday)
        let group = poller.addGroup(GroupLimits())
        #expect(group == source.group)
        #expect(poller.scheduler.polling.groups[0].sources == 0)
    }

    /// A state that breaks a rule, by a fault of the engine, is not written: no store takes it.
    @Test func whatWouldBeRefusedIsNotWritten() throws {
        var poller = Poller(unchecked: .unmetered, seed: 1)
        var source = SourceLimits()
        source.group = poller.addGroup(GroupLimits())
        _ = poller.add(source, at: .monday)
        #expect(SnapshotError(checking: poller.snapshot()) == nil)
        poller.scheduler.polling.groups = []
        #expect(SnapshotError(checking: poller.snapshot()) == .invalid(at: 40))
        #expect(throws: SnapshotError.invalid(at: 40)) {
            try Poller(restoring: poller.snapshot(), configuration: .unmetered)
        }
    }

    /// Windows of requests reach to the ends of time.
    @Test(arguments: [Int64.max - 10_000_000, .max, .min, .min + 1])
    func aPollerAtTheEndOfTime(milliseconds: Int64) throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 2), seed: 1)
        let now = FetchTime(milliseconds: milliseconds)
        for _ in 0..<8 { _ = poller.add(at: now) }
        for step in 0..<40 {
            let moment = now + .seconds(Double(step))
            if let app = poller.startNextRequest(at: moment) {
                try poller.recordAnswer(SourceAnswer(.noData), from: app, at: moment)
            }
            for app in poller.sources {
                try poller.recordAnswer(SourceAnswer(.newData), from: app, at: moment)
            }
        }
        _ = try Poller(restoring: poller.snapshot(), configuration: poller.configuration)
    }
}
