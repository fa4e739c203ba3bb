import Testing

@testable import FetchSched

/// Limits on the numbers of transfers, tasks and regions.
@Suite struct RoomTests {
    private let now = FetchTime.monday

    @Test func tooManyTransfersAreRefused() throws {
        var limits = TransferLimits()
        (limits.mostPerApp, limits.mostInAll) = (3, 5)
        var service = TransferBench(limits: limits, apps: 3)
        func enqueue(_ app: Int, session: Int = 0) throws -> TransferID {
            let request = changed(TransferRequest(AppID(app), bytes: 10)) { $0.session = session }
            return try service.enqueue(request, at: now)
        }
        let first = try (0..<3).map { _ in try enqueue(0) }
        #expect(throws: EngineError.tooMany(.transfer, of: AppID(0), limit: 3)) { try enqueue(0) }
        for _ in 0..<2 { _ = try enqueue(1) }
        #expect(throws: EngineError.tooMany(.transfer, of: nil, limit: 5)) { try enqueue(2) }
        #expect(service.count == 5)
        // What has ended makes room.
        try service.cancel(first[0], at: now)
        #expect(try enqueue(2).number == 6)
        // Sessions of which nobody was told take room: an app that was never woken cannot heap them up.
        service = TransferBench(limits: limits, apps: 1)
        for session in 0..<3 { try service.finished(try enqueue(0, session: session), at: now) }
        #expect(throws: EngineError.tooMany(.transfer, of: AppID(0), limit: 3)) { try enqueue(0, session: 4) }
        _ = service.actions(at: now)
        #expect(try enqueue(0, session: 4).number == 4)
    }

    @Test func tooManyTasksAreRefused() throws {
        var limits = TaskLimits()
        (limits.mostPerApp, limits.mostInAll) = (3, 4)
        var service = TaskBench(limits: limits, apps: 2)
        for app in 0..<2 { service.launched(AppID(app), at: now) }
        let tasks = try (0..<3).map { _ in try service.begin(AppID(0), at: now) }
        #expect(throws: EngineError.tooMany(.task, of: AppID(0), limit: 3)) {
            try service.begin(AppID(0), at: now)
        }
        _ = try service.begin(AppID(1), at: now)
        #expect(throws: EngineError.tooMany(.task, of: nil, limit: 4)) {
            try service.begin(AppID(1), at: now)
        }
        try service.end(tasks[1], at: now)
        #expect(try service.begin(AppID(1), at: now).number == 5)
        #expect(service.service.openTasks(of: AppID(0)) == [tasks[0], tasks[2]])
    }

    @Test func tooManyRegionsAreRefused() throws {
        var limits = LocationLimits()
        (limits.regionsPerApp, limits.regionsInAll) = (3, 4)
        var places = LocationService(limits: limits)
        for region in 0..<3 { try places.add(FetchRegion(RegionID(region)), to: AppID(0)) }
        #expect(throws: EngineError.tooMany(.region, of: AppID(0), limit: 3)) {
            try places.add(FetchRegion(RegionID(3)), to: AppID(0))
        }
        try places.add(FetchRegion(RegionID(0)), to: AppID(1))
        #expect(throws: EngineError.tooMany(.region, of: nil, limit: 4)) {
            try places.add(FetchRegion(RegionID(1)), to: AppID(1))
        }
        // One of a name that is there takes its place.
        try places.add(FetchRegion(RegionID(0)), to: AppID(0))
        try places.remove(RegionID(2), from: AppID(0))
        try places.add(FetchRegion(RegionID(1)), to: AppID(1))
        #expect(places.regionCount == 4)
    }
}
