import CFetchSched
import FetchSched
import FetchSchedC
import Testing

/// What a host can get wrong when it tells what it saw: one table for Swift and C, which agree on every line.
@Suite struct MisuseTests {
    /// A line of the table: what is told, in both languages, and what is to be answered.
    struct Line: Sendable, CustomTestStringConvertible {
        let told: Observation
        let event: fetchsched_event
        let doubt: Doubt?
        let status: Int
        let words: String
        var testDescription: String { "\(told)" }

        init(
            _ told: Observation, _ kind: Int, app: fetchsched_app = 0, value: Int64 = 0, bytes: Int64 = 0,
            level: Double = 0, _ doubt: Doubt?, _ status: Int, _ words: String = ""
        ) {
            self.told = told
            event = fetchsched_event(
                time_ms: monday + 1000, until_ms: monday + 2000, value: value, bytes: bytes, level: level,
                app: app, kind: UInt32(kind), reserved: 0)
            self.doubt = doubt
            self.status = status
            self.words = words
        }
    }

    private static let until = Instant(milliseconds: monday + 2000)
    private static let (fine, unknown, invalid) = (
        FETCHSCHED_OK, FETCHSCHED_ERROR_UNKNOWN_APP, FETCHSCHED_ERROR_INVALID_VALUE
    )

    /// Observations of an app that there is not.
    static let ofNobody: [Line] = [3, 7, 2_000_000_000].flatMap { (number: Int) -> [Line] in
        let (app, n) = (AppID(number), fetchsched_app(number))
        func line(_ told: Observation, _ kind: Int, value: Int64 = 0) -> Line {
            Line(told, kind, app: n, value: value, .unknownApp(app), unknown, "unknown app \(number)")
        }
        return [
            line(.launch(app), FETCHSCHED_EVENT_LAUNCH), line(.endOfUse(app), FETCHSCHED_EVENT_END_OF_USE),
            line(.foregroundSync(app, .newData, bytes: 0), FETCHSCHED_EVENT_FOREGROUND_SYNC),
            line(.contentHint(app), FETCHSCHED_EVENT_CONTENT_HINT),
            line(.contentChanged(app, at: .epoch), FETCHSCHED_EVENT_CONTENT_CHANGED),
            line(.quit(app), FETCHSCHED_EVENT_QUIT),
            line(.processEnded(app), FETCHSCHED_EVENT_PROCESS_ENDED),
            line(.refresh(app: app, isOn: true), FETCHSCHED_EVENT_REFRESH, value: 1),
            line(.serverWait(app, until: until), FETCHSCHED_EVENT_SERVER_WAIT),
            line(.serverInterval(app, .zero), FETCHSCHED_EVENT_SERVER_INTERVAL),
        ]
    }

    /// Values that there are not, and those at the edges that there are.
    static let values: [Line] =
        [15, 1.01, -0.01, -5, .infinity, -.infinity].map { (level: Double) in
            Line(
                .batteryLevel(level), FETCHSCHED_EVENT_BATTERY_LEVEL, level: level, .batteryLevel(level),
                invalid,
                level == 15 ? "battery level 15 is not between 0 and 1" : "battery level ")
        }
        + [0, 0.15, 1].map { (level: Double) in
            Line(.batteryLevel(level), FETCHSCHED_EVENT_BATTERY_LEVEL, level: level, nil, fine)
        }
        + [-1, -5, .min].map { (bytes: Int64) in
            Line(
                .foregroundSync(AppID(0), .newData, bytes: bytes), FETCHSCHED_EVENT_FOREGROUND_SYNC,
                bytes: bytes,
                .bytes(bytes), invalid, "\(bytes) bytes are less than none")
        }
        + [0, .max].map { (bytes: Int64) in
            Line(
                .foregroundSync(AppID(0), .newData, bytes: bytes), FETCHSCHED_EVENT_FOREGROUND_SYNC,
                bytes: bytes,
                nil, fine)
        }
        + [-86_401, 86_401, .max, .min].map { (east: Int) in
            Line(
                .zone(secondsEast: east), FETCHSCHED_EVENT_ZONE, value: Int64(east), .zone(secondsEast: east),
                invalid, "time zone \(east) s")
        }
        + [-86_400, 0, 86_400].map { (east: Int) in
            Line(.zone(secondsEast: east), FETCHSCHED_EVENT_ZONE, value: Int64(east), nil, fine)
        }
        + [-1, -5000, .min].map { (span: Int64) in
            Line(
                .serverInterval(AppID(0), TimeSpan(milliseconds: span)), FETCHSCHED_EVENT_SERVER_INTERVAL,
                value: span, .serverInterval(TimeSpan(milliseconds: span)), invalid, "server interval -")
        }
        + [
            Line(.serverInterval(AppID(0), .zero), FETCHSCHED_EVENT_SERVER_INTERVAL, nil, fine),
            Line(.network(.wired), FETCHSCHED_EVENT_NETWORK, value: 3, nil, fine),
            Line(.screen(.off), FETCHSCHED_EVENT_SCREEN, value: 2, nil, fine),
            Line(.alarm(.calendar, at: until), FETCHSCHED_EVENT_ALARM, value: 1, nil, fine),
            Line(.lowPowerMode(isOn: true), FETCHSCHED_EVENT_SAVER, value: 1, nil, fine),
            Line(.refresh(app: nil, isOn: false), FETCHSCHED_EVENT_REFRESH, app: .max, nil, fine),
        ]

