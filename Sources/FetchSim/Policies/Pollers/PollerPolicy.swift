import FetchSched

/// When one source is to be looked at again, given what the looks at it found. Learns content, not use.
package protocol PollSchedule: Sendable {
    /// Starts with a source that is known from `now` on.
    init(_ settings: PolicySettings, from now: FetchTime)
    /// Learns of a look, and of when it was.
    mutating func polled(_ outcome: FetchOutcome, at time: FetchTime)
    var due: FetchTime { get }
}

/// Polls each app when its schedule says so, as feed readers and crawlers do.
///
///     schedule of A   F.........F....F....F
///     tick            |    |    |    |    |      (if there is one, looks wait for the nearest tick)
///
/// Pollers know sources, no users: a launch's foreground sync is to them a look like any other, as a manual refresh
/// is to a feed reader, and the conditions of a device (network, battery, radio activity) mean nothing to them. An
/// app in the foreground, or one that its interval holds back, is looked at as soon as that ends.
///
/// With a tick, looks that are due near the same tick share a wakeup. They are moved to the nearest tick, before or
/// after: one that waited for the next would turn a period of one tick into two. There is one look a tick at the most.
struct PollerPolicy<Schedule: PollSchedule>: TimedPolicy {
    private let settings: PolicySettings
    /// Zero for none.
    private let tick: TimeSpan
    private var schedules: [Schedule] = []
    private var lastLooks: [FetchTime] = []
    var times = AppTimes()
    private var queue = DueQueue()

    init(_ settings: PolicySettings) {
        self.settings = settings
        tick = settings.span("tick")
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
        while schedules.count <= app.index {
            schedules.append(Schedule(settings, from: now))
            lastLooks.append(now)
        }
        schedule(app.index)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        times.observe(observation, at: now)
        switch observation {
        case .foregroundSync(let app, let outcome, _):
            looked(app.index, outcome, at: now)
        case .endOfUse(let app): schedule(app.index)
        default: break
        }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        queue.takeAllowed(&times, at: now)
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        times.complete(fetch, at: now)
        looked(fetch.app.index, fetch.outcome, at: fetch.start)
    }

    /// A fetch that was under way at a launch ends after the launch's look, and tells nothing more.
    private mutating func looked(_ app: Int, _ outcome: FetchOutcome, at time: FetchTime) {
        if time >= lastLooks[app] {
            lastLooks[app] = time
            schedules[app].polled(outcome, at: time)
        }
        schedule(app)
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        queue.first()?.due
    }

    private mutating func schedule(_ app: Int) {
        let allowed = times.allowedFrom(app)
        queue.set(app, due: allowed == .distantFuture ? allowed : max(turn(of: app), allowed))
    }

    /// When the schedule's next look is due, moved to the nearest tick that is half a tick after the last one at least.
    private func turn(of app: Int) -> FetchTime {
        let due = schedules[app].due
        guard tick > .zero, due != .distantFuture else { return due }
        let half = TimeSpan(milliseconds: tick.milliseconds / 2)
        let earliest = max(due - half, lastLooks[app] + half)
        var ticks = earliest.milliseconds / tick.milliseconds
        if earliest > .epoch + tick * ticks { ticks += 1 }
        return .epoch + tick * ticks
    }
}

/// When the newest changes were found, as far back as is of use: what schedules by mean gap keep of a source.
struct FoundChanges: Sendable {
    private let most: Int
    private(set) var times: [FetchTime] = []

    init(most: Int) { self.most = most }

    mutating func add(_ time: FetchTime) {
        times.append(time)
        if times.count > most { times.removeFirst() }
    }

    /// Mean time between the changes found since `start`; nil if there are less than two.
    func meanGap(since start: FetchTime = .distantPast) -> TimeSpan? {
        let recent = times.drop { $0 < start }
        guard let first = recent.first, let last = recent.last, recent.count > 1 else { return nil }
        return TimeSpan(milliseconds: (last - first).milliseconds / Int64(recent.count - 1))
    }
}
