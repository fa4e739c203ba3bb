import FetchSched
import Foundation

/// A phone and its user, made by arithmetic from a fixed seed, and a host that does what the engine says.
struct Device {
    var engine: FetchEngine
    var now = FetchTime(seconds: 1_700_000_000)
    private(set) var apps: [AppID] = []
    private(set) var fetches = 0
    private var random = SplitMix64(seed: 5)
    /// The user's launches, over and over: the next app, and the time until it. Drawn once, so that the drawing
    /// is not measured.
    private var opened: [AppID] = []
    private var pauses: [TimeSpan] = []
    private var turn = 0

    /// - Parameters:
    ///   - used: how many of the apps the user opens: few of them often, most seldom.
    ///   - value: value of a fresh launch, in joules.
    init(apps count: Int, used: Int, value: Double = 20) {
        var configuration = FetchConfiguration()
        configuration.valueJoules = value
        engine = FetchEngine(unchecked: configuration, seed: 1)
        apps.reserveCapacity(count)
        for _ in 0..<count { apps.append(engine.register(.minimum, at: now)) }
        opened.reserveCapacity(4096)
        pauses.reserveCapacity(4096)
        for _ in 0..<4096 {
            // The n-th most popular app with a probability of about 1/n.
            let rank = exp(random.nextUnit() * log(Double(used + 1)))
            opened.append(apps[(min(used, max(1, Int(rank))) - 1) * (count / used)])
            // Mostly minutes, now and then hours.
            let draw = random.next()
            pauses.append(.seconds(draw % 100 < 60 ? Double(20 + draw % 300) : Double(300 + draw % 7200)))
        }
    }

    /// Bytes of a device with so many apps, apart from its engine.
    static func ownBytes(apps: Int) -> Int64 {
        Int64(
            apps * MemoryLayout<AppID>.stride + 4096
                * (MemoryLayout<AppID>.stride + MemoryLayout<TimeSpan>.stride))
    }

    /// Bytes after that many sessions.
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

    /// A launch a minute after the last; where a session has had `launches` of them its last use ends, and the next one comes
    /// an hour later.
    mutating func launch(ofSession launches: Int) {
        now = now + .minutes(1)
        if turn % launches == 0 {
            tell(.endOfUse(opened[turn]))
            now = now + .hours(1)
        }
        turn = (turn + 1) % opened.count
        tell(.launch(opened[turn]))
    }

    /// A use of an app, then the wakeup that is planned, if any, and the plan of the next.
    mutating func session() {
        use()
        if wakeup() { _ = engine.nextDeadline(after: now) }
    }

    /// A use of an app: a launch, its sync, bursts of the radio with the fetches they make room for, and its end.
    mutating func use() {
        let app = nextApp()
        tell(.launch(app))
        let found = random.nextUnit() < 0.5 ? FetchOutcome.newData : .noData
        tell(.foregroundSync(app, found, bytes: 50_000))
        for _ in 0..<3 {
            tell(.radio(.user, until: now + .seconds(0.5)))
            fetchWhatIsDue()
            now = now + .seconds(10)
        }
        tell(.endOfUse(app))
    }

    /// Known apps only: cannot fail.
    mutating func tell(_ event: FetchEvent) { try? engine.observe(event, at: now) }

    /// The engine's deadlines of the next hour, if there are any, with the fetches that it asks for then.
    mutating func wakeup() -> Bool {
        let end = now + .hours(1)
        var found = false
        while let next = engine.nextDeadline(after: now), next < end {
            (now, found) = (next, true)
            fetchWhatIsDue()
        }
        return found
    }

    private mutating func fetchWhatIsDue() {
        while let action = engine.nextAction(at: now) {
            guard case .fetch(let app) = action else { continue }
            now = now + .seconds(0.4)
            try? engine.completeFetch(
                of: app, with: fetches % 3 == 0 ? .newData : .noData, bytes: 100_000, at: now)
            fetches += 1
        }
    }
}
