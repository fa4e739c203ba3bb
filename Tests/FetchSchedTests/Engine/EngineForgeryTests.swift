import Testing

@testable import FetchSched

/// States of the engine that no engine writes are not read, and those that wait are read as they were.
@Suite struct EngineForgeryTests {
    private let stranger = AppID(9)

    private func isRefused(_ forge: (inout FetchEngine) throws -> Void) rethrows -> Bool {
        var (engine, _) = chargingEngine(.minimum)
        try forge(&engine)
        do { _ = try FetchEngine(restoring: engine.snapshot()) } catch { return true }
        return false
    }

    @Test func workOfUnknownApps() throws {
        #expect(!isRefused { _ in })
        #expect(
            isRefused {
                _ = $0.pushes.receive(
                    .silentLow, for: stranger, number: 1, at: .monday, apps: $0.scheduler.apps)
            })
        #expect(try isRefused { try $0.locations.add(Region(RegionID(1)), to: stranger) })
        #expect(isRefused { $0.tasks.wake(stranger, for: .hours(1), at: .monday) })
        #expect(isRefused { _ = $0.transfers.enqueue(TransferRequest(stranger, bytes: 1), at: .monday) })
        #expect(isRefused { $0.transfers.sessions.append(TransferSession(app: stranger, hasNews: true)) })
    }

    @Test func actionsThatWait() throws {
        var (engine, _) = chargingEngine(.minimum)
        let waiting: [EngineAction] = [
            .stopFetch(AppID(3)), .refreshSnapshot(AppID(4)), .giveUpTransfer(TransferID(5)),
        ]
        engine.pending = waiting
        #expect(try FetchEngine(restoring: engine.snapshot()).pending == waiting)
        var writer = SnapshotWriter(base: 0)
        var (kind, number): (UInt8, UInt64) = (3, 1)
        writer.code(&kind, &number)
        var reader = SnapshotReader(writer.bytes, from: 0, to: writer.bytes.count)
        var action = EngineAction()
        #expect(throws: (any Error).self) { try action.code(&reader) }
    }
}
