import FetchSched
import FetchSim

/// A random life of a device under an engine, lived as a `FetchHost` lives it: who is asked when, what follows what. So the
/// host's own door can live it again.
///
/// Every event has a millisecond of its own, so that no two hosts take two of them in another order. Time is counted as a
/// steady clock does; the calendar, which is what engines are told, is set back now and then.
struct Life {
    private(set) var lines: [JournalLine] = []
    private var player = JournalPlayer()
    var random: SplitMix64
    /// Since the beginning, by the steady clock.
    private var clock = TimeSpan.zero
    /// What the calendar shows at the beginning of the steady clock.
    private var calendar = FetchTime(milliseconds: 1_704_067_200_000)
    private var timer = TimeSpan.zero
    var apps: [AppID] = []
    /// The ends of fetches by the steady clock; never for those that hang.
    private var fetches: [AppID: TimeSpan] = [:]
    /// Who is in the foreground, and what happens of itself, each at its time.
    private var planned: [(time: TimeSpan, step: Step)] = []
    var tasks: [UInt64] = []
    var transfers: [UInt64] = []
    private var pushes: UInt64 = 0

    enum Step { case end(AppID), sync(AppID), radio, transfer(UInt64, Int64), random }

    static let mostFetches = 2
    static let intervals: [FetchInterval] = [
        .minimum, .minimum, .custom(.minutes(30)), .minimum, .custom(.hours(2)), .minimum, .never, .minimum,
    ]

    private let seed: UInt64
    /// Whether pushes wait at a server until the engine sends for them.
    private var pushesWait: Bool { seed % 4 == 3 }

    init(seed: UInt64) {
        self.seed = seed
        random = SplitMix64(seed: seed)
    }

    var now: FetchTime { calendar + clock }

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    private mutating func seconds(_ range: Range<Int>) -> TimeSpan {
        TimeSpan(milliseconds: Int64(1000 * range.lowerBound + below(1000 * range.count)))
    }

    // MARK: Lines

    @discardableResult
    mutating func play(_ line: JournalLine) throws -> [JournalLine] {
        let answers = try player.play(line)
        lines.append(line)
        lines += answers
        return answers
    }

    mutating func line(_ verb: String) -> JournalLine { JournalLine(now, verb) }

    @discardableResult
    mutating func call(_ verb: String, _ app: AppID) throws -> [JournalLine] {
        try play(line(verb).with(app))
    }

    mutating func tell(_ event: FetchEvent) throws { try play(.event(event, at: now)) }

    mutating func tell(_ kind: String, for span: TimeSpan? = nil) throws {
        var line = line("event")
        line.set("kind", kind)
        try play(span.map { line.with("until", now + $0) } ?? line)
    }

    // MARK: The life

    mutating func run(days: Int) throws {
        var worth = JournalLine(.epoch, "set").with("value", real: 200)
        worth.set("name", "valueJoules")
        try play(worth)
        var opportunistic = JournalLine(.epoch, "set").with("value", real: Double(seed % 2))
        opportunistic.set("name", "tasks.opportunistic")
        try play(opportunistic)
        var waiting = JournalLine(.epoch, "set").with("value", real: pushesWait ? 1 : 0)
        waiting.set("name", "push.waitAtServer")
        try play(waiting)
        try play(JournalLine(.epoch, "create").with("seed", 1))
        for interval in Self.intervals { try register(interval) }
        try act()
        plan(.random, in: 1..<60)
        let end = TimeSpan.days(Int64(days))
        while clock < end {
            makeRoom()
            let next = min(planned.map(\.time).min() ?? .max, fetches.values.min() ?? .max)
            if timer <= next {
                clock = timer
            } else {
                clock = next
                try happen()
            }
            try act()
        }
        clock = clock + TimeSpan(milliseconds: 1)
        try play(line("snapshot"))
    }

    mutating func register(_ interval: FetchInterval) throws {
        for answer in try play(line("register").with(interval)) { apps += answer.app.map { [$0] } ?? [] }
    }

    /// Does what the engine asks for, and sets the timer, as `FetchHost` does.
    private mutating func act() throws {
        while true {
            let answers = try play(line("next").with("may", fetches.count < Self.mostFetches ? 1 : 0))
            guard let action = answers.first, action.verb != "none" else { break }
            try perform(action)
        }
        let may = fetches.count < Self.mostFetches
        let answers = try play(line("deadline").with("may", may ? 1 : 0))
        let span = (answers.first?.until ?? .distantFuture) - now
        timer = clock + min(span, .hours(1))
    }

