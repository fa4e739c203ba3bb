import Testing

@testable import FetchSched

/// What fuzzing the engine's calls found (`.ci/fuzz engine`).
@Suite struct EngineFindingTests {
    private static func engine(_ configuration: FetchConfiguration = FetchConfiguration()) -> (
        FetchEngine, AppID
    ) {
        var engine = FetchEngine(unchecked: configuration, seed: 1)
        let app = engine.register(.minimum, at: .monday)
        return (engine, app)
    }

    /// It answered the time that it is, and a host would have asked forever.
    @Test func noTimeIsAheadOfTheEndOfTime() throws {
        var (engine, app) = Self.engine()
        try engine.forceFetch(of: app, at: .distantFuture - .minutes(1))
        #expect(engine.nextDeadline(after: .distantFuture - .minutes(1)) != nil)
        #expect(engine.nextDeadline(after: .distantFuture) == nil)
    }

    /// It was infinitely far ahead of its plan, and its snapshot was refused.
    @Test func theSmallestBudgetIsRestored() throws {
        let configuration = changed(FetchConfiguration()) { $0.budget.bytesPerDay = .leastNonzeroMagnitude }
        var (engine, app) = Self.engine(configuration)
        _ = engine.nextAction(at: .monday)
        try engine.forceFetch(of: app, at: .monday)
        try engine.completeFetch(of: app, with: .newData, bytes: 1 << 20, at: .monday)
        _ = engine.actions(at: .monday + .minutes(20))
        engine.tell(.radio(.user, until: .monday + .minutes(21)), at: .monday + .minutes(21))
        _ = engine.nextAction(at: .monday + .minutes(21))
        let bytes = engine.snapshot()
        let restored = try FetchEngine(restoring: bytes, configuration: configuration)
        #expect(restored.snapshot() == bytes)
        #expect(engine.isBudgetSpent)
    }

    /// Nobody had asked since it ran past its limit: it was forgotten, not failed, and the app fetched again at once.
    @Test func aFetchPastItsLimitHasFailedAlsoIfItsProcessEndsThen() throws {
        var (engine, app) = Self.engine()
        try engine.forceFetch(of: app, at: .monday)
        let late = FetchTime.monday + engine.configuration.fetchLimit + .minutes(5)
        engine.tell(.processEnded(app), at: late)
        #expect(engine.actions(at: late).count { $0 == .stopFetch(app) } == 1)
        #expect(engine.scheduler.apps[app.index].failures == 1)
    }

    /// A host that was gone for longer than a fetch may take is to blame itself.
    @Test func aRestartBlamesNoFetch() throws {
        var (engine, app) = Self.engine()
        try engine.forceFetch(of: app, at: .monday)
        engine.hostRestarted(at: .monday + .hours(1))
        _ = engine.actions(at: .monday + .hours(1))
        #expect(engine.scheduler.apps[app.index].failures == 0)
    }

    /// Bytes that no engine wrote: an app that the user quit still runs, or is in the foreground.
    @Test func anAppThatWasQuitRunsInNoSnapshot() throws {
        var (engine, app) = Self.engine()
        engine.tell(.launch(app), at: .monday)
        engine.scheduler.observe(.quit(app), at: .monday)
        #expect(throws: SnapshotError.self) { try FetchEngine(restoring: engine.snapshot()) }
        engine.tell(.quit(app), at: .monday)
        #expect(throws: Never.self) { try FetchEngine(restoring: engine.snapshot()) }
    }

    /// Four steps of a plan were computed without regard to how long a step a configuration may ask for.
    @Test(arguments: [.max, TimeSpan(milliseconds: .max / 3), .days(1_000_000_000), .hours(30)])
    func stepsOfAPlanAreOfAnyLength(step: TimeSpan) {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 1_000
        configuration.planStep = step
        // A wakeup that pays whatever it brings, however long it is until then.
        configuration.radio.promotion.joules = -1_000
        var scheduler = Scheduler.with(configuration)
        for hour in 0..<100 {
            let now = FetchTime.monday + .hours(Int64(hour))
            scheduler.use(AppID(0), for: .minutes(1), at: now)
        }
        let end = FetchTime.monday + .hours(105)
        let wakeup = scheduler.nextWakeup(after: end)
        // At the end of time there is nothing left to fetch.
        #expect(wakeup.map { $0 > end } == (step == .max ? nil : true))
    }

    /// A silent push is held for its longest delay, says so, and outlives a snapshot; what a launch has loaded before it came
    /// is not announced again by it.
    @Test func aHeldPushSaysUntilWhenAndAnnouncesOnce() throws {
        let now = FetchTime.monday + .hours(1)
        for isAtServer in [false, true] {
            var (engine, app) = Self.engine(
                changed(FetchConfiguration()) { $0.push.waitAtServer = isAtServer })
            #expect(engine.receive(.silentLow, for: app, number: 1, at: now) == .stored(replacing: nil))
            let rule = isAtServer ? FetchVeto.Rule.radioAsleep : .lowUrgency
            #expect(
                engine.heldWork(of: app, at: now).first?.vetoes == [FetchVeto(rule, until: now + .hours(12))])
        }
        var (before, app) = Self.engine()
        _ = before.receive(.silentLow, for: app, number: 1, at: now)
        #expect(before.newContentProbability(of: app, at: now) > 0.8)
        for isRestarted in [false, true] {
            var engine = try FetchEngine(restoring: before.snapshot())
            if isRestarted { engine.hostRestarted(at: now) }
            let later = now + .minutes(5)
            engine.use(app, at: later)
            engine.tell(.radio(.user, until: later), at: later)
            let delivered = engine.actions(at: later).count { if case .deliver = $0 { true } else { false } }
            try engine.requestFetch(of: app, at: later)
            #expect(delivered == 1 && engine.newContentProbability(of: app, at: later) < 0.1)
            // One that comes later does.
            _ = engine.receive(.silentHigh, for: app, number: 2, at: later + .minutes(1))
            #expect(engine.newContentProbability(of: app, at: later + .minutes(1)) > 0.8)
        }
    }
}
