import Testing

@testable import FetchSched

/// A host's clock that was wrong for a while, and what was told meanwhile.
struct EngineClockTests {
    private let start = Instant.monday

    /// Twice within a minute, each time by no more than that, and by more in all.
    @Test func aSuspensionIsNotLateAfterAClockThatRanBackTwice() throws {
        var (engine, app) = chargingEngine(.minimum)
        #expect(engine.receive(.silent, for: app, number: 1, at: start + .seconds(60)) == .deliver)
        while engine.nextAction(at: start) != nil {}
        let back = start - .seconds(1)
        engine.observe(.radio(.user, until: back), at: back)
        let now = start + .seconds(1)
        while engine.nextAction(at: now, fetching: false) != nil {}
        var restored = try BackgroundEngine(restoring: engine.snapshot())
        #expect(engine.nextTime(after: now, fetching: false) == engine.work.tasks.nextTime(at: now))
        #expect(
            restored.nextTime(after: now, fetching: false) == engine.nextTime(after: now, fetching: false))
    }

    @Test func pushesToldInAWrongYearDoNotHoldOthersUntilThen() {
        var (engine, app) = chargingEngine(.minimum)
        for number in 1...3 {
            _ = engine.receive(.silent, for: app, number: UInt64(number), at: start + .days(76 * 365))
        }
        while engine.nextAction(at: start + .seconds(10)) != nil {}
        while engine.nextAction(at: start + .hours(1)) != nil {}
        #expect(engine.work.pushes.held(of: app) == nil)
    }

    @Test func aFetchToldInAWrongMonthDoesNotKeepTheRadioAwake() throws {
        var (engine, app) = chargingEngine(.minimum)
        try engine.forceFetch(of: app, at: start + .days(30))
        try engine.complete(app, .noData, bytes: 10, at: start + .days(30) + .seconds(5))
        while engine.nextAction(at: start + .seconds(20)) != nil {}
        #expect(!engine.radioIsAwake(at: start + .hours(1)))
    }

    /// What is refused tells nothing, the time neither: a host that is wrong about one may be wrong about the other.
    @Test func whatIsRefusedDoesNotTellTheTime() throws {
        var (engine, app) = chargingEngine(.minimum)
        engine.observe(.launch(app), at: start)
        let task = try engine.beginTask(of: app, at: start)
        engine.observe(.endOfUse(app), at: start)
        let other = engine.register(.minimum, at: start)
        try engine.forceFetch(of: app, at: start)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        while engine.nextAction(at: start) != nil {}
        let before = engine.snapshot()

        let later = start + .days(8)
        #expect(throws: TransferError.unknownTransfer(TransferID(99))) {
            try engine.cancel(TransferID(99), at: later)
        }
        #expect(throws: TransferError.self) {
            try engine.progress(of: TransferID(99), bytes: 1, at: later)
        }
        #expect(throws: TransferError.self) {
            try engine.interrupted(TransferID(99), atByte: 1, at: later)
        }
        #expect(throws: TransferError.self) { try engine.finished(TransferID(99), at: later) }
        #expect(throws: TransferError.self) {
            try engine.enqueue(TransferRequest(AppID(99), bytes: 1), at: later)
        }
        #expect(throws: TaskError.self) { try engine.end(BackgroundTaskID(99), at: later) }
        #expect(throws: TaskError.self) { try engine.beginTask(of: AppID(99), at: later) }
        #expect(throws: SchedulerError.noFetchRunning(other)) {
            try engine.complete(other, .newData, at: later)
        }
        #expect(engine.snapshot() == before)
        #expect(engine.openTasks(of: app) == [task])
        #expect(try engine.status(of: transfer).isActive)
    }
}
