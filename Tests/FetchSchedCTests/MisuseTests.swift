import CFetchSched
import FetchSched
import FetchSchedC
import Testing

/// What a host can get wrong when it tells what it saw: one table for Swift and C, which agree on every line.
@Suite struct MisuseTests {
    /// A line of the table: what is told, in both languages, and what is to be answered.
    struct Line: Sendable, CustomTestStringConvertible {
        let told: FetchEvent
        let event: fetchsched_event
        let error: EngineError?
        let status: Int
        let words: String
        var testDescription: String { "\(told)" }

        init(
            _ told: FetchEvent, _ kind: Int, app: fetchsched_app = 0, value: Int64 = 0, bytes: Int64 = 0,
            level: Double = 0, _ error: EngineError?, _ status: Int, _ words: String = ""
        ) {
            self.told = told
            event = fetchsched_event(
                time_ms: monday + 1000, until_ms: monday + 2000, value: value, bytes: bytes, level: level,
                app: app, kind: UInt32(kind), reserved: 0)
            self.error = error
            self.status = status
            self.words = words
        }
    }

    private static let until = FetchTime(milliseconds: monday + 2000)
    private static let (fine, unknown, invalid) = (
        FETCHSCHED_OK, FETCHSCHED_ERROR_UNKNOWN_APP, FETCHSCHED_ERROR_INVALID_VALUE
    )

    /// Observations of an app that there is not.
    static let ofNobody: [Line] = [3, 7, 2_000_000_000].flatMap { (number: Int) -> [Line] in
        let (app, n) = (AppID(number), fetchsched_app(number))
        func line(_ told: FetchEvent, _ kind: Int, value: Int64 = 0) -> Line {
            Line(told, kind, app: n, value: value, .unknownApp(app), unknown, "unknown app \(number)")
        }
        return [
            line(.launch(app), FETCHSCHED_EVENT_LAUNCH), line(.endOfUse(app), FETCHSCHED_EVENT_END_OF_USE),
            line(.foregroundSync(app, .newData, bytes: 0), FETCHSCHED_EVENT_FOREGROUND_SYNC),
            line(.contentHint(app), FETCHSCHED_EVENT_CONTENT_HINT),
            line(.contentChanged(app, at: .epoch), FETCHSCHED_EVENT_CONTENT_CHANGED),
            line(.quit(app), FETCHSCHED_EVENT_QUIT), line(.processEnded(app), FETCHSCHED_EVENT_PROCESS_ENDED),
            line(.notification(app), FETCHSCHED_EVENT_NOTIFICATION),
            line(.refresh(app: app, isOn: true), FETCHSCHED_EVENT_REFRESH, value: 1),
            line(.serverWait(app, until: until), FETCHSCHED_EVENT_SERVER_WAIT),
            line(.serverInterval(app, .zero), FETCHSCHED_EVENT_SERVER_INTERVAL),
        ]
    }

    /// Values that there are not, and those at the edges that there are.
    static let values: [Line] =
        [15, 1.01, -0.01, -5, .infinity, -.infinity].map { (level: Double) in
            Line(
                .batteryLevel(level), FETCHSCHED_EVENT_BATTERY_LEVEL, level: level,
                .outOfRange(.batteryLevel, level), invalid,
                level == 15 ? "battery level 15 is not between 0 and 1" : "battery level ")
        }
        + [0, 0.15, 1].map { (level: Double) in
            Line(.batteryLevel(level), FETCHSCHED_EVENT_BATTERY_LEVEL, level: level, nil, fine)
        }
        + [-1, -5, .min].map { (bytes: Int64) in
            Line(
                .foregroundSync(AppID(0), .newData, bytes: bytes), FETCHSCHED_EVENT_FOREGROUND_SYNC,
                bytes: bytes, .outOfRange(.bytes, Double(bytes)), invalid,
                bytes > -10 ? "\(bytes) bytes are less than none" : "")
        }
        + [0, .max].map { (bytes: Int64) in
            Line(
                .foregroundSync(AppID(0), .newData, bytes: bytes), FETCHSCHED_EVENT_FOREGROUND_SYNC,
                bytes: bytes,
                nil, fine)
        }
        + [-86_401, 86_401, .max, .min].map { (east: Int) in
            Line(
                .zone(secondsEast: east), FETCHSCHED_EVENT_ZONE, value: Int64(east),
                .outOfRange(.zone, Double(east)), invalid,
                abs(east / 2) < 100_000 ? "time zone \(east) s" : "time zone ")
        }
        + [-86_400, 0, 86_400].map { (east: Int) in
            Line(.zone(secondsEast: east), FETCHSCHED_EVENT_ZONE, value: Int64(east), nil, fine)
        }
        + [-1, -5000, .min].map { (span: Int64) in
            Line(
                .serverInterval(AppID(0), TimeSpan(milliseconds: span)), FETCHSCHED_EVENT_SERVER_INTERVAL,
                value: span, .outOfRange(.serverInterval, Double(span) / 1000), invalid, "server interval -")
        }
        + [
            Line(.serverInterval(AppID(0), .zero), FETCHSCHED_EVENT_SERVER_INTERVAL, nil, fine),
            Line(.network(.wired), FETCHSCHED_EVENT_NETWORK, value: 3, nil, fine),
            Line(.screen(.off), FETCHSCHED_EVENT_SCREEN, value: 2, nil, fine),
            Line(.lowPowerMode(isOn: true), FETCHSCHED_EVENT_SAVER, value: 1, nil, fine),
            Line(.refresh(app: nil, isOn: false), FETCHSCHED_EVENT_REFRESH, app: .max, nil, fine),
        ]

