import FetchSched

/// An app as a rule sees it.
struct RidingCandidate {
    let launches: Double
    /// Looks so far that found something new, by fetch or in the foreground.
    let finds: Double
    /// When it was launched last; `distantPast` if never.
    let lastLaunch: FetchTime
    let copyAge: Double
    /// For how long it has been known, in seconds.
    let known: Double
    /// How often what stood at its place in the order of the last launches was launched next, per second.
    let launchesPerSecond: Double

    /// How often it has changed for those who looked, per second: half a find in a day before it was known.
    var changesPerSecond: Double { (finds + 0.5) / (known + 86_400) }
}

/// Rides on the activity of the radio with one app at a time: the strongest rules that learn next to nothing.
///
///     radio    |   |  |        |                        |
///     fetch    F   F           F                        F     (one app, if there is a candidate; no wakeups)
///
/// At every activity, whatever its cause (unless the rule uses only the user's), at most one fetch. Candidates are the
/// apps that are not in use, that their interval, the user and the device's conditions allow, and whose last sync or
/// attempt is long enough ago.
struct RidingPolicy: Policy {
    private struct App {
        var launches = 0.0
        var finds = 0.0
        var lastLaunch = FetchTime.distantPast
        var since: FetchTime
        /// Where it stands in `recent`.
        var place: Int?
        var isTold = false

        /// A look found something new: a change, unless all of them were told.
        mutating func found() {
            finds += isTold ? 0 : 1
            isTold = false
        }

        /// Records that the source changed, as the host knows.
        mutating func changed() {
            finds += 1
            isTold = true
        }
    }

    /// The age of a copy from which on the app is a candidate, from its last sync or attempt.
    private let age: TimeSpan
    /// Only the so many apps launched last are candidates; 0: all are.
    private let candidates: Int
    /// Whether only the user's own traffic is an occasion.
    private let onlyUser: Bool
    /// When the screen is unlocked, so many apps are fetched, for which the radio is woken; 0: none.
    private let screen: Int
    private let rank: @Sendable (RidingCandidate) -> Double?
    private var apps: [App] = []
    private var times = AppTimes()
    private var conditions = DeviceRules()
    /// The apps that were launched, the last one first, and how many launches were of the one at each place.
    private var recent: [Int] = []
    private var launchesAtPlace: [Double] = []
    /// Whether there was activity since the last call.
    private var isOccasion = false
    /// How many additional fetches may start because the screen announced a launch.
    private var announced = 0
    /// Before then no activity finds a candidate, if nothing else happens.
    private var noneBefore = FetchTime.distantPast

    /// - Parameter rank: ranks candidates: the one with the highest rank is fetched, and one without a rank never.
    init(_ settings: PolicySettings, rank: @escaping @Sendable (RidingCandidate) -> Double?) {
        age = settings.span("age")
        candidates = Int(settings["apps"])
        onlyUser = settings["onlyUser"] > 0
        screen = Int(settings["screen"])
        self.rank = rank
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        conditions.setInterval(interval, of: app)
        times.setInterval(interval, of: app, at: now)
        while apps.count <= app.index { apps.append(App(since: now)) }
        noneBefore = .distantPast
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        if case .radio(let cause, _) = observation {
            if cause == .user || !onlyUser { isOccasion = true }
            return
        }
        if case .screen(let change) = observation {
            // Fetches that have not started when the app is opened come too late.
            announced = change == .unlocked && !conditions.isInUse ? screen : 0
            return
        }
        noneBefore = .distantPast
        conditions.learn(observation, at: now)
        times.observe(observation, at: now)
        switch observation {
        case .launch(let app):
            announced = 0
            launched(app.index, at: now)
        case .foregroundSync(let app, .newData, _): apps[app.index].found()
        case .contentChanged(let app, _): apps[app.index].changed()
        default: break
        }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        guard isOccasion || announced > 0 else { return nil }
        if isOccasion { isOccasion = false } else { announced -= 1 }
        guard now >= noneBefore else { return nil }
        noneBefore = .distantFuture
        var best: Int?
        var most = -Double.infinity
        for place in 0..<(candidates > 0 ? min(candidates, recent.count) : apps.count) {
            let app = candidates > 0 ? recent[place] : place
            let from = candidateFrom(app)
            if from > now {
                noneBefore = min(noneBefore, from)
            } else if times.mayFetch(app, at: now), conditions.allowPushFetch(of: AppID(app), at: now) {
                noneBefore = .distantPast
                guard let rank = self.rank(candidate(app, at: now)), rank > most else { continue }
                (best, most) = (app, rank)
            }
        }
        guard let best else { return nil }
        return times.start(best)
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        times.complete(fetch, at: now)
        conditions.ended(fetch.app, at: now)
        noneBefore = .distantPast
        let app = fetch.app.index
        if fetch.outcome == .newData { apps[app].found() }
    }

    var usesRadioFrom: FetchTime { noneBefore }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { nil }

    private mutating func launched(_ app: Int, at now: FetchTime) {
        apps[app].launches += 1
        apps[app].lastLaunch = now
        if let place = apps[app].place {
            launchesAtPlace[place] += 1
            recent.remove(at: place)
        } else {
            launchesAtPlace.append(0)
        }
        recent.insert(app, at: 0)
        for place in 0...(apps[app].place ?? recent.count - 1) { apps[recent[place]].place = place }
    }

    /// From when on the app's age and interval make it a candidate. A failed attempt counts as a turn.
    private func candidateFrom(_ app: Int) -> FetchTime {
        max(max(times[app].lastSync, times[app].lastAttempt) + age, times.allowedFrom(app))
    }

    private func candidate(_ app: Int, at now: FetchTime) -> RidingCandidate {
        let known = (now - apps[app].since).seconds
        return RidingCandidate(
            launches: apps[app].launches, finds: apps[app].finds, lastLaunch: apps[app].lastLaunch,
            copyAge: (now - times[app].lastSync).seconds, known: known,
            launchesPerSecond: (apps[app].place.map { launchesAtPlace[$0] + 0.1 } ?? 0.1) / (known + 86_400))
    }
}

extension PolicyParameter {
    /// Parameters of every rule that fetches one app at a radio activity.
    static func riding(
        age: Double = 900, apps: Double = 12, onlyUser: Double = 1, screen: Double = 0
    ) -> [PolicyParameter] {
        [
            .seconds("age", age, "age from which a copy may be fetched"),
            PolicyParameter("apps", apps, in: 0...1e6, "number of apps, the last launched; 0: all"),
            PolicyParameter("onlyUser", onlyUser, in: 0...1, "1: only with the user's own traffic"),
            PolicyParameter(
                "screen", screen, in: 0...100, "apps to wake the radio for when the screen is unlocked"),
        ]
    }
}

extension PolicyFamily {
    /// Ages that draw a curve, in seconds: three days to ten seconds.
    static let ridingAges: [Double] = [
        259_200, 172_800, 86_400, 43_200, 28_800, 14_400, 7200, 3600, 1800, 900, 600, 300, 120, 60, 30, 10,
    ]
}
