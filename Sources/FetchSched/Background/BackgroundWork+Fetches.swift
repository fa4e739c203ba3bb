/// Fetches, and what the services have to do with them.
extension BackgroundWork {
    /// An app wants to fetch what a push announced.
    @usableFromInline
    mutating func wish(_ app: AppID) {
        fetchesChanged()
        wishes.append(app)
    }

    /// The next app whose push asked for a fetch; it is not asked for again.
    @usableFromInline
    mutating func takeWish() -> AppID? {
        guard let app = wishes.popFirst() else { return nil }
        fetchTimerIsKnown = false
        return app
    }

    /// Whether it is worth asking what fetch is due: something happened, or its time has come.
    @usableFromInline
    mutating func asksForFetches(at now: Instant) -> Bool {
        if let timer = fetchTimer, timer <= now { fetchesMayBeDue = true }
        if fetchesMayBeDue { fetchTimerIsKnown = false }
        return fetchesMayBeDue
    }

    /// A fetch has started.
    @usableFromInline
    mutating func noteStart(of app: AppID, apps: some AppSwitches, at now: Instant) {
        notice(now)
        disturb()
        underWay.remove(app)
        // So that the fetch is stopped before its app is suspended.
        let allowance = max(.zero, configuration.fetchLimit) + .seconds(1)
        underWay.append(FetchUnderWay(app: app, allowedUntil: now + allowance))
        fetchTimerIsKnown = false
        wake(app, for: allowance, apps)
    }

    /// A fetch has ended.
    @usableFromInline
    mutating func fetchEnded(_ app: AppID, _ outcome: FetchOutcome, at now: Instant) {
        fetchDropped(app, at: now)
        if outcome == .newData { snapshots.append(app) }
    }

    /// Ends a fetch without a new picture of its app.
    mutating func fetchDropped(_ app: AppID, at now: Instant) {
        notice(now)
        disturb()
        // The time that its app was given for the fetch is over with it.
        if let fetch = underWay.remove(app) {
            tasks.endAllowance(app, until: fetch.allowedUntil, at: device.now)
        }
        device.radio.transferred(until: now)
        fetchesChanged()
    }

    /// A fetch ran past its limit: the host is to stop it.
    @usableFromInline
    mutating func fetchExpired(_ app: AppID, at now: Instant) {
        fetchEnded(app, .failed, at: now)
        stops.append(app)
    }

    /// No fetch is under way.
    mutating func forgetFetches() {
        disturb()
        underWay.removeAll()
        stops.removeAll()
        abandoned.removeAll()
        fetchesMayBeDue = true
        fetchTimerIsKnown = false
    }

    /// An app that leaves the foreground while it is being fetched runs on for that.
    mutating func enteredBackground(_ app: AppID, _ apps: some AppSwitches, at now: Instant) {
        tasks.enteredBackground(app, at: device.now)
        if let fetch = underWay[app] { wake(app, for: fetch.allowedUntil - now, apps) }
    }
}
