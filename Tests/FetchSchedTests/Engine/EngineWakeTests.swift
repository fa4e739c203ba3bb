import Testing

@testable import FetchSched

/// Who runs for what, and what ends with a process.
@Suite struct EngineWakeTests {
    private let start = FetchTime.monday

    /// What an action of the engine wakes an app for, it runs for.
    @Test func actionsWakeApps() throws {
        var (engine, app) = chargingEngine(.minimum)
        let limit = engine.configuration.fetchLimit
        // A held push.
        #expect(engine.receive(.silentLow, for: app, number: 1, at: start) == .stored(replacing: nil))
        #expect(!engine.isRunning(app))
        var now = start + .hours(12)
        #expect(engine.actions(at: now, fetching: false).count == 1)
        #expect(engine.isRunning(app) && engine.timeRemaining(of: app, at: now) == limit)
        #expect(engine.actions(at: now + limit, fetching: false) == [.suspend(app)])
        // A place.
        try engine.setWantsSignificantChanges(true, for: app)
        now = now + .hours(1)
        try engine.reportSignificantChange(for: app, at: now)
        #expect(engine.actions(at: now, fetching: false).count == 1)
        #expect(engine.timeRemaining(of: app, at: now) == engine.configuration.location.wakeTime)
        #expect(engine.actions(at: now + .seconds(10), fetching: false) == [.suspend(app)])
        // A transfer.
        now = now + .hours(1)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 10), at: now)
        #expect(engine.actions(at: now, fetching: false) == [])
        now = now + .minutes(15)
        #expect(engine.actions(at: now, fetching: false) == [.startTransfer(transfer, fromByte: 0)])
        try engine.reportCompletion(of: transfer, at: now)
        #expect(engine.actions(at: now, fetching: false) == [.wakeForTransfers(app, session: 0)])
        #expect(engine.timeRemaining(of: app, at: now) == limit)
    }

    /// The push that is delivered when it arrives, too, and a fetch until it ends.
    @Test func pushesAndFetchesWakeApps() throws {
        var (engine, app) = chargingEngine(.minimum)
        let limit = engine.configuration.fetchLimit
        #expect(engine.receive(.silent, for: app, number: 1, at: start) == .deliver)
        #expect(engine.timeRemaining(of: app, at: start) == limit)
        _ = engine.actions(at: start + limit, fetching: false)
        #expect(!engine.isRunning(app))
        let now = start + .hours(1)
        try engine.forceFetch(of: app, at: now)
        // The fetch is stopped before its app is suspended.
        #expect(engine.timeRemaining(of: app, at: now) == limit + .seconds(1))
        try engine.completeFetch(of: app, with: .noData, at: now + .seconds(3))
        #expect(engine.actions(at: now + .seconds(3), fetching: false) == [.suspend(app)])
    }

    /// An app that leaves the foreground runs on for its fetch.
    @Test func aFetchOutlastsTheForeground() throws {
        var (engine, app) = chargingEngine(
            .minimum, changed(FetchConfiguration()) { $0.fetchLimit = .minutes(1) })
        try engine.forceFetch(of: app, at: start)
        engine.tell(.launch(app), at: start + .seconds(1))
        engine.tell(.endOfUse(app), at: start + .seconds(2))
        #expect(engine.timeRemaining(of: app, at: start + .seconds(2)) == .seconds(59))
        // The launch of another app ends the use as well.
        let other = engine.register(.minimum, at: start + .seconds(2))
        engine.tell(.launch(app), at: start + .seconds(3))
        engine.tell(.launch(other), at: start + .seconds(4))
        #expect(engine.timeRemaining(of: app, at: start + .seconds(4)) == .seconds(57))
        try engine.completeFetch(of: app, with: .noData, at: start + .seconds(5))
        #expect(engine.timeRemaining(of: app, at: start + .seconds(5)) == .zero)
    }

    /// An app that is ended for its open task takes its fetch with it, which counts as nothing.
    @Test func terminationEndsTheFetch() throws {
        var (engine, app) = chargingEngine(.minimum)
        engine.tell(.launch(app), at: start)
        let task = try engine.startTask(of: app, at: start)
        engine.tell(.endOfUse(app), at: start)
        let end = start + .minutes(10)
        #expect(engine.actions(at: end - .seconds(5), fetching: false) == [.expiring(task)])
        try engine.forceFetch(of: app, at: end - .seconds(2))
        let actions = engine.actions(at: end, fetching: false)
        #expect(actions == [.terminate(app, leftOpen: [task]), .stopFetch(app)])
        #expect(engine.fetchStart(of: app) == nil && engine.fetchesUnderWay.isEmpty && !engine.isRunning(app))
        #expect(engine.scheduler.apps[app.index].failures == 0)
        #expect(throws: EngineError.noFetchUnderWay(app)) {
            try engine.completeFetch(of: app, with: .newData, at: end)
        }
    }

    /// A process that ended has no picture to renew.
    @Test func aPictureGoesWithItsProcess() throws {
        for event in [FetchEvent.processEnded(AppID(0)), .quit(AppID(0))] {
            var (engine, app) = chargingEngine(.minimum)
            try engine.forceFetch(of: app, at: start)
            try engine.completeFetch(of: app, with: .newData, at: start + .seconds(1))
            engine.tell(event, at: start + .seconds(1))
            #expect(engine.actions(at: start + .seconds(1), fetching: false) == [])
        }
    }
}
