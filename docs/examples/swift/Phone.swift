import FetchSched
import FetchSchedText

/// The phone, and the engine that it embeds.
struct Phone {
    static let days = 7
    static let apps = 4
    static let zone = TimeSpan.hours(1)
    /// Midnight in the local time zone.
    static let start = FetchTime(milliseconds: 1_704_067_200_000) - zone

    var now = start
    var engine: FetchEngine
    private var random: UInt64 = 1
    private var lines = 0
    private var linesChecksum: UInt32 = 0
    private var fetches = 0
    private var suspensions = 0
    /// Which version of each app's content the phone has.
    private var versions = Array(repeating: Int64(0), count: apps)
    private var upload: Upload?
    private var task: BackgroundTaskID?
    private var pushes: UInt64 = 0

    private static var configuration: FetchConfiguration {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 60
        return configuration
    }

    init() {
        engine = FetchEngine(unchecked: Phone.configuration, seed: 1)
    }

    mutating func run() throws {
        for app in 0..<Phone.apps {
            _ = engine.register(app % 3 == 1 ? .custom(.minutes(30)) : .minimum, at: now)
        }
        try engine.observe(.zone(secondsEast: Int(Phone.zone.seconds)), at: now)
        if let centre = GeoPosition(latitude: 52.5, longitude: 13.4) {
            try engine.add(FetchRegion(RegionID(1), centre: centre, radius: 150), to: AppID(2))
        }
        for day in 0..<Phone.days {
            for happening in plan(of: day) {
                try wait(until: happening.time)
                try happen(happening.what, on: day)
            }
            try wait(until: Phone.start + .days(Int64(day + 1)))
        }
        printSums()
    }

    /// A number below `count`.
    mutating func draw(_ count: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((random >> 33) % UInt64(count))
    }

    /// Prints a line, with the local time before it.
    private mutating func say(_ text: String) {
        let local = (now - Phone.start).milliseconds
        let time = [(3_600_000, 24), (60_000, 60), (1000, 60)].map { padded(local / $0.0 % $0.1, 2) }
        let clock = time.joined(separator: ":") + "." + padded(local % 1000, 3)
        let line = "\(padded(local / 86_400_000, 2)) \(clock) \(text)"
        linesChecksum = checksum(linesChecksum, "\(line)\n".utf8)
        lines += 1
        print(line)
    }

    // MARK: What the engine asks for

    /// Loads what is new. Each app's content changes with its own period.
    private mutating func load(_ app: AppID) -> FetchOutcome {
        let index = Int64(app.index)
        let age = (now - Phone.start + .minutes(17) * index).milliseconds
        let version = age / (TimeSpan.minutes(40) * (2 * index + 1)).milliseconds
        guard version != versions[app.index] else { return .noData }
        versions[app.index] = version
        return .newData
    }

    private mutating func fetch(_ app: AppID) throws {
        fetches += 1
        now = now + .seconds(0.4)
        let outcome = draw(25) == 0 ? .failed : load(app)
        try engine.completeFetch(of: app, with: outcome, bytes: outcome.size, at: now)
    }

    private mutating func uploadStops() throws {
        guard let upload else { return }
        try engine.reportInterruption(of: upload.id, atByte: upload.moved(at: now), at: now)
        self.upload = nil
    }

    private mutating func act(on action: EngineAction, _ decision: FetchDecision?) throws {
        switch action {
        case .fetch(let app):
            say("fetch \(app.index) \(decision?.reason.name ?? "")")
            try fetch(app)
        case .refreshSnapshot(let app): say("new picture \(app.index)")
        case .deliver(let push):
            say("deliver push \(push.number)")
            try engine.observe(.radio(.push, until: now), at: now)
            try engine.requestFetch(of: push.app, at: now)
        case .wakeForLocation(let wake): say("wake for place \(wake.app.index) \(wake.cause.name)")
        case .expiring(let task): say("expiring task \(task.number)")
        case .terminate(let app, let leftOpen):
            say("terminate \(app.index)")
            task = nil
            for task in leftOpen { say("left open task \(task.number)") }
        case .suspend: suspensions += 1
        case .resume(let app): say("resume \(app.index)")
        case .startTransfer(let transfer, let byte):
            say("start transfer \(transfer.number)\(byte > 0 ? " again" : "")")
            upload = Upload(id: transfer, from: byte, began: now)
            try engine.observe(.radio(.transfer, until: now), at: now)
        case .pauseTransfer(let transfer):
            say("pause transfer \(transfer.number)")
            try uploadStops()
        case .wakeForTransfers(let app, _): say("wake for transfers \(app.index)")
        case .stopFetch, .giveUpTransfer: say("nothing of this host's")
        }
    }

    /// Takes actions until there are none: what there is to do now, then what comes of that.
    mutating func act() throws {
        while true {
            var actions: [(EngineAction, FetchDecision?)] = []
            while let action = engine.nextAction(at: now) {
                actions.append((action, engine.lastDecision))
            }
            if actions.isEmpty { return }
            for (action, decision) in actions { try act(on: action, decision) }
        }
    }