    @Test(arguments: ofNobody + values) func oneTableForBoth(line: Line) {
        var pair = Pair()
        let before = pair.engine.snapshot()
        let error = pair.error(of: line.told, at: FetchTime(milliseconds: line.event.time_ms))
        var event = line.event
        #expect(error == line.error)
        #expect(fetchsched_observe(pair.host.handle, &event) == line.status)
        #expect(pair.engine.snapshot() == pair.host.snapshot())
        if let error {
            // What was refused was not heard, not even its time.
            #expect(pair.engine.snapshot() == before)
            #expect(error.description.hasPrefix(line.words), "\(error)")
        }
    }

    /// Steps back within a minute are events out of order, longer ones a clock that was set back. They count.
    @Test func timesThatGoBackwards() {
        var pair = Pair()
        let steps: [Int64] = [3_600_000, 3_599_000, 3_540_000, 3_539_999, -5, 7_200_000, .min, .max]
        for step in steps {
            let time = step == .min || step == .max ? step : monday + step
            #expect(pair.error(of: .launch(AppID(0)), at: FetchTime(milliseconds: time)) == nil)
            #expect(pair.host.tell(FETCHSCHED_EVENT_LAUNCH, at: time) == FETCHSCHED_OK)
            #expect(pair.engine.snapshot() == pair.host.snapshot(), "\(step)")
        }
    }

    /// Ends of fetches: an energy that cannot be is refused, and the fetch is under way still.
    @Test func endsOfFetches() throws {
        let app = AppID(0)
        var pair = Pair()
        let now = FetchTime(milliseconds: monday)
        try pair.engine.forceFetch(of: app, at: now)
        #expect(fetchsched_force_fetch(pair.host.handle, 0, monday) == FETCHSCHED_OK)
        #expect(pair.engine.fetchesUnderWay == [app] && pair.engine.fetchStart(of: app) == now)
        for (bytes, joules) in [(-5, 1), (0, Double.infinity), (0, .nan)] as [(Int64, Double)] {
            #expect(throws: EngineError.self) {
                try pair.engine.completeFetch(of: app, with: .newData, bytes: bytes, joules: joules, at: now)
            }
            let status = fetchsched_complete(pair.host.handle, 0, 0, bytes, joules, monday)
            #expect(status == FETCHSCHED_ERROR_INVALID_VALUE)
        }
        #expect(throws: EngineError.outOfRange(.joules, -5)) {
            try pair.engine.completeFetch(of: app, with: .newData, joules: -5, at: now)
        }
        let error = EngineError.outOfRange(.bytes, -5)
        #expect(throws: error) { try pair.engine.completeFetch(of: app, with: .newData, bytes: -5, at: now) }
        #expect("\(error)" == "-5 bytes are less than none")
        // C has no nil: an energy below 0 was not measured.
        try pair.engine.completeFetch(of: app, with: .newData, bytes: 7, at: now)
        #expect(fetchsched_complete(pair.host.handle, 0, 0, 7, -5, monday) == FETCHSCHED_OK)
        #expect(pair.engine.snapshot() == pair.host.snapshot())
        #expect(throws: EngineError.unknownApp(AppID(3))) {
            try pair.engine.completeFetch(of: AppID(3), with: .failed, at: now)
        }
        #expect("\(EngineError.unknownApp(AppID(3)))" == "unknown app 3")
    }

    @Test func requestsAndGetters() {
        var pair = Pair()
        let now = FetchTime(milliseconds: monday)
        #expect(throws: EngineError.unknownApp(AppID(9))) {
            try pair.engine.requestFetch(of: AppID(9), at: now)
        }
        #expect(fetchsched_request_fetch(pair.host.handle, 9, monday) == FETCHSCHED_ERROR_UNKNOWN_APP)
        #expect(
            pair.engine.receive(.silent, for: AppID(9), number: 1, at: now)
                == .refused(FetchVeto(.unknownApp)))
        #expect(pair.engine.interval(of: AppID(9)) == nil && pair.engine.lastSync(of: AppID(-1)) == nil)
        var state = fetchsched_app_state()
        #expect(fetchsched_get_app(pair.host.handle, 9, &state) == FETCHSCHED_ERROR_UNKNOWN_APP)
        for (number, interval) in [FetchInterval.minimum, .never, .custom(.minutes(30))].enumerated() {
            let app = AppID(number)
            #expect(pair.engine.interval(of: app) == interval && pair.engine.lastSync(of: app) == now)
            #expect(pair.engine.fetchStart(of: app) == nil)
            #expect(fetchsched_get_app(pair.host.handle, fetchsched_app(number), &state) == FETCHSCHED_OK)
            #expect(state.interval_ms == [0, -1, 1_800_000][number])
            #expect(state.last_sync_ms == monday && state.fetch_start_ms == .max)
        }
        #expect(fetchsched_force_fetch(pair.host.handle, 0, monday + 5) == FETCHSCHED_OK)
        #expect(fetchsched_get_app(pair.host.handle, 0, &state) == FETCHSCHED_OK)
        #expect(state.fetch_start_ms == monday + 5)
    }

    /// An engine of each language with three apps.
    fileprivate struct Pair {
        let host = Host(seed: 1)
        var engine = FetchEngine(unchecked: FetchConfiguration(), seed: 1)

        init() {
            for (interval, number) in [
                (FetchInterval.minimum, 0), (.never, -1), (.custom(.minutes(30)), 1_800_000),
            ] {
                _ = engine.register(interval, at: FetchTime(milliseconds: monday))
                _ = host.register(number)
            }
        }
    }
}

extension MisuseTests.Pair {
    /// The error with which the engine refuses the event.
    fileprivate mutating func error(of event: FetchEvent, at now: FetchTime) -> EngineError? {
        do {
            try engine.observe(event, at: now)
            return nil
        } catch {
            return error
        }
    }
}
