import FetchSched

extension PolicyFamily {
    static let piggyback = PolicyFamily(
        "piggyback", "fetches all old apps at any radio activity; wakes the radio at twice the age",
        [
            .seconds("age", 1800, "age from which a copy rides along"),
            PolicyParameter("wake", 2, in: 0...1e6, "wakes at so many times the age, at least 1; 0: never"),
            PolicyParameter("per", 0, in: 0...1e6, "most fetches an activity; 0: no limit"),
            PolicyParameter("apps", 0, in: 0...1e6, "only the so many apps launched last; 0: all"),
        ], sweep: periods
    ) {
        let settings = $0.settings
        return $0.replay(
            PiggybackPolicy(
                age: settings.span("age"), wake: settings["wake"], per: Int(settings["per"]),
                apps: Int(settings["apps"])))
    }
}

/// Rides on any radio activity with every app older than `age`, and wakes the radio itself only when an app
/// reaches twice that age, then takes all older than `age` along. The strongest rule that learns nothing.
///
///     radio   |      |  |           W              (W: its own wakeup)
///     age     0 . . . A . . . . . . 2A
///     fetch           F             F
///
/// An app whose own interval ends a little after such an activity (within a hundredth of the age) is taken at
/// the end of its interval: an interval as long as the age would else miss every second occasion.
///
/// Apps are taken in the order of their numbers; where the fetches or the apps are limited, those launched last first.
struct PiggybackPolicy: Policy {
    private let age: TimeSpan
    /// The age at which it wakes the radio; nil: never.
    private let wakeAge: TimeSpan?
    /// Most fetches on an occasion.
    private let per: Int
    /// The so many apps launched last; nil: all.
    private let apps: Int?
    private let isOrderedByLaunch: Bool
    private var times = AppTimes()
    private var queue = DueQueue()
    /// The apps in the order in which they are taken, and how many of them have been launched.
    private var order: [Int] = []
    private var launched = 0
    /// The next place in the order to look at on the occasion under way; beyond the last one there is none.
    private var cursor = Int.max
    /// How many more fetches the occasion may have.
    private var left = 0
    /// Before then, no occasion does anything about the app. Whatever happens to an app makes that later, but for a new
    /// interval; so what is kept here may be too early, and is renewed when its time has come.
    private var from: [Instant] = []
    /// The same of all apps: most occasions need not look at any.
    private var noneBefore = Instant.distantPast

    init(age: TimeSpan, wake: Double = 2, per: Int = 0, apps: Int = 0) {
        self.age = age
        let most = Double(TimeSpan.days(100_000).milliseconds)
        wakeAge =
            wake > 0
            ? TimeSpan(milliseconds: Int64(min(Double(age.milliseconds) * max(1, wake), most))) : nil
        self.per = per > 0 ? per : .max
        self.apps = apps > 0 ? apps : nil
        isOrderedByLaunch = per > 0 || apps > 0
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        times.setInterval(interval, of: app, at: now)
        schedule(app.index)
        while from.count <= app.index {
            order.append(from.count)
            from.append(.distantPast)
        }
        from[app.index] = .distantPast
        noneBefore = .distantPast
    }

    mutating func observe(_ observation: FetchEvent, at now: Instant) {
        times.observe(observation, at: now)
        switch observation {
        case .radio: beginOccasion()
        case .launch(let app):
            schedule(app.index)
            if isOrderedByLaunch { moveToFront(app.index) }
        case .endOfUse(let app): schedule(app.index)
        default: break
        }
    }

    mutating func nextFetch(at now: Instant) -> AppID? {
        if let (app, due) = firstDue(by: now), due <= now {
            if times[app].inForeground {
                queue.set(app, due: .distantFuture)  // scheduled again at the end of use
            } else {
                beginOccasion()
                // Where fetches are limited, it is not to wait for those before it in the order.
                if per < .max, times.mayFetch(app, at: now) { return begin(app) }
            }
        }
        guard cursor < candidates else { return nil }
        guard now >= noneBefore else {
            cursor = .max
            return nil
        }
        while cursor < candidates, left > 0 {
            let app = order[cursor]
            cursor += 1
            guard from[app] <= now else { continue }
            let isOld = now - freshest(app) >= age
            if isOld, times.mayFetch(app, at: now) { return begin(app) }
            let allowed = times.allowedFrom(app)
            if allowed > now, (allowed - now) * 100 <= age, allowed >= freshest(app) + age,
                !times[app].inForeground, wakeAge != nil
            {
                queue.set(app, due: allowed)
            }
            from[app] = mattersFrom(app)
        }
        guard left > 0 else {
            cursor = .max
            return nil
        }
        noneBefore = .distantFuture
        for app in order.prefix(candidates) { noneBefore = min(noneBefore, from[app]) }
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {
        times.complete(fetch, at: now)
        schedule(fetch.app.index)
        from[fetch.app.index] = mattersFrom(fetch.app.index)
    }

    var heedsRadioFrom: Instant { noneBefore }

    /// All that ride are sent at once.
    var parallelFetches: Int { .max }

    mutating func nextWakeup(after now: Instant) -> Instant? {
        queue.first()?.due
    }

    /// A failed attempt counts as a turn: the next one comes no sooner than after a success.
    private func freshest(_ app: Int) -> Instant {
        max(times[app].lastSync, times[app].lastAttempt)
    }

    /// No occasion before then does anything about the app.
    private func mattersFrom(_ app: Int) -> Instant {
        // The end of an interval matters a hundredth of the age before it comes.
        max(freshest(app) + age, times.allowedFrom(app)) - TimeSpan(milliseconds: age.milliseconds / 100)
    }

    private var candidates: Int { apps.map { min($0, launched) } ?? order.count }

    private mutating func beginOccasion() {
        cursor = 0
        left = per
    }

    private mutating func begin(_ app: Int) -> AppID {
        left -= 1
        queue.set(app, due: .distantFuture)  // scheduled again at the end of the fetch
        return times.begin(app)
    }

    private mutating func moveToFront(_ app: Int) {
        guard let place = order.firstIndex(of: app) else { return }
        if place >= launched { launched += 1 }
        order.remove(at: place)
        order.insert(app, at: 0)
        noneBefore = .distantPast
    }

    private mutating func firstDue(by now: Instant) -> (app: Int, due: Instant)? {
        while let (app, due) = queue.first() {
            let isCandidate = apps == nil || order.prefix(candidates).contains(app)
            if due > now || isCandidate { return (app, due) }
            queue.set(app, due: .distantFuture)  // scheduled again at its next launch
        }
        return nil
    }

    private mutating func schedule(_ app: Int) {
        guard let wakeAge, !times[app].isUnderWay else { return }
        let allowed = times.allowedFrom(app)
        queue.set(app, due: allowed == .distantFuture ? allowed : max(freshest(app) + wakeAge, allowed))
    }
}
