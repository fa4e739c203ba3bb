import Testing

@testable import FetchSched

/// An engine that was written and read, with transfers, tasks, pushes and places.
@Suite struct EngineSnapshotTests {
    /// Of what was under way when the host's process ended, fetches may be made again, transfers go on from their
    /// last byte, and no app runs.
    @Test func hostRestarted() throws {
        var engine = FetchEngine(unchecked: FetchConfiguration(), seed: 1)
        let now = FetchTime.monday
        let app = engine.register(.minimum, at: now)
        engine.tell(.launch(app), at: now)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 100), at: now)
        #expect(engine.nextAction(at: now) == .startTransfer(transfer, fromByte: 0))
        try engine.reportProgress(of: transfer, bytes: 40, at: now)
        let other = engine.register(.minimum, at: now)
        try engine.forceFetch(of: other, at: now)
        _ = try engine.startTask(of: app, at: now)

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
        #expect(engine.actions(at: later + .minutes(20)) == [.startTransfer(transfer, fromByte: 40)])
        try engine.forceFetch(of: other, at: later)
    }

    /// Bytes that somebody made: whatever state they say, either it is refused or it works.
    @Test func changedBytesWithARightChecksum() {
        var random = SplitMix64(seed: 41)
        var run = EngineRun(seed: 41)
        for _ in 0..<150 { _ = run.step() }
        let bytes = run.engine.snapshot()
        var restored = 0
        for _ in 0..<400 {
            var bytes = bytes
            for _ in 0...random.below(3) {
                let place = SnapshotFrame.headerCount + 8 + random.below(bytes.count - 44)
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
            // What was made of it can be kept, too.
            #expect(throws: Never.self) {
                try FetchEngine(restoring: run.engine.snapshot(), configuration: engine.configuration)
            }
        }
        #expect(restored > 30 && restored < 400, "\(restored)")
    }
}