    /// Lets time pass, and does what is due meanwhile.
    private mutating func wait(until end: FetchTime) throws {
        while true {
            var next = engine.nextDeadline(after: now) ?? .distantFuture
            let finished = upload.flatMap { $0.end <= next ? $0 : nil }
            if let finished { next = finished.end }
            guard next <= end else { break }
            now = max(now, next)
            if let finished {
                try engine.reportCompletion(of: finished.id, at: now)
                upload = nil
            }
            try act()
        }
        now = max(now, end)
    }

    // MARK: What happens

    private mutating func happen(_ what: Happening.What, on day: Int) throws {
        switch what {
        case .use(let app, let seconds): return try use(AppID(app), seconds, on: day)
        case .silentPushes(let app, let count):
            for _ in 0..<count {
                try push(.silent, for: AppID(app))
                try wait(until: now + .seconds(15))
            }
            return
        case .alert(let app): return try push(.alert, for: AppID(app))
        case .heartbeat: try engine.observe(.radio(.heartbeat, until: now), at: now)
        case .place(let steps):
            let position = GeoPosition(latitude: 52.5 + 0.001 * Double(steps), longitude: 13.4, accuracy: 30)
            if let position { engine.observe(position, at: now) }
        case .plug(let isIn):
            try engine.observe(.power(isIn ? .charging : .battery), at: now)
            try engine.observe(.network(isIn ? .wifi : .cellular), at: now)
            try engine.observe(.batteryLevel(isIn ? 0.25 : 1), at: now)
        case .upload(let app):
            _ = try engine.enqueue(TransferRequest(AppID(app), bytes: Upload.bytes), at: now)
        case .saver(let isOn): try engine.observe(.lowPowerMode(isOn: isOn), at: now)
        case .quit(let app): try engine.observe(.quit(AppID(app)), at: now)
        case .serverWait(let app):
            try engine.observe(.serverWait(AppID(app), until: now + .hours(3)), at: now)
        case .save: try saveAndRestore()
        }
        try act()
    }

    private mutating func push(_ kind: PushKind, for app: AppID) throws {
        pushes += 1
        let reception = engine.receive(kind, for: app, number: pushes, at: now)
        say("push \(pushes) \(reception.name)")
        if case .refused = reception { return }
        try engine.observe(.radio(.push, until: now), at: now)
        if reception == .deliver, kind == .silent { try engine.requestFetch(of: app, at: now) }
        try act()
    }

    /// The user opens an app, which loads what is new, and leaves it after some seconds.
    private mutating func use(_ app: AppID, _ seconds: Int, on day: Int) throws {
        try engine.observe(.launch(app), at: now)
        try engine.observe(.radio(.user, until: now + .seconds(2)), at: now)
        let outcome = load(app)
        try engine.observe(.foregroundSync(app, outcome, bytes: outcome.size), at: now)
        try act()
        try wait(until: now + .seconds(Double(seconds)))
        // In the evening app 0 tidies up in the background; every third day it forgets to say when it is done.
        let timeOfDay = (now - Phone.start).milliseconds % 86_400_000
        let tidies = app.index == 0 && timeOfDay > TimeSpan.hours(21).milliseconds && task == nil
        if tidies { task = try engine.startTask(of: app, at: now) }
        try engine.observe(.endOfUse(app), at: now)
        try act()
        if tidies, day % 3 != 2, let begun = task {
            try wait(until: now + .seconds(20))
            try engine.end(begun, at: now)
            task = nil
            try act()
        }
    }

    /// The engine as bytes, and back, as when the host's process is replaced.
    private mutating func saveAndRestore() throws {
        let snapshot = engine.snapshot()
        engine = try FetchEngine(restoring: snapshot, configuration: Phone.configuration)
        say("restored from bytes: \(snapshot.count)")
    }

    private mutating func printSums() {
        let spent = engine.joulesSpent(at: now)
        for app in 0..<Phone.apps {
            let launch = engine.launchProbability(of: AppID(app), within: .hours(12), at: now)
            let fresh = engine.newContentProbability(of: AppID(app), at: now)
            let (launchText, freshText) = (Int(launch * 1e6 + 0.5), Int(fresh * 1e6 + 0.5))
            print("app \(app): launch within 12 h \(launchText) ppm, new content \(freshText) ppm")
        }
        let snapshot = engine.snapshot()
        let counts = "\(lines) lines, \(fetches) fetches, \(suspensions) suspensions"
        let energy = Int(spent * 1e3 + 0.5)
        print("\(Phone.days) days, \(engine.appCount) apps, \(counts), \(energy) mJ")
        let sums = (padded(linesChecksum, 8, radix: 16), padded(checksum(0, snapshot), 8, radix: 16))
        print("checksums: lines \(sums.0), snapshot of \(snapshot.count) bytes \(sums.1)")
    }
}
