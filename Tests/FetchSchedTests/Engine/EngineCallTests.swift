import Testing

@testable import FetchSched

/// What every call has in common: it takes note of the time, and one that is refused changes nothing.
@Suite struct EngineCallTests {
    typealias Call = @Sendable (inout FetchEngine, AppID, FetchTime) throws -> Void
    private static let region = RegionID(7)

    /// Calls that name an app.
    private static let ofApps: [(String, Call)] = [
        ("observe", { try $0.observe(.endOfUse($1), at: $2) }),
        ("forceFetch", { try $0.forceFetch(of: $1, at: $2) }),
        ("completeFetch", { try $0.completeFetch(of: $1, with: .noData, at: $2) }),
        ("requestFetch", { try $0.requestFetch(of: $1, at: $2) }),
        ("reportCrossing", { try $0.reportCrossing(.exit, of: region, in: $1, at: $2) }),
        ("reportSignificantChange", { try $0.reportSignificantChange(for: $1, at: $2) }),
        ("remove", { try $0.remove($1, at: $2) }),
        ("setInterval", { try $0.setInterval(.never, of: $1, at: $2) }),
        ("startTask", { _ = try $0.startTask(of: $1, at: $2) }),
        ("enqueue", { _ = try $0.enqueue(TransferRequest($1, bytes: 1), at: $2) }),
        ("receive", { _ = $0.receive(.silentHigh, for: $1, number: 9, at: $2) }),
    ]
    private static let others: [(String, Call)] = [
        ("nextAction", { engine, _, now in _ = engine.nextAction(at: now) }),
        ("register", { engine, _, now in _ = engine.register(.minimum, at: now) }),
        (
            "observe position",
            { engine, _, now in
                engine.observe(try #require(GeoPosition(latitude: 1, longitude: 2)), at: now)
            }
        ),
        ("deviceAwake", { engine, _, now in engine.deviceAwake(until: now + .hours(1), at: now) }),
        ("deviceSleeps", { engine, _, now in engine.deviceSleeps(at: now) }),
        ("end", { try $0.end($0.openTasks(of: $1)[0], at: $2) }),
        ("cancel", { engine, _, now in try engine.cancel(TransferID(1), at: now) }),
        (
            "reportProgress",
            { engine, _, now in try engine.reportProgress(of: TransferID(1), bytes: 1, at: now) }
        ),
        (
            "reportInterruption",
            { engine, _, now in try engine.reportInterruption(of: TransferID(1), atByte: 1, at: now) }
        ),
        ("reportCompletion", { engine, _, now in try engine.reportCompletion(of: TransferID(1), at: now) }),
        ("hostRestarted", { engine, _, now in engine.hostRestarted(at: now) }),
        ("granted", { engine, _, now in engine.granted(until: now + .seconds(25), at: now) }),
    ]

    /// An engine with all kinds of work for app 0, a fetch of it, and a held push for app 1, at `now`.
    private static func engine(at now: FetchTime) throws -> FetchEngine {
        var (engine, app) = chargingEngine(.minimum)
        let other = engine.register(.minimum, at: now)
        engine.tell(.launch(app), at: now)
        _ = try engine.startTask(of: app, at: now)
        engine.tell(.endOfUse(app), at: now)
        try engine.add(FetchRegion(region), to: app)
        try engine.setWantsSignificantChanges(true, for: app)
        _ = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: now)
        #expect(engine.receive(.silentLow, for: other, number: 1, at: now) == .stored(replacing: nil))
        return engine
    }

    /// If the clock was set back, all services learn of it, by whatever call.
    @Test(arguments: (ofApps + others).map(\.0)) func aClockThatWasSetBackIsNoticed(name: String) throws {
        let call = try #require((Self.ofApps + Self.others).first { $0.0 == name }).1
        let (late, early) = (FetchTime.monday + .hours(5), FetchTime.monday + .hours(3))
        var engine = try Self.engine(at: late)
        let (app, other) = (engine.appIDs[0], engine.appIDs[1])
        if name == "completeFetch" { try engine.forceFetch(of: app, at: late) }
        #expect(engine.pushes.held(of: other)?.arrived == late)
        try call(&engine, app, early)
        #expect(engine.present == early)
        #expect(engine.pushes.held(of: other)?.arrived == early)
        #expect(engine.pushes.held(of: other) != nil)
    }

