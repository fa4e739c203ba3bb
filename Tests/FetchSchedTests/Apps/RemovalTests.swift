import Testing

@testable import FetchSched

/// What an app that is removed leaves behind: nothing of its own.
@Suite struct RemovalTests {
    private let now = FetchTime.monday

    private func engine(_ apps: Int) -> FetchEngine {
        var engine = FetchEngine(unchecked: SchedulerRulesTests.eager, seed: 1)
        for _ in 0..<apps { _ = engine.register(.minimum, at: now) }
        return engine
    }

    @Test func itsNumberIsOfNoAppForGood() throws {
        var engine = engine(3)
        let gone = AppID(1)
        try engine.remove(gone, at: now)
        #expect(engine.appIDs == [AppID(0), AppID(2)] && engine.appCount == 2 && !engine.hasApp(gone))
        for round in 0..<3 as Range<UInt32> {
            expectUnknown(gone, &engine)
            expectUnknown(AppID(index: 1, generation: round + 1), &engine)
            let next = engine.register(.minimum, at: now)
            #expect(next == AppID(index: 1, generation: round + 1) && engine.hasApp(next))
            expectUnknown(gone, &engine)
            if round < 2 { try engine.remove(next, at: now) }
        }
        #expect(engine.register(.never, at: now) == AppID(3))
    }

