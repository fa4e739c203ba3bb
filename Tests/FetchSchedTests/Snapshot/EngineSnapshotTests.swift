import Testing

@testable import FetchSched

/// An engine that was written and read is the one that was not: transfers, tasks, pushes and places too.
@Suite struct EngineSnapshotTests {
    /// One that goes on, and one that ends before every event and is restored.
    @Test func restoredAtEveryEventOfATrace() throws {
        var run = EngineRun(seed: 22)
        var restored = run
        for event in 0..<220 {
            restored.engine = try again(restored.engine)
            let (wrong, alsoWrong) = (run.step(), restored.step())
            guard wrong == nil, alsoWrong == nil, run.actions == restored.actions, run.now == restored.now
            else {
                Issue.record("event \(event): \(wrong ?? alsoWrong ?? "other actions")")
                return
            }
        }
        let counts = run.counts
        #expect(
            counts.fetches > 2 && counts.delivered > 5 && counts.finished > 0 && counts.wakes > 3, "\(counts)"
        )
        #expect(difference(run.engine, restored.engine) == nil)
    }

    /// Of what was under way when the host's process ended, fetches may be made again, transfers go on from their
    /// last byte, and no app runs.
    @Test func hostRestarted() throws {
        var engine = FetchEngine(unchecked: Configuration(), seed: 1)
        let now = Instant.monday
        let app = engine.register(.minimum, at: now)
        engine.tell(.launch(app), at: now)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 100), at: now)
        #expect(engine.nextAction(at: now) == .startTransfer(transfer, fromByte: 0))
        try engine.reportProgress(of: transfer, bytes: 40, at: now)
        let other = engine.register(.minimum, at: now)
        try engine.forceFetch(of: other, at: now)
        _ = try engine.beginTask(of: app, at: now)

        let later = now + .hours(1)
        engine = try FetchEngine(restoring: engine.snapshot())
        engine.hostRestarted(at: later)
        // Nothing is under way any more: the same once more changes nothing.
        let before = engine.snapshot()
        engine.hostRestarted(at: later)
        #expect(engine.snapshot() == before)
        #expect(engine.scheduler.apps.running.isEmpty)
        #expect(
            !engine.isRadioAwake(at: later) && !engine.isRunning(app) && engine.openTaskCount == 0)
        #expect(throws: EngineError.noFetchUnderWay(other)) {
            try engine.completeFetch(of: other, with: .newData, at: later)
        }
        #expect(try !engine.status(of: transfer).isActive)
        var actions: [EngineAction] = []
        while let action = engine.nextAction(at: later + .minutes(20)) { actions.append(action) }
        #expect(actions == [.startTransfer(transfer, fromByte: 40)])
        try engine.forceFetch(of: other, at: later)
    }

    /// Bytes that somebody made: whatever state they say, either it is refused or it works.
    @Test func changedBytesWithARightChecksum() {
        var random = SplitMix64(seed: 41)
        var run = EngineRun(seed: 41)
        for _ in 0..<150 { _ = run.step() }
        let bytes = run.engine.snapshot()
        // What comes after the scheduler, whose bytes have a test of their own.
        var writer = SnapshotWriter(base: run.engine.present.milliseconds)
        var scheduler = run.engine.scheduler
        scheduler.code(&writer)
        let begin = SnapshotFrame.headerCount + 8 + writer.bytes.count
        var restored = 0
        for _ in 0..<250 {
            var bytes = bytes
            for _ in 0...random.below(2) {
                let place = begin + random.below(bytes.count - begin - 4)
                bytes[place] = random.pick([0, 1, 127, 128, 255, UInt8(random.below(256))])
            }
            guard
                let engine = try? FetchEngine(
                    restoring: resealed(bytes), configuration: run.engine.configuration)
            else { continue }
            restored += 1
            var run = run
            run.engine = engine
            for _ in 0..<8 { _ = run.step() }
        }
        #expect(restored > 30 && restored < 240)
    }

    private func again(
        _ engine: FetchEngine
    ) throws -> FetchEngine {
        try FetchEngine(restoring: engine.snapshot(), configuration: engine.configuration)
    }

    private func difference(
        _ one: FetchEngine, _ other: FetchEngine
    ) -> String? {
        StateDump(one, omitting: StateDump.engineOmits)
            .difference(to: StateDump(other, omitting: StateDump.engineOmits))
    }
}
