import Testing

@testable import FetchSched

/// Where there is room for any number of apps, and where there is no more.
@Suite struct RoomTests {
    private let now = Instant.monday

    /// Registration has no bound, so no service has one.
    @Test func theMillionthAppIsAnAppLikeOthers() throws {
        let count = 1 << 20 + 2
        let app = AppID(count - 1)
        var work = BackgroundWork(configuration: Configuration())
        work.grow(to: count)
        func bytes() -> Int {
            let parts: [Any] = [work.pushes, work.locations, work.tasks, work.transfers]
            return parts.reduce(0) { $0 + Storage.bytes(of: $1) }
        }
        #expect(bytes() < 10_000)
        work.tasks.launched(app, at: now)
        _ = try work.tasks.begin(app, at: now)
        _ = try work.enqueue(TransferRequest(app, bytes: 1), isQuit: false, at: now)
        try work.locations.add(Region(RegionID(1)), to: app)
        #expect(work.pushes.receive(.silent, for: app, number: 1, at: now) == .deliver)
        #expect(throws: TaskError.unknownApp(AppID(count))) { try work.tasks.begin(AppID(count), at: now) }
        // The others share a blank state: four bytes for each in a table, and as many in a heap of those that are due.
        #expect(bytes() < 6 * 4 * count * 5 / 4, "\(bytes()) bytes")
    }

    @Test func tooManyTransfersAreRefused() throws {
        var limits = TransferLimits()
        (limits.mostPerApp, limits.mostInAll) = (3, 5)
        var service = TransferBench(limits: limits, apps: 3)
        func enqueue(_ app: Int, session: Int = 0) throws -> TransferID {
            var request = TransferRequest(AppID(app), bytes: 10)
            request.session = session
            return try service.enqueue(request, at: now)
        }
        let first = try (0..<3).map { _ in try enqueue(0) }
        #expect(throws: TransferError.tooManyTransfers(AppID(0), limit: 3)) { try enqueue(0) }
        for _ in 0..<2 { _ = try enqueue(1) }
        #expect(throws: TransferError.tooManyTransfersInAll(limit: 5)) { try enqueue(2) }
        #expect(service.count == 5)
        // What has ended makes room.
        try service.cancel(first[0], at: now)
        #expect(try enqueue(2).number == 6)
        // Sessions of which nobody was told take room: an app that was never woken cannot heap them up.
        service = TransferBench(limits: limits, apps: 1)
        for session in 0..<3 { try service.finished(try enqueue(0, session: session), at: now) }
        #expect(throws: TransferError.tooManyTransfers(AppID(0), limit: 3)) { try enqueue(0, session: 4) }
        while service.nextAction(.good, radioIsAwake: false, at: now) != nil {}
        #expect(try enqueue(0, session: 4).number == 4)
    }

    @Test func tooManyTasksAreRefused() throws {
        var limits = TaskLimits()
        (limits.mostPerApp, limits.mostInAll) = (3, 4)
        var service = TaskService(limits: limits)
        service.grow(to: 2)
        for app in 0..<2 { service.launched(AppID(app), at: now) }
        let tasks = try (0..<3).map { _ in try service.begin(AppID(0), at: now) }
        #expect(throws: TaskError.tooManyTasks(AppID(0), limit: 3)) { try service.begin(AppID(0), at: now) }
        _ = try service.begin(AppID(1), at: now)
        #expect(throws: TaskError.tooManyTasksInAll(limit: 4)) { try service.begin(AppID(1), at: now) }
        try service.end(tasks[1], at: now)
        #expect(try service.begin(AppID(1), at: now).number == 5)
        #expect(service.openTasks(of: AppID(0)) == [tasks[0], tasks[2]])
    }

    @Test func tooManyRegionsAreRefused() throws {
        var limits = LocationLimits()
        (limits.regionsPerApp, limits.regionsInAll) = (3, 4)
        var places = LocationService(limits: limits)
        places.grow(to: 2)
        for region in 0..<3 { try places.add(Region(RegionID(region)), to: AppID(0)) }
        #expect(throws: LocationError.tooManyRegions(AppID(0), limit: 3)) {
            try places.add(Region(RegionID(3)), to: AppID(0))
        }
        try places.add(Region(RegionID(0)), to: AppID(1))
        #expect(throws: LocationError.tooManyRegionsInAll(limit: 4)) {
            try places.add(Region(RegionID(1)), to: AppID(1))
        }
        try places.remove(RegionID(2), from: AppID(0))
        try places.add(Region(RegionID(1)), to: AppID(1))
        #expect(places.regionCount == 4)
    }
}
