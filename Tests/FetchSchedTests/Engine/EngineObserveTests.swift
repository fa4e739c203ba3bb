import Testing

@testable import FetchSched

/// What events do to the services behind the engine.
@Suite struct EngineObserveTests {
    private let start = FetchTime.monday

    @Test func aUseThatEndsWithoutASignEndsForTasksToo() throws {
        var (engine, app) = chargingEngine(.minimum)
        engine.tell(.launch(app), at: start)
        let task = try engine.startTask(of: app, at: start)
        #expect(engine.timeRemaining(of: app, at: start) == .max)
        let now = start + .hours(4) + .minutes(1)
        engine.tell(.radio(.other, until: now), at: now)
        #expect(engine.timeRemaining(of: app, at: now) == .minutes(9))
        #expect(engine.openTasks(of: app) == [task])
    }

    @Test func servicesMoveWithAClockThatWasSetBack() throws {
        var (engine, app) = chargingEngine(.minimum)
        let (late, early) = (start + .hours(5), start + .hours(3))
        try engine.add(FetchRegion(RegionID(1)), to: app)
        try engine.reportCrossing(.enter, of: RegionID(1), in: app, at: late)
        #expect(engine.actions(at: late, fetching: false).count == 1)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1), at: late)
        #expect(engine.timeRemaining(of: app, at: late) == .seconds(10))
        engine.tell(.lowPowerMode(isOn: true), at: early)
        #expect(engine.timeRemaining(of: app, at: early) == .seconds(10))
        #expect(try engine.status(of: transfer).deadline == early + .days(7))
        let later = early + .seconds(30)
        _ = engine.actions(at: later, fetching: false)
        try engine.reportCrossing(.exit, of: RegionID(1), in: app, at: later)
        #expect(engine.actions(at: early + .minutes(1), fetching: false).count == 1)
    }

    /// In the opportunistic mode, a task runs while the device is in use, or its radio.
    @Test func theDeviceIsAwakeForUsesAndRadio() throws {
        let configuration = changed(FetchConfiguration()) { $0.tasks.mode = .opportunistic }
        var (engine, app) = chargingEngine(.never, configuration)
        let other = engine.register(.never, at: start)
        engine.tell(.launch(app), at: start)
        _ = try engine.startTask(of: app, at: start)
        engine.tell(.endOfUse(app), at: start)
        #expect(engine.actions(at: start + .seconds(5), fetching: false) == [.suspend(app)])
        var now = start + .minutes(1)
        engine.tell(.radio(.other, until: now + .seconds(10)), at: now)
        #expect(engine.actions(at: now, fetching: false) == [.resume(app)])
        #expect(engine.actions(at: now + .seconds(10), fetching: false) == [.suspend(app)])
        now = start + .minutes(2)
        engine.tell(.launch(other), at: now)
        #expect(engine.actions(at: now, fetching: false) == [.resume(app)])
        engine.tell(.endOfUse(other), at: now + .seconds(20))
        #expect(engine.actions(at: now + .seconds(20), fetching: false) == [.suspend(app)])
        #expect(engine.timeRemaining(of: app, at: now + .seconds(20)) == .minutes(3) - .seconds(35))
    }

    /// An app that was removed in the foreground is not in use any more.
    @Test func aRemovedAppLeavesTheForeground() throws {
        let configuration = changed(FetchConfiguration()) { $0.tasks.mode = .opportunistic }
        var (engine, app) = chargingEngine(.never, configuration)
        let other = engine.register(.never, at: start)
        engine.tell(.launch(app), at: start)
        _ = try engine.startTask(of: app, at: start)
        engine.tell(.launch(other), at: start)
        #expect(engine.actions(at: start + .seconds(5), fetching: false) == [])
        try engine.remove(other, at: start + .seconds(10))
        #expect(engine.actions(at: start + .seconds(10), fetching: false) == [.suspend(app)])
    }

