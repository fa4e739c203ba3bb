import Testing

@testable import FetchSched

/// A host's clock that was wrong for a while, and what was told meanwhile.
struct EngineClockTests {
    private let start = FetchTime.monday

    /// Twice within a minute, each time by no more than that, and by more in all.
    @Test func aSuspensionIsNotLateAfterAClockThatRanBackTwice() throws {
        var (engine, app) = chargingEngine(.minimum)
        #expect(engine.receive(.silentHigh, for: app, number: 1, at: start + .seconds(60)) == .deliver)
        _ = engine.actions(at: start)
        let back = start - .seconds(1)
        engine.tell(.radio(.user, until: back), at: back)
        let now = start + .seconds(1)
        _ = engine.actions(at: now, fetching: false)
        var restored = try FetchEngine(restoring: engine.snapshot())
        #expect(engine.nextDeadline(after: now, fetching: false) == engine.tasks.nextTime(at: now))
        #expect(
            restored.nextDeadline(after: now, fetching: false)
                == engine.nextDeadline(after: now, fetching: false))
    }

    @Test func pushesToldInAWrongYearDoNotHoldOthersUntilThen() {
        var (engine, app) = chargingEngine(.minimum)
        for number in 1...3 {
            _ = engine.receive(.silentHigh, for: app, number: UInt64(number), at: start + .days(76 * 365))
        }
        _ = engine.actions(at: start + .seconds(10))
        _ = engine.actions(at: start + .hours(1))
        #expect(engine.pushes.held(of: app) == nil)
    }

    @Test func aFetchToldInAWrongMonthDoesNotKeepTheRadioAwake() throws {
        var (engine, app) = chargingEngine(.minimum)
        try engine.forceFetch(of: app, at: start + .days(30))
        try engine.completeFetch(of: app, with: .noData, bytes: 10, at: start + .days(30) + .seconds(5))
        _ = engine.actions(at: start + .seconds(20))
        #expect(!engine.isRadioAwake(at: start + .hours(1)))
    }

    /// What is refused tells nothing, the time neither: a host that is wrong about one may be wrong about the other.
    @Test func whatIsRefusedDoesNotTellTheTime() throws {
        var (engine, app) = chargingEngine(.minimum)
        engine.tell(.launch(app), at: start)
        let task = try engine.startTask(of: app, at: start)
        engine.tell(.endOfUse(app), at: start)
        let other = engine.register(.minimum, at: start)
        try engine.forceFetch(of: app, at: start)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        _ = engine.actions(at: start)
        let before = engine.snapshot()

        let later = start + .days(8)
        let unknown = TransferID(99)
        let error = EngineError.unknownTransfer(unknown)
        #expect(throws: error) { try engine.cancel(unknown, at: later) }
        #expect(throws: error) { try engine.reportProgress(of: unknown, bytes: 1, at: later) }
        #expect(throws: error) { try engine.reportInterruption(of: unknown, atByte: 1, at: later) }
        #expect(throws: error) { try engine.reportCompletion(of: unknown, at: later) }
        #expect(throws: EngineError.self) {
            try engine.enqueue(TransferRequest(AppID(99), bytes: 1), at: later)
        }
        #expect(throws: EngineError.self) { try engine.end(BackgroundTaskID(99), at: later) }
        #expect(throws: EngineError.self) { try engine.startTask(of: AppID(99), at: later) }
        #expect(throws: EngineError.noFetchUnderWay(other)) {
            try engine.completeFetch(of: other, with: .newData, at: later)
        }
        #expect(engine.snapshot() == before)
        #expect(engine.openTasks(of: app) == [task])
        #expect(try engine.status(of: transfer).isActive)
    }
}
