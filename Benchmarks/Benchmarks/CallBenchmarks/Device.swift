import FetchSched

/// A phone and its user, made by arithmetic from a fixed seed, and a host that does what the scheduler says.
struct Device {
    var scheduler: Scheduler
    var now = Instant(seconds: 1_700_000_000)
    private(set) var apps: [AppID] = []
    private(set) var fetches = 0
    private var random = SplitMix64(seed: 5)
    /// What the user does, over and over: which app is opened next, and after how long. Drawn once, so that the drawing
    /// is not measured.
    private var opened: [AppID] = []
    private var pauses: [TimeSpan] = []
    private var turn = 0

    /// - Parameters:
    ///   - used: how many of the apps the user opens: few of them often, most seldom.
    ///   - value: worth of a fresh launch, in joules.
    init(apps count: Int, used: Int, value: Double = 20) {
        var configuration = Configuration()
        configuration.valueJoules = value
        scheduler = Scheduler(configuration: configuration, seed: 1)
        apps.reserveCapacity(count)
        for _ in 0..<count { apps.append(scheduler.register(.minimum, at: now)) }
        opened.reserveCapacity(4096)
        pauses.reserveCapacity(4096)
        for _ in 0..<4096 {
            // The n-th most popular app with a chance of about 1/n.
            let rank = PortableMath.exp(random.nextUnit() * PortableMath.log(Double(used + 1)))
            opened.append(apps[(min(used, max(1, Int(rank))) - 1) * (count / used)])
            // Mostly minutes, now and then hours.
            let draw = random.next()
            pauses.append(.seconds(draw % 100 < 60 ? Double(20 + draw % 300) : Double(300 + draw % 7200)))
        }
    }

    /// What a device with so many apps holds beside its scheduler, in bytes.
    static func ownBytes(apps: Int) -> Int64 {
        Int64(
            apps * MemoryLayout<AppID>.stride + 4096
                * (MemoryLayout<AppID>.stride + MemoryLayout<TimeSpan>.stride))
    }

    /// The same after that many sessions.
    func after(sessions: Int) -> Device {
        var device = self
        for _ in 0..<sessions { device.session() }
        return device
    }

    /// Lets time pass until the next launch; the app that is opened then.
    mutating func nextApp() -> AppID {
        turn = (turn + 1) % opened.count
        now = now + pauses[turn]
        return opened[turn]
    }

    /// A launch a minute after the last; where a session has had `launches` of them its last use ends, and the next one comes an
    /// hour later.
    mutating func launch(ofSession launches: Int) {
        now = now + .minutes(1)
        if turn % launches == 0 {
            scheduler.observe(.endOfUse(opened[turn]), at: now)
            now = now + .hours(1)
        }
        turn = (turn + 1) % opened.count
        scheduler.observe(.launch(opened[turn]), at: now)
    }

    /// A use of an app, then the wakeup that is planned, if any, and the plan of the next.
    mutating func session() {
        use()
        if wakeup() { _ = scheduler.nextWakeup(after: now) }
    }

    /// A use of an app: a launch, its sync, bursts of the radio with the fetches they make room for, and its end.
    mutating func use() {
        let app = nextApp()
        scheduler.observe(.launch(app), at: now)
        let found = random.nextUnit() < 0.5 ? FetchOutcome.newData : .noData
        scheduler.observe(.foregroundSync(app, found, bytes: 50_000), at: now)
        for _ in 0..<3 {
            scheduler.observe(.radio(.user, until: now + .seconds(0.5)), at: now)
            fetchWhatIsDue()
            now = now + .seconds(10)
        }
        scheduler.observe(.endOfUse(app), at: now)
    }

    /// The next wakeup that the scheduler plans, with its batch and completions, if it comes within the hour.
    mutating func wakeup() -> Bool {
        guard let wakeup = scheduler.nextWakeup(after: now), wakeup - now < .hours(1) else { return false }
        now = wakeup
        fetchWhatIsDue()
        return true
    }

    private mutating func fetchWhatIsDue() {
        while let app = scheduler.nextFetch(at: now) {
            now = now + .seconds(0.4)
            // The host does what it is told, so this cannot fail.
            try? scheduler.complete(
                app, fetches % 3 == 0 ? .newData : .noData, bytes: 100_000, at: now)
            fetches += 1
        }
    }
}
