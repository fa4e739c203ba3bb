import FetchSched

extension PolicyFamily {
    static let chromeSync = PolicyFamily(
        "chrome-sync", "Chrome: intervals of 12 h or more, by engagement",
        source: "WICG Periodic Background Synchronization; Chromium, background_sync_parameters.cc and "
            + "background_sync_controller_impl.cc",
        [
            .seconds("gap", 43_200, "time between syncs of a site with high engagement"),
            PolicyParameter("lowPenalty", 2, in: 1...100, "factor of the gap at medium and low engagement"),
            PolicyParameter("minimalPenalty", 3, in: 1...100, "factor of the gap at minimal engagement"),
            .seconds("wakeupGap", 360, "time between wakeups of the browser"),
            .seconds("retry", 300, "wait after a failed sync, three times as long after the second"),
            PolicyParameter("attempts", 3, in: 1...100, "attempts at one sync"),
        ], sweep: periods
    ) {
        ChromeSyncPolicy($0.settings)
    }
}

/// Chromium's periodic background sync: each site's syncs are `gap` apart, or two or three times that for one that
/// the user engages with less; one without engagement is suspended until the next visit.
///
///     engagement   high     medium, low    minimal     none
///     gap          12 h     24 h           36 h        suspended
///
/// Wakeups of the browser are `wakeupGap` apart; each delivers all that is due. It knows nothing of radio activity.
/// A site's first sync is one gap after its registration. Offline, syncs wait for the network.
struct ChromeSyncPolicy: Policy {
    private struct Site {
        var engagement = SiteEngagement()
        var lastSync: FetchTime
        var attempts = 0.0
        var retryFactor = 1.0
        var retryAt: FetchTime?
    }

    private let settings: PolicySettings
    private var sites: [Site] = []
    private var times = AppTimes()
    private var clock = LocalClock()
    private var isOnline = true
    /// The wakeup under way, and those that it still has to serve.
    private var lastWakeup = FetchTime.distantPast
    private var pending: [Int] = []
    /// When the first site is due, nil until it is worked out again.
    private var firstDue: FetchTime?

    init(_ settings: PolicySettings) {
        self.settings = settings
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
        while sites.count <= app.index { sites.append(Site(lastSync: now)) }
        firstDue = nil
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        times.observe(observation, at: now)
        switch observation {
        case .launch(let app):
            sites[app.index].engagement.visited(at: now, clock)
            firstDue = nil
        case .endOfUse: firstDue = nil
        case .zone(let secondsEast): clock.secondsEast = secondsEast
        case .network(let network): isOnline = network != .none
        default: break
        }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        if pending.isEmpty, isOnline, now >= wakeupAllowed, due(at: now) <= now {
            pending = sites.indices.filter { due($0, at: now) <= now }.reversed()
            lastWakeup = now
            firstDue = nil
        }
        while let app = pending.popLast() {
            guard isOnline, times.mayFetch(app, at: now) else { continue }
            firstDue = nil
            return times.start(app)
        }
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        times.complete(fetch, at: now)
        firstDue = nil
        let app = fetch.app.index
        if !fetch.outcome.isSuccess, sites[app].attempts + 1 < settings["attempts"] {
            sites[app].attempts += 1
            sites[app].retryAt = now + .seconds(settings["retry"] * sites[app].retryFactor)
            sites[app].retryFactor *= 3
        } else {
            sites[app].attempts = 0
            sites[app].retryFactor = 1
            sites[app].retryAt = nil
            sites[app].lastSync = fetch.start
        }
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        isOnline ? max(due(at: now), wakeupAllowed) : nil
    }

    private var wakeupAllowed: FetchTime {
        lastWakeup == .distantPast ? .distantPast : lastWakeup + settings.span("wakeupGap")
    }

    private mutating func due(at now: FetchTime) -> FetchTime {
        if let firstDue { return firstDue }
        var first = FetchTime.distantFuture
        for app in sites.indices { first = min(first, due(app, at: now)) }
        firstDue = first
        return first
    }

    /// When the site may be synced next; never while it is suspended, in use, being synced, or may not be at all.
    private func due(_ app: Int, at now: FetchTime) -> FetchTime {
        guard !times[app].inForeground, !times[app].isUnderWay, times[app].interval != .never else {
            return .distantFuture
        }
        let penalty: Double
        switch sites[app].engagement.level(at: now) {
        case .none: return .distantFuture
        case .minimal: penalty = settings["minimalPenalty"]
        case .low, .medium: penalty = settings["lowPenalty"]
        case .high: penalty = 1
        }
        let turn = sites[app].retryAt ?? sites[app].lastSync + .seconds(settings["gap"] * penalty)
        return max(turn, times.allowedFrom(app))
    }
}