    private mutating func perform(_ action: JournalLine) throws {
        switch (action.verb, action.app) {
        case ("fetch", let app?):
            // Every tenth hangs.
            fetches[app] = below(10) == 0 ? .max : free(clock + seconds(1..<15))
        case ("stop_fetch", let app?): fetches[app] = nil
        case ("deliver_push", let app?):
            if pushesWait { try tell(.radio(.push, until: now)) }
            try call("request", app)
        case ("start_transfer", _):
            guard let id = action["id"] else { break }
            plan(.transfer(UInt64(id), (action["bytes"] ?? 0) + Int64(below(2_000_000))), in: 1..<120)
        default: break
        }
    }

    /// A time at which nothing happens yet.
    private func free(_ time: TimeSpan) -> TimeSpan {
        var time = time
        while time == timer || fetches.values.contains(time) || planned.contains(where: { $0.time == time }) {
            time = time + TimeSpan(milliseconds: 1)
        }
        return time
    }

    /// Puts off what would happen as the timer ends: who comes first then is no host's to say.
    private mutating func makeRoom() {
        for place in planned.indices where planned[place].time == timer { planned[place].time = free(timer) }
        for (app, end) in fetches where end == timer { fetches[app] = free(timer) }
    }

    private mutating func plan(_ step: Step, in range: Range<Int>) {
        planned.append((free(clock + seconds(range)), step))
    }

    private mutating func happen() throws {
        if let (app, _) = fetches.first(where: { $0.value == clock }) { return try complete(app) }
        guard let place = planned.firstIndex(where: { $0.time == clock }) else { return }
        switch planned.remove(at: place).step {
        case .end(let app): try tell(.endOfUse(app))
        case .sync(let app):
            try tell(
                .foregroundSync(
                    app, pick([.newData, .newData, .noData, .failed]), bytes: Int64(below(300_000))))
        case .radio: try tell(.radio(.user, until: now + seconds(1..<4)))
        case .transfer(let id, let bytes): try move(id, bytes)
        case .random:
            plan(.random, in: below(2) == 0 ? 2..<90 : 60..<2400)
            try happenAtRandom()
        }
    }

    // MARK: Fetches

    private mutating func complete(_ app: AppID) throws {
        fetches[app] = nil
        let outcome = pick([
            FetchOutcome.newData, .newData, .noData, .noData, .failed, below(20) == 0 ? .gone : .failed,
        ])
        if outcome == .newData, below(2) == 0 {
            for minutes in [40, 10] { try tell(.contentChanged(app, at: now - .minutes(Int64(minutes)))) }
        }
        var line = line("complete").with(app).with("outcome", outcome.rawValue)
            .with("bytes", outcome == .newData ? below(400_000) : 300)
        if below(3) == 0 { line = line.with("joules", real: Double(below(100)) / 16) }
        try play(line)
        if below(12) == 0 { try tell(.serverInterval(app, .minutes(Int64(below(3) * 20)))) }
        if below(12) == 0 { try tell(.serverWait(app, until: now + .minutes(Int64(below(90))))) }
    }

    // MARK: What else happens

    private mutating func happenAtRandom() throws {
        var app = pick(apps)
        // What an app does it mostly does while it is used.
        if let shown, below(2) == 0 { app = shown }
        switch below(24) {
        case 0..<7: try launch(app)
        case 7: try tell(.screen(pick([.on, .unlocked, .off])))
        case 8..<12: try push(app)
        case 12: try tell(.radio(pick([.heartbeat, .other]), until: now + seconds(0..<3)))
        case 13: try condition(app)
        case 14: try ofApp(app)
        case 15: try place(app)
        case 16, 17: try task(app)
        case 18, 19: try enqueue(app)
        case 20:
            switch below(4) {
            case 0: try tell("device_awake", for: .minutes(2))
            case 1: try tell("device_asleep")
            default: try tell("granted", for: TimeSpan(milliseconds: 30_000))
            }
        case 21: if below(4) == 0 { try changeApps(app) } else { try tell(.contentHint(app)) }
        case 22: if fetches.isEmpty, below(3) == 0 { try setClock() } else { try tell(.notification(app)) }
        default:
            if below(3) == 0 || !fetches.isEmpty { try restart() } else { try tell(.screen(.unlocked)) }
        }
    }

    private var shown: AppID? {
        for case (_, .end(let app)) in planned { return app }
        return nil
    }

    private mutating func launch(_ app: AppID) throws {
        planned.removeAll { if case .end = $0.step { true } else { false } }
        try tell(.launch(app))
        plan(.sync(app), in: 1..<3)
        plan(.radio, in: 0..<2)
        plan(.end(app), in: 5..<200)
    }

