import FetchSched

extension PolicyFamily {
    static let piggyback = PolicyFamily(
        "piggyback", "fetches all old apps at any radio activity; wakes the radio at twice the age",
        [.seconds("age", 1800, "age from which a copy is fetched")], sweep: periods
    ) {
        PiggybackPolicy(age: $0.settings.span("age"))
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
struct PiggybackPolicy: Policy {
    private let age: TimeSpan
    private var times = AppTimes()
    private var queue = DueQueue()
    /// The next app to look at on the occasion under way; beyond the last one there is none.
    private var cursor = Int.max
    /// Before then, no opportunity has an effect on the app. Any event of an app makes that time later, except a new
    /// interval; so a stored time may be too early, and is renewed when it comes.
    private var from: [FetchTime] = []
    /// The earliest of these over all apps: most opportunities need not look at any.
    private var noneBefore = FetchTime.distantPast

    init(age: TimeSpan) { self.age = age }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
        schedule(app.index)
        while from.count <= app.index { from.append(.distantPast) }
        from[app.index] = .distantPast
        noneBefore = .distantPast
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        times.observe(observation, at: now)
        switch observation {
        case .radio: cursor = 0
        case .launch(let app), .endOfUse(let app): schedule(app.index)
        default: break
        }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        if let (app, due) = queue.first(), due <= now {
            if times[app].inForeground {
                queue.set(app, due: .distantFuture)  // scheduled again at the end of use
            } else {
                cursor = 0
            }
        }
        guard cursor < from.count else { return nil }
        guard now >= noneBefore else {
            cursor = .max
            return nil
        }
        while cursor < from.count {
            let app = cursor
            cursor += 1
            guard from[app] <= now else { continue }
            let isOld = now - freshest(app) >= age
            if isOld, times.mayFetch(app, at: now) {
                queue.set(app, due: .distantFuture)  // scheduled again at the end of the fetch
                return times.start(app)
            }
            let allowed = times.allowedFrom(app)
            if allowed > now, (allowed - now) * 100 <= age, allowed >= freshest(app) + age,
                !times[app].inForeground
            {
                queue.set(app, due: allowed)
            }
            from[app] = mattersFrom(app)
        }
        noneBefore = from.min() ?? .distantFuture
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        times.complete(fetch, at: now)
        schedule(fetch.app.index)
        from[fetch.app.index] = mattersFrom(fetch.app.index)
    }

    var usesRadioFrom: FetchTime { noneBefore }

    /// All that ride are sent at once.
    var parallelFetches: Int { .max }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        queue.first()?.due
    }

    /// A failed attempt counts as a turn: the next one comes no sooner than after a success.
    private func freshest(_ app: Int) -> FetchTime {
        max(times[app].lastSync, times[app].lastAttempt)
    }

    /// No occasion before then does anything about the app.
    private func mattersFrom(_ app: Int) -> FetchTime {
        // The end of an interval matters a hundredth of the age before it comes.
        max(freshest(app) + age, times.allowedFrom(app)) - TimeSpan(milliseconds: age.milliseconds / 100)
    }

    private mutating func schedule(_ app: Int) {
        guard !times[app].isUnderWay else { return }
        let allowed = times.allowedFrom(app)
        queue.set(app, due: allowed == .distantFuture ? allowed : max(freshest(app) + age * 2, allowed))
    }
}