    /// With its fetch, its push, its places and its transfers.
    @Test func aRemovedAppLeavesNothing() throws {
        var (engine, app) = chargingEngine(.minimum)
        engine.tell(.radio(.other, until: start), at: start)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        #expect(engine.actions(at: start, fetching: false) == [.startTransfer(transfer, fromByte: 0)])
        try engine.forceFetch(of: app, at: start)
        #expect(engine.receive(.silentLow, for: app, number: 1, at: start) == .stored(replacing: nil))
        try engine.setWantsSignificantChanges(true, for: app)
        try engine.reportSignificantChange(for: app, at: start)
        try engine.remove(app, at: start)
        #expect(engine.actions(at: start, fetching: false) == [.stopFetch(app), .giveUpTransfer(transfer)])
        #expect(engine.nextDeadline(after: start, fetching: false) == nil)
        #expect(engine.heldWork(of: app, at: start).isEmpty && engine.transferStatuses.isEmpty)
        #expect(
            engine.pushes.records.isEmpty && engine.locations.records.isEmpty && engine.tasks.runs.isEmpty)
    }

    @Test func aRestartForgetsWhatRan() throws {
        var (engine, app) = chargingEngine(.minimum)
        let other = engine.register(.minimum, at: start)
        engine.tell(.radio(.other, until: start), at: start)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        #expect(engine.actions(at: start, fetching: false).count == 1)
        try engine.forceFetch(of: app, at: start)
        try engine.forceFetch(of: other, at: start)
        try engine.completeFetch(of: other, with: .newData, at: start)
        engine.tell(.launch(other), at: start)
        engine.hostRestarted(at: start + .minutes(1))
        #expect(engine.scheduler.device.foregroundApp == nil)
        #expect(engine.fetchesUnderWay.isEmpty && engine.fetchStart(of: app) == nil)
        #expect(!engine.isRunning(app) && !engine.isRunning(other))
        #expect(try !engine.status(of: transfer).isActive)
        #expect(engine.actions(at: start + .minutes(1), fetching: false) == [])
    }

    /// What the process that ended was to do is not asked of the next one: its fetch ended with it.
    @Test func aRestartAsksForNothingOld() throws {
        var (engine, app) = chargingEngine(.minimum)
        try engine.forceFetch(of: app, at: start)
        engine.tell(.quit(app), at: start)
        var asked = engine
        #expect(asked.actions(at: start) == [.stopFetch(app)])
        engine.hostRestarted(at: start)
        #expect(engine.actions(at: start) == [])
    }

    /// The device is not in use after a restart, and of an app that is gone no fetch is under way.
    @Test func aRestartEndsTheUse() throws {
        let configuration = changed(FetchConfiguration()) { $0.tasks.mode = .opportunistic }
        var (engine, app) = chargingEngine(.never, configuration)
        engine.tell(.launch(app), at: start)
        engine.underWay.append(FetchUnderWay(app: AppID(9)))
        engine.hostRestarted(at: start + .seconds(1))
        #expect(engine.fetchesUnderWay.isEmpty)
        #expect(engine.receive(.silent, for: app, number: 1, at: start + .seconds(1)) == .deliver)
        _ = try engine.startTask(of: app, at: start + .seconds(1))
        #expect(engine.actions(at: start + .seconds(31), fetching: false) == [.suspend(app)])
    }

    @Test func twoFetchesMakeOnePicture() throws {
        var (engine, app) = chargingEngine(.minimum)
        for second in 0..<2 as Range<Int64> {
            let now = start + .seconds(Double(second))
            try engine.forceFetch(of: app, at: now)
            try engine.completeFetch(of: app, with: .newData, at: now)
        }
        let actions = engine.actions(at: start + .seconds(1), fetching: false)
        #expect(actions.filter { $0 == .refreshSnapshot(app) }.count == 1)
    }

    /// A fetch past its limit is stopped, also if a host forces the next one without having asked.
    @Test func aForcedFetchStopsTheOneBefore() throws {
        var (engine, app) = chargingEngine(.minimum)
        try engine.forceFetch(of: app, at: start)
        try engine.forceFetch(of: app, at: start + .minutes(5))
        #expect(engine.fetchesUnderWay == [app])
        #expect(engine.actions(at: start + .minutes(5), fetching: false) == [.stopFetch(app)])
        #expect(engine.scheduler.apps[app.index].failures == 1)
    }

    /// A limit that makes no sense does no harm: the app runs for its fetch.
    @Test func aNegativeLimit() throws {
        var (engine, app) = chargingEngine(
            .minimum, changed(FetchConfiguration()) { $0.fetchLimit = .seconds(-10) })
        try engine.forceFetch(of: app, at: start)
        #expect(engine.timeRemaining(of: app, at: start) == .seconds(1))
    }

    @Test func whatIsKnownOfAnApp() throws {
        var (engine, app) = chargingEngine(.custom(.hours(2)))
        let unknown = AppID(99)
        #expect(engine.interval(of: app) == .custom(.hours(2)) && engine.interval(of: unknown) == nil)
        #expect(engine.lastSync(of: app) == start && engine.lastSync(of: unknown) == nil)
        try engine.forceFetch(of: app, at: start + .seconds(1))
        #expect(engine.fetchStart(of: app) == start + .seconds(1) && engine.fetchStart(of: unknown) == nil)
        #expect(engine.nextAppProbability(of: unknown, at: start) == 0)
        engine.tell(.launch(app), at: start + .seconds(2))
        let task = try engine.startTask(of: app, at: start + .seconds(2))
        func held(at now: FetchTime) -> [HeldWork] { engine.heldWork(of: app, at: now) }
        #expect(held(at: start + .seconds(2)) == [HeldWork(kind: .task, number: task.number, vetoes: [])])
        engine.tell(.endOfUse(app), at: start + .seconds(3))
        let end = start + .seconds(3) + .minutes(10)
        engine.tell(.zone(secondsEast: 3_600), at: start + .seconds(3))
        #expect(engine.conditions.clock.secondsEast == 3_600)
        try engine.setWantsSignificantChanges(true, for: app)
        try engine.reportSignificantChange(for: app, at: start + .seconds(4))
        #expect(
            held(at: start + .seconds(4)) == [
                HeldWork(kind: .significantChange, number: 0, since: start + .seconds(4), vetoes: []),
                HeldWork(kind: .task, number: task.number, vetoes: [FetchVeto(.timeLeft, until: end)]),
            ])
    }

    /// No zone is more than a day from UTC.
    @Test func zonesHaveLimits() {
        var conditions = DeviceConditions()
        for (told, known) in [(3_600, 3_600), (90_000, 86_400), (-3_600, -3_600), (-90_000, -86_400)]
            as [(Int, Int)]
        {
            conditions.learn(.zone(secondsEast: told))
            #expect(conditions.clock.secondsEast == known)
        }
    }

    /// A step back of up to a minute is none, and a use ends four hours after its last sign by the clock that holds.
    @Test func signsOfUse() throws {
        var (engine, app) = chargingEngine(.minimum)
        engine.tell(.launch(app), at: start + .hours(1))
        engine.tell(.lowPowerMode(isOn: false), at: start + .hours(1) - .minutes(1))
        #expect(engine.present == start + .hours(1))
        // What is no sign, and a clock that was set back to after the last one.
        engine.tell(.lowPowerMode(isOn: false), at: start + .hours(3))
        engine.tell(.lowPowerMode(isOn: false), at: start + .hours(2))
        #expect(engine.nextDeadline(after: start + .hours(2), fetching: false) == start + .hours(5))
        let signs: [FetchEvent] = [
            .foregroundSync(app, .noData, bytes: 0), .launch(app), .radio(.user, until: start),
        ]
        for sign in signs {
            var engine = engine
            engine.tell(sign, at: start + .hours(4))
            #expect(engine.nextDeadline(after: start + .hours(4), fetching: false) == start + .hours(8))
            // And to before it.
            engine.tell(.lowPowerMode(isOn: false), at: start + .hours(3))
            #expect(engine.nextDeadline(after: start + .hours(3), fetching: false) == start + .hours(7))
        }
        // Of another app it is none.
        engine.tell(
            .foregroundSync(engine.register(.never, at: start + .hours(2)), .noData, bytes: 0),
            at: start + .hours(4))
        #expect(engine.nextDeadline(after: start + .hours(4), fetching: false) == start + .hours(5))
    }

    /// What forbids a fetch of an app that has nothing else against it, and does so no more.
    @Test func whatForbidsAFetch() throws {
        var (engine, app) = chargingEngine(.custom(.hours(2)))
        engine.tell(.network(.cellular), at: start)
        engine.tell(.power(.battery), at: start)
        try engine.forceFetch(of: app, at: start)
        try engine.completeFetch(of: app, with: .noData, at: start)
        func vetoes(at now: FetchTime, _ engine: FetchEngine) throws -> [FetchVeto] {
            try engine.explain(app, at: now).vetoes
        }
        #expect(
            try vetoes(at: start + .hours(1), engine) == [
                FetchVeto(.intervalNotPassed, until: start + .hours(2))
            ])
        let now = start + .hours(2)
        #expect(try vetoes(at: now, engine) == [])
        let events: [(FetchEvent, FetchEvent, FetchVeto.Rule)] = [
            (.network(.none), .network(.cellular), .noNetwork),
            (.refresh(app: nil, isOn: false), .refresh(app: nil, isOn: true), .refreshOff),
            (.refresh(app: app, isOn: false), .refresh(app: app, isOn: true), .refreshOffForApp),
            (.lowPowerMode(isOn: true), .lowPowerMode(isOn: false), .lowPowerMode),
            (.batteryLevel(0.1), .batteryLevel(0.9), .lowBattery),
            (.batteryLevel(0.1), .power(.charging), .lowBattery),
            (.quit(app), .launch(app), .quitByUser),
            (.launch(app), .endOfUse(app), .inForeground),
        ]
        for (event, end, rule) in events {
            var engine = engine
            engine.tell(event, at: now)
            #expect(try vetoes(at: now, engine) == [FetchVeto(rule)], "\(rule)")
            engine.tell(end, at: now)
            #expect(try vetoes(at: now, engine).contains(FetchVeto(rule)) == false, "\(rule)")
        }
        engine.tell(.serverWait(app, until: now + .hours(3)), at: now)
        #expect(try vetoes(at: now, engine) == [FetchVeto(.serverDelay, until: now + .hours(3))])
        #expect(try vetoes(at: now + .hours(3), engine) == [])
        try engine.forceFetch(of: app, at: now + .hours(3))
        #expect(try vetoes(at: now + .hours(3), engine).contains(FetchVeto(.fetchUnderWay)))
        #expect(try !vetoes(at: now + .hours(3), engine).contains(FetchVeto(.budgetSpent)))
    }
}