    @Test(arguments: ofNobody + values) func oneTableForBoth(line: Line) {
        var pair = Pair()
        let before = pair.engine.snapshot()
        let doubt = pair.engine.observe(line.told, at: Instant(milliseconds: line.event.time_ms))
        var event = line.event
        #expect(doubt == line.doubt)
        #expect(fetchsched_observe(pair.host.handle, &event) == line.status)
        #expect(pair.engine.snapshot() == pair.host.snapshot())
        if let doubt {
            // What was not believed was not heard, not even its time.
            #expect(pair.engine.snapshot() == before)
            #expect(!doubt.isLearned && doubt.description.hasPrefix(line.words), "\(doubt)")
        }
    }

    /// NaN equals nothing, so it has a line of its own.
    @Test func whatIsNoNumber() {
        for level in [Double.nan, .signalingNaN] {
            var pair = Pair()
            let before = pair.engine.snapshot()
            let doubt = pair.engine.observe(.batteryLevel(level), at: Instant(milliseconds: monday))
            if case .batteryLevel? = doubt {} else { Issue.record("\(String(describing: doubt))") }
            #expect(
                pair.host.tell(FETCHSCHED_EVENT_BATTERY_LEVEL, level: level) == FETCHSCHED_ERROR_INVALID_VALUE
            )
            #expect(pair.engine.snapshot() == before && pair.host.snapshot() == before)
        }
    }

    /// Steps back within a minute are events out of order, longer ones a clock that was set back. They count.
    @Test func timesThatGoBackwards() {
        var pair = Pair()
        let steps: [(Int64, Int64)] = [
            (3_600_000, 0), (3_599_000, 0), (3_540_000, 0), (3_539_999, 60_001), (3_539_999, 0),
            (-5, 3_540_004),
            (7_200_000, 0), (.min, .max), (.max, 0),
        ]
        for (step, expected) in steps {
            let time = step == .min || step == .max ? step : monday + step
            let doubt = pair.engine.observe(.launch(AppID(0)), at: Instant(milliseconds: time))
            #expect(pair.host.tell(FETCHSCHED_EVENT_LAUNCH, at: time) == FETCHSCHED_OK)
            var span: Int64 = -1
            #expect(fetchsched_clock_set_back(pair.host.handle, &span) == FETCHSCHED_OK)
            #expect(span == expected, "\(step)")
            let said = expected > 0 ? Doubt.clockSetBack(by: TimeSpan(milliseconds: expected)) : nil
            #expect(doubt == said && doubt?.isLearned ?? true, "\(step)")
            #expect(pair.engine.snapshot() == pair.host.snapshot(), "\(step)")
        }
        #expect("\(Doubt.clockSetBack(by: .hours(2)))" == "the clock was set back by 2 h 00 min")
    }

    /// Ends of fetches: an energy that cannot be is refused, and the fetch is under way still.
    @Test func endsOfFetches() throws {
        let app = AppID(0)
        var pair = Pair()
        let now = Instant(milliseconds: monday)
        try pair.engine.forceFetch(of: app, at: now)
        #expect(fetchsched_force_fetch(pair.host.handle, 0, monday) == FETCHSCHED_OK)
        #expect(pair.engine.fetchesUnderWay == [app] && pair.engine.fetchStart(of: app) == now)
        for (bytes, joules) in [(-5, 1), (0, Double.infinity), (0, .nan)] as [(Int64, Double)] {
            #expect(throws: SchedulerError.self) {
                try pair.engine.complete(app, .newData, bytes: bytes, joules: joules, at: now)
            }
            let status = fetchsched_complete(pair.host.handle, 0, 0, bytes, joules, monday)
            #expect(status == FETCHSCHED_ERROR_INVALID_VALUE)
        }
        #expect(throws: SchedulerError.notBelieved(app, .joules(-5))) {
            try pair.engine.complete(app, .newData, joules: -5, at: now)
        }
        let error = SchedulerError.notBelieved(app, .bytes(-5))
        #expect(throws: error) { try pair.engine.complete(app, .newData, bytes: -5, at: now) }
        #expect("\(error)" == "app 0: -5 bytes are less than none")
        // C has no nil: an energy below 0 was not measured.
        try pair.engine.complete(app, .newData, bytes: 7, at: now)
        #expect(fetchsched_complete(pair.host.handle, 0, 0, 7, -5, monday) == FETCHSCHED_OK)
        #expect(pair.engine.snapshot() == pair.host.snapshot())
        #expect(throws: SchedulerError.unknownApp(AppID(3))) {
            try pair.engine.complete(AppID(3), .failed, at: now)
        }
        #expect("\(SchedulerError.unknownApp(AppID(3)))" == "unknown app 3")
    }

    @Test func requestsAndGetters() {
        var pair = Pair()
        let now = Instant(milliseconds: monday)
        #expect(pair.engine.requestFetch(of: AppID(9), at: now) == .unknownApp(AppID(9)))
        #expect(fetchsched_request_fetch(pair.host.handle, 9, monday) == FETCHSCHED_ERROR_UNKNOWN_APP)
        #expect(pair.engine.receive(.silent, for: AppID(9), number: 1, at: now) == .refused(.unknownApp))
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
    private struct Pair {
        let host = Host(seed: 1)
        var engine = BackgroundEngine(seed: 1)

        init() {
            for (interval, number) in [
                (FetchInterval.minimum, 0), (.never, -1), (.custom(.minutes(30)), 1_800_000),
            ] {
                _ = engine.register(interval, at: Instant(milliseconds: monday))
                _ = host.register(number)
            }
        }
    }
}