    /// Every call that names an app.
    private func expectUnknown(_ app: AppID, _ engine: inout FetchEngine) {
        let before = engine.snapshot()
        let scheduler = EngineError.unknownApp(app)
        #expect(throws: scheduler) { try engine.remove(app, at: now) }
        #expect(throws: scheduler) { try engine.setInterval(.never, of: app, at: now) }
        #expect(throws: scheduler) { try engine.setAnnouncesContent(true, of: app) }
        #expect(throws: scheduler) { try engine.completeFetch(of: app, with: .newData, at: now) }
        #expect(throws: scheduler) { try engine.forceFetch(of: app, at: now) }
        #expect(throws: scheduler) { try engine.explain(app, at: now) }
        let observations: [FetchEvent] = [
            .launch(app), .endOfUse(app), .foregroundSync(app, .newData, bytes: 1), .contentHint(app),
            .contentChanged(app, at: now),
            .refresh(app: app, isOn: false), .quit(app), .serverWait(app, until: now + .days(1)),
            .serverInterval(app, .hours(1)), .processEnded(app),
        ]
        for observation in observations {
            let isRefused = engine.refuses(observation, at: now)
            #expect(isRefused)
            var alone = engine.scheduler
            alone.observe(observation, at: now)
            #expect(alone.snapshot() == engine.snapshot())
        }
        #expect(throws: EngineError.unknownApp(app)) { try engine.requestFetch(of: app, at: now) }
        #expect(engine.receive(.silent, for: app, number: 1, at: now) == .refused(FetchVeto(.unknownApp)))
        #expect(throws: EngineError.unknownApp(app)) {
            try engine.add(FetchRegion(RegionID(1)), to: app)
        }
        #expect(throws: EngineError.unknownApp(app)) { try engine.startTask(of: app, at: now) }
        #expect(!engine.isRunning(app) && engine.timeRemaining(of: app, at: now) == .zero)
        #expect(throws: EngineError.unknownApp(app)) {
            try engine.enqueue(TransferRequest(app, bytes: 1), at: now)
        }
        #expect(engine.heldWork(of: app, at: now).isEmpty && engine.interval(of: app) == nil)
        #expect(engine.launchProbability(of: app, within: .days(1), at: now) == 0)
        #expect(engine.nextAppProbability(of: app, at: now) == 0)
        #expect(engine.newContentProbability(of: app, at: now) == 0)
        #expect(engine.snapshot() == before)
    }

    /// The host is told what to stop, and of nothing else.
    @Test func whatWasUnderWayEnds() throws {
        var engine = engine(2)
        let (gone, stays) = (AppID(0), AppID(1))
        engine.tell(.network(.wifi), at: now)
        engine.tell(.power(.charging), at: now)
        engine.tell(.launch(gone), at: now)
        let task = try engine.startTask(of: gone, at: now)
        try engine.add(FetchRegion(RegionID(1)), to: gone)
        let running = try engine.enqueue(TransferRequest(gone, bytes: 1000), at: now)
        #expect(engine.actions(at: now) == [.startTransfer(running, fromByte: 0)])
        engine.tell(.endOfUse(gone), at: now)
        let (waiting, done) = (
            try engine.enqueue(changed(TransferRequest(gone, bytes: 1000)) { $0.session = 1 }, at: now),
            try engine.enqueue(changed(TransferRequest(gone, bytes: 1000)) { $0.session = 2 }, at: now)
        )
        try engine.forceFetch(of: gone, at: now)
        for number in 0..<5 { _ = engine.receive(.silent, for: gone, number: UInt64(number), at: now) }
        try engine.reportCrossing(.enter, of: RegionID(1), in: gone, at: now)
        // A wake for its end is due as well.
        try engine.reportCompletion(of: done, at: now)

        try engine.remove(gone, at: now + .seconds(1))
        let twin = try FetchEngine(restoring: engine.snapshot(), configuration: engine.configuration)
        #expect(twin.snapshot() == engine.snapshot())
        for var engine in [engine, twin] {
            let later = now + .seconds(2)
            #expect(engine.actions(at: later) == [.stopFetch(gone), .giveUpTransfer(running)])
            #expect(throws: EngineError.unknownApp(gone)) {
                try engine.completeFetch(of: gone, with: .newData, at: later)
            }
            for transfer in [running, waiting, done] {
                #expect(throws: EngineError.transferEnded(transfer)) {
                    try engine.reportCompletion(of: transfer, at: later)
                }
            }
            #expect(throws: EngineError.taskEnded(task)) { try engine.end(task, at: later) }
            #expect(
                engine.fetchesUnderWay.isEmpty && engine.transferStatuses.count == 0
                    && engine.openTaskCount == 0)
            #expect(engine.locations.regionCount == 0 && engine.pushes.held(of: gone) == nil)
            #expect(engine.scheduler.device.foreground == nil)
            #expect(
                engine.joulesSpent(at: later) > 0
                    && engine.scheduler.spending.ledger.fetchesUnderWay == 0)
            // The next app at its place hears of none of it.
            let next = engine.register(.minimum, at: later)
            #expect(next.index == gone.index && engine.fetchStart(of: next) == nil)
            #expect(
                engine.actions(at: later + .hours(1)).allSatisfy {
                    $0 == .fetch(next) || $0 == .fetch(stays)
                })
            #expect(engine.heldWork(of: next, at: later + .hours(1)).isEmpty)
        }
    }

    /// The probabilities of the others sum to 1 again, and what followed the app, or was followed by it, is gone.
    @Test func theOthersShareItsProbabilities() throws {
        var engine = engine(5)
        var moment = now
        for round in 0..<60 {
            for app in [0, 1, 2, 1, 3] where app != 3 || round % 7 == 0 {
                moment = moment + .minutes(20)
                engine.use(AppID(app), finds: nil, for: .seconds(30), at: moment)
            }
        }
        moment = moment + .minutes(1)
        let probability = engine.nextAppProbability(of: AppID(1), at: moment)
        #expect(probability > 0)
        try engine.remove(AppID(1), at: moment)
        func sum() -> Double {
            engine.appIDs.map { engine.nextAppProbability(of: $0, at: moment) }.reduce(0, +)
        }
        #expect(abs(sum() - 1) < 1e-9)
        let counts = engine.scheduler.forecast.nextApp.counts
        for row in counts.rows { #expect(row.successors.count(of: 1) == 0) }
        for first in 0..<5 {
            for second in 0..<5 {
                let pair = counts.pairs.following((first, second))
                #expect((pair?.count(of: 1) ?? 0) == 0)
                if first == 1 || second == 1 { #expect(pair == nil) }
            }
        }
        // An app at the same place is as one that was never opened.
        let (same, other) = (engine.register(.minimum, at: moment), engine.register(.minimum, at: moment))
        #expect(same.index == 1 && other.index == 5)
        #expect(abs(sum() - 1) < 1e-9)
        var (one, two) = (try engine.explain(same, at: moment), try engine.explain(other, at: moment))
        #expect(one.value == two.value && one.launchIntensity == two.launchIntensity)
        #expect(one.vetoes == two.vetoes && one.lastSync == two.lastSync)
        // So it is after its first launch.
        for app in [same, other] {
            var engine = engine
            engine.use(app, finds: nil, for: .minutes(1), at: moment)
            let explanation = try engine.explain(app, at: moment + .hours(1))
            (one, two) = app == same ? (explanation, two) : (one, explanation)
        }
        #expect(one.value == two.value && one.launchIntensity == two.launchIntensity)
    }

    /// When all are gone, nothing is left but what all apps share.
    @Test func afterAllWereRemovedNothingIsLeft() throws {
        var run = EngineRun(seed: 3)
        for _ in 0..<600 { _ = run.step() }
        var engine = run.engine
        let places = engine.scheduler.apps.count
        for app in engine.appIDs { try engine.remove(app, at: run.now) }
        #expect(engine.appIDs.isEmpty)
        expectNothing(of: engine)
        for _ in 0..<places { _ = engine.register(.minimum, at: run.now) }
        #expect(engine.appCount == places && engine.scheduler.apps.count == places)
        expectNothing(of: engine)
    }

    /// What an engine keeps by app is of no app at all.
    private func expectNothing(of engine: FetchEngine) {
        let (fetches, counts) = (engine.scheduler, engine.scheduler.forecast.nextApp.counts)
        #expect(fetches.apps.rows.isEmpty && fetches.apps.running.isEmpty && fetches.apps.expired.isEmpty)
        #expect(counts.rowCount == 0 && counts.order.isEmpty && counts.unlaunchedCount == fetches.appCount)
        #expect(counts.previous == nil && counts.beforePrevious == nil)
        #expect(counts.total.overall == 0 && counts.total.recent == 0)
        #expect(fetches.spending.ledger.fetchesUnderWay == 0 && engine.fetchesUnderWay.isEmpty)
        #expect(fetches.device.foreground == nil)
        #expect(
            engine.pushes.records.isEmpty && engine.locations.records.isEmpty && engine.tasks.runs.isEmpty)
        #expect(engine.transfers.transfers.isEmpty && engine.transfers.sessions.isEmpty)
    }
}