    private mutating func push(_ app: AppID) throws {
        pushes += 1
        let kind = pick(PushKind.allCases + [.silent, .silent])
        let answers = try play(
            line("receive").with(app).with("value", kind.rawValue).with("number", pushes))
        // As FetchHost does.
        let isDelivered = answers.first?["value"] == 0
        if isDelivered || kind == .alert || !pushesWait {
            try tell(.radio(.push, until: now + TimeSpan(milliseconds: Int64(below(3) * 200))))
        }
        if isDelivered, kind != .alert { try call("request", app) }
    }

    private mutating func condition(_ app: AppID) throws {
        switch below(7) {
        case 0: try tell(.network(pick([.wifi, .wifi, .wifi, .cellular, .wired, .none])))
        case 1: try tell(.power(pick([.charging, .charging, .battery])))
        case 2: try tell(.batteryLevel(Double(below(101)) / 100))
        case 3: try tell(.lowPowerMode(isOn: below(4) == 0))
        case 4: try tell(.refresh(app: app, isOn: below(4) > 0))
        case 5: try tell(.refresh(app: nil, isOn: below(5) > 0))
        default: try tell(.zone(secondsEast: (below(27) - 12) * 3600))
        }
    }

    private mutating func ofApp(_ app: AppID) throws {
        switch below(4) {
        case 0:
            try tell(.quit(app))
        case 1:
            try tell(.processEnded(app))
        case 2: try play(line("interval").with(app).with(pick(Self.intervals)))
        default: try play(line("announces").with(app).with("value", below(2)))
        }
    }

    private mutating func place(_ app: AppID) throws {
        let (region, latitude) = (below(3), 50 + Double(below(64)) / 4096)
        switch below(8) {
        case 0, 1:
            let line = line("watch").with(app).with("region", region)
            try play(
                below(2) == 0
                    ? line
                    : line.with("latitude", real: 50).with("longitude", real: 8).with("radius", real: 200))
        case 2: try play(line("unwatch").with(app).with("region", region))
        case 3: try play(line("watch_changes").with(app).with("value", below(4) > 0 ? 1 : 0))
        case 4: try play(line("crossing").with(app).with("region", region).with("value", below(2)))
        case 5: try call("change", app)
        default:
            try play(
                line("position").with("latitude", real: latitude).with("longitude", real: 8)
                    .with("accuracy", real: 20))
        }
    }

    private mutating func task(_ app: AppID) throws {
        if !tasks.isEmpty, below(2) == 0 {
            try play(line("end").with("id", tasks.remove(at: below(tasks.count))))
        } else {
            tasks += try call("begin", app).compactMap { $0["id"].map { UInt64($0) } }
        }
    }

    private mutating func enqueue(_ app: AppID) throws {
        if !transfers.isEmpty, below(6) == 0 {
            try play(line("cancel").with("id", transfers.remove(at: below(transfers.count))))
        } else {
            let line = line("enqueue").with(app).with("bytes", below(3_000_000)).with("session", below(3))
                .with("priority", below(3) - 1).with("flags", below(4))
                .with("timeout", pick([0, 0, 7_200_000, 90_000_000]))
            transfers += try play(line).compactMap { $0["id"].map { UInt64($0) } }
        }
    }

    private mutating func move(_ id: UInt64, _ bytes: Int64) throws {
        let line = line(pick(["progress", "interrupted", "finished", "finished"])).with("id", id)
        try play(line.verb == "finished" ? line : line.with("bytes", bytes))
        if line.verb == "progress" { plan(.transfer(id, bytes + 100_000), in: 5..<60) }
    }

    /// An app comes or goes.
    private mutating func changeApps(_ app: AppID) throws {
        if apps.count < 8 { return try register(pick(Self.intervals)) }
        guard fetches[app] == nil else { return }
        try call("remove", app)
        apps.removeAll { $0 == app }
        planned.removeAll {
            switch $0.step {
            case .end(let other), .sync(let other): other == app
            default: false
            }
        }
    }

    /// The calendar is set, mostly back; something is told at once, so that everybody looks at it.
    private mutating func setClock() throws {
        let line = line("clock")
        calendar = calendar + pick([.hours(-3), .minutes(-20), .hours(-1), .minutes(5)])
        try play(line.with("until", now))
        try tell(.screen(.on))
    }

    /// The host stops and begins again, whatever is under way.
    private mutating func restart() throws {
        fetches.removeAll()
        planned.removeAll { if case .transfer = $0.step { true } else { false } }
        try play(line("restarted"))
        try play(line("snapshot"))
        try play(line("restore"))
        try play(line("restarted"))
        // As FetchHost does: an app of the file is not fetched until it is added again.
        let intervals = apps.sorted().map { ($0, player.engine?.interval(of: $0) ?? .never) }
        for (app, _) in intervals { try play(line("interval").with(app).with(.never)) }
        for (app, interval) in intervals { try play(line("interval").with(app).with(interval)) }
    }
}