    @Test(arguments: ofApps.dropLast().map(\.0)) func unknownAppsAreRefused(name: String) throws {
        let call = try #require(Self.ofApps.first { $0.0 == name }).1
        var engine = try Self.engine(at: .monday)
        let before = engine.snapshot()
        for app in [AppID(99), AppID(number: 1 << 40)] {
            #expect(throws: EngineError.unknownApp(app)) { try call(&engine, app, .monday + .hours(1)) }
        }
        #expect(engine.snapshot() == before)
    }

    @Test func regionsOfUnknownApps() throws {
        var engine = try Self.engine(at: .monday)
        let before = engine.snapshot()
        let (app, unknown) = (engine.appIDs[0], AppID(99))
        #expect(throws: EngineError.unknownApp(unknown)) {
            try engine.add(FetchRegion(Self.region), to: unknown)
        }
        #expect(throws: EngineError.unknownApp(unknown)) { try engine.remove(Self.region, from: unknown) }
        #expect(throws: EngineError.unknownApp(unknown)) {
            try engine.setWantsSignificantChanges(true, for: unknown)
        }
        #expect(throws: EngineError.unknownApp(unknown)) { try engine.isInside(Self.region, of: unknown) }
        let region = RegionID(8)
        let now = FetchTime.monday + .hours(1)
        #expect(throws: EngineError.unknownRegion(app, region)) { try engine.remove(region, from: app) }
        #expect(throws: EngineError.unknownRegion(app, region)) {
            try engine.reportCrossing(.enter, of: region, in: app, at: now)
        }
        #expect(throws: EngineError.notMonitored(engine.appIDs[1])) {
            try engine.reportSignificantChange(for: engine.appIDs[1], at: now)
        }
        #expect(engine.snapshot() == before)
        try engine.remove(Self.region, from: app)
        #expect(throws: EngineError.unknownRegion(app, Self.region)) {
            try engine.isInside(Self.region, of: app)
        }
    }

    @Test func numbersOutOfRangeAreRefused() throws {
        var engine = try Self.engine(at: .monday)
        let app = engine.appIDs[0]
        try engine.forceFetch(of: app, at: .monday)
        let before = engine.snapshot()
        let now = FetchTime.monday + .hours(1)
        let events: [(FetchEvent, EngineError)] = [
            (.foregroundSync(app, .newData, bytes: -1), .outOfRange(.bytes, -1)),
            (.serverInterval(app, .seconds(-2)), .outOfRange(.serverInterval, -2)),
            (.batteryLevel(-0.01), .outOfRange(.batteryLevel, -0.01)),
            (.batteryLevel(1.01), .outOfRange(.batteryLevel, 1.01)),
            (.zone(secondsEast: 86_401), .outOfRange(.zone, 86_401)),
            (.zone(secondsEast: -86_401), .outOfRange(.zone, -86_401)),
        ]
        for (event, error) in events { #expect(throws: error) { try engine.observe(event, at: now) } }
        #expect(throws: EngineError.self) { try engine.observe(.batteryLevel(.nan), at: now) }
        #expect(throws: EngineError.outOfRange(.bytes, -1)) {
            try engine.completeFetch(of: app, with: .newData, bytes: -1, at: now)
        }
        for joules in [-0.5, .infinity] {
            #expect(throws: EngineError.outOfRange(.joules, joules)) {
                try engine.completeFetch(of: app, with: .newData, joules: joules, at: now)
            }
        }
        #expect(throws: EngineError.self) {
            try engine.completeFetch(of: app, with: .newData, joules: .nan, at: now)
        }
        #expect(engine.snapshot() == before)
        // The least and the most are right.
        for event in [
            FetchEvent.foregroundSync(app, .newData, bytes: 0), .serverInterval(app, .zero), .batteryLevel(0),
            .batteryLevel(1), .zone(secondsEast: 86_400), .zone(secondsEast: -86_400),
        ] { try engine.observe(event, at: .monday) }
        try engine.completeFetch(of: app, with: .newData, bytes: 0, joules: 0, at: .monday)
    }

    /// Positions and switches of apps reach the service of places.
    @Test func positionsAreTaken() throws {
        var (engine, app) = chargingEngine(.minimum)
        let home = try #require(GeoPosition(latitude: 52, longitude: 13))
        let away = try #require(GeoPosition(latitude: 52.1, longitude: 13))
        try engine.add(FetchRegion(Self.region, centre: home, radius: 100), to: app)
        #expect(try engine.isInside(Self.region, of: app) == nil)
        engine.observe(home, at: .monday)
        #expect(try engine.isInside(Self.region, of: app) == true)
        engine.observe(away, at: .monday + .seconds(1))
        #expect(try engine.isInside(Self.region, of: app) == false)
    }
}
