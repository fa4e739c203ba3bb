import FetchSched

extension PolicyFamily {
    static let everyByte = PolicyFamily(
        "every-byte", "fetches apps whose launch probability exceeds a threshold",
        source:
            "Baumann and Santini, \"Every Byte Counts: Selective Prefetching for Mobile Applications\" (IMWUT 2017)",
        [
            PolicyParameter("threshold", 0.3, in: 0.001...1, "least launch probability within the horizon"),
            .seconds("horizon", 3600, "longest time to that launch"),
            .seconds("step", 900, "time between checks of the probabilities"),
        ], sweep: [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01]
    ) {
        EveryBytePolicy($0.settings)
    }
}

/// Fetches an app when the probability that it is used within a horizon exceeds a threshold; of the content it
/// learns nothing, and a copy is good for one horizon.
///
/// The probability is 1 - exp(-expected launches), from the launch rate by hour of the local day, on weekdays and at
/// weekends, shrunk towards the app's overall rate with the weight of a day. (The paper compares several predictors;
/// this is the kind that a host without sensors can have.) It knows nothing of radio activity; looks are at the same
/// moments for all apps, so their fetches share wakeups. An app held back by its interval is looked at when that ends.
struct EveryBytePolicy: TimedPolicy {
    private struct App {
        var launches = [Double](repeating: 0, count: 48)
        var total = 0.0
    }

    private let threshold: Double
    private let horizon: TimeSpan
    private let step: TimeSpan
    var times = AppTimes()
    private var apps: [App] = []
    private var clock = LocalClock()
    /// Time seen in each hour of weekdays and of weekends, in seconds.
    private var seen = [Double](repeating: 0, count: 48)
    private var seenUntil: FetchTime?
    private var nextLook: FetchTime?
    private var batch: [Int] = []

    init(_ settings: PolicySettings) {
        threshold = settings["threshold"]
        horizon = settings.span("horizon")
        step = settings.span("step")
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
        while apps.count <= app.index { apps.append(App()) }
        if seenUntil == nil { seenUntil = now }
        if nextLook == nil { nextLook = now + step }
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        times.observe(observation, at: now)
        switch observation {
        case .launch(let app):
            apps[app.index].launches[slot(now)] += 1
            apps[app.index].total += 1
        case .zone(let secondsEast):
            pass(until: now)
            clock.secondsEast = secondsEast
        default: break
        }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        if let look = nextLook, look <= now {
            pass(until: now)
            nextLook = look.next(every: step, after: now)
            batch = apps.indices.reversed().filter { wants($0, at: now) }
        }
        return times.takeLast(of: &batch, at: now)
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { nextLook }

    private mutating func wants(_ app: Int, at now: FetchTime) -> Bool {
        guard times[app].interval != .never, apps[app].total > 0 else { return false }
        // A tenth of a step early counts as on time: a horizon of whole steps would else last a step longer.
        let lastTurn = max(times[app].lastSync, times[app].lastAttempt)
        guard (now - lastTurn) + TimeSpan(milliseconds: step.milliseconds / 10) >= horizon else {
            return false
        }
        guard probability(of: app, at: now) > threshold else { return false }
        let allowed = times.allowedFrom(app)
        // Held back for a moment only: look again when the interval ends.
        if allowed > now, let look = nextLook, allowed < look { nextLook = allowed }
        return allowed <= now
    }

    /// The probability that the app is launched within the horizon.
    func probability(of app: Int, at now: FetchTime) -> Double {
        let days = seen.reduce(0, +) / 86_400
        let overall = apps[app].total / max(days, 1) / 86_400
        var expected = 0.0
        var time = now
        let end = now + horizon
        let most = 24 * 14  // beyond two weeks of hours, a use is as certain as it will ever be
        var hours = 0
        while time < end, hours < most {
            hours += 1
            let hour = TimeSpan.hours(1)
            let rest = TimeSpan(milliseconds: hour.milliseconds - clock.timeOfDay(time) % hour.milliseconds)
            let next = min(end, time + rest)
            let index = slot(time)
            // An hour of a day's weight: the same hour, once.
            let rate = (apps[app].launches[index] + overall * 3600) / (seen[index] + 3600)
            expected += rate * (next - time).seconds
            time = next
        }
        return 1 - PortableMath.exp(-expected)
    }

    private func slot(_ time: FetchTime) -> Int { clock.hour(time) + (clock.isWeekend(time) ? 24 : 0) }

    /// Books the time that has passed to the hours in which it did.
    private mutating func pass(until now: FetchTime) {
        guard var time = seenUntil else { return }
        while time < now {
            let hour = TimeSpan.hours(1)
            let rest = TimeSpan(milliseconds: hour.milliseconds - clock.timeOfDay(time) % hour.milliseconds)
            let next = min(now, time + rest)
            seen[slot(time)] += (next - time).seconds
            time = next
        }
        seenUntil = max(now, time)
    }
}
