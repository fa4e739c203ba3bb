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
        #expect(try isRefused { try $0.locations.add(FetchRegion(RegionID(1)), to: stranger) })
        #expect(isRefused { $0.tasks.wake(stranger, for: .hours(1), at: .monday) })
        #expect(isRefused { _ = $0.transfers.enqueue(TransferRequest(stranger, bytes: 1), at: .monday) })
        #expect(
            isRefused {
                _ = $0.transfers.enqueue(TransferRequest(stranger, bytes: 1), at: .monday)
                $0.transfers.sessions.removeAll()
            })
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

    /// Whether the bytes that `write` makes are read as a value of that type.
    private func reads<Value: SnapshotElement>(
        _ type: Value.Type, _ write: (inout SnapshotWriter) -> Void
    ) -> Bool {
        var writer = SnapshotWriter(base: 0)
        write(&writer)
        var reader = SnapshotReader(writer.bytes, from: 0, to: writer.bytes.count)
        var value = Value()
        return (try? value.code(&reader)) != nil
    }

    @Test func placesThatAreNone() {
        func position(_ latitude: Double, _ longitude: Double, _ accuracy: Double) -> Bool {
            reads(GeoPosition.self) {
                var numbers = (latitude, longitude, accuracy)
                $0.code(&numbers.0, &numbers.1, &numbers.2)
            }
        }
        #expect(position(90, -180, 0))
        #expect(
            !position(90.1, 0, 0) && !position(0, -180.1, 0) && !position(0, 0, -1) && !position(0, 0, .nan))
        func region(_ centre: GeoPosition?, _ radius: Double) -> Bool {
            reads(FetchRegion.self) {
                var (number, centre, radius) = (1, centre, radius)
                $0.code(&number, &centre, &radius)
            }
        }
        let centre = GeoPosition(latitude: 1, longitude: 2)
        #expect(region(nil, 0) && region(centre, 1))
        #expect(!region(nil, 1) && !region(centre, 0) && !region(centre, -1) && !region(centre, 2.1e7))
    }

    @Test func runsThatAreNone() {
        func run(tasks count: Int, expired: Int, spent: TimeSpan) -> Bool {
            reads(AppRun.self) {
                var (app, isInForeground, isSuspended) = (AppID(0), false, false)
                var tasks = (0..<count).map { BackgroundTaskID(UInt64($0 + 1)) }
                var (expired, allowed, spent, settled) = (expired, FetchTime.monday, spent, FetchTime.monday)
                $0.code(&app, &isInForeground, &isSuspended, &tasks)
                $0.code(&expired, &allowed, &spent, &settled)
            }
        }
        #expect(run(tasks: 2, expired: 2, spent: .zero) && run(tasks: 0, expired: 0, spent: .seconds(1)))
        #expect(!run(tasks: 2, expired: 3, spent: .zero) && !run(tasks: 2, expired: -1, spent: .zero))
        #expect(!run(tasks: 2, expired: 1, spent: .seconds(-1)))
    }

    @Test func transfersThatAreNone() {
        func transfer(done: Int64, atStart: Int64) -> Bool {
            reads(TransferStatus.self) {
                var (id, request) = (TransferID(1), TransferRequest(AppID(0), bytes: 10))
                var (deadline, done) = (FetchTime.monday, done)
                var (isActive, ready, backoff, atStart) = (true, FetchTime?.none, FetchTime.monday, atStart)
                var (interruptions, wifi, power) = (0, false, false)
                $0.code(&id, &request, &deadline, &done)
                $0.code(&isActive, &ready, &backoff, &atStart)
                $0.code(&interruptions, in: 0...1000)
                $0.code(&wifi, &power)
            }
        }
        #expect(transfer(done: 0, atStart: 0) && transfer(done: 10, atStart: 10))
        #expect(
            !transfer(done: 11, atStart: 0) && !transfer(done: -1, atStart: -1)
                && !transfer(done: 5, atStart: 6))
        #expect(!transfer(done: 5, atStart: -1))
    }
}
