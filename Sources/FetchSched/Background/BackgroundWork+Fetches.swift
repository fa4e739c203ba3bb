/// Fetches, and what the services have to do with them.
extension BackgroundWork {
    /// An app wants to fetch what a push announced.
    @usableFromInline
    mutating func wish(_ app: AppID) {
        fetchesChanged()
        if !wishes.contains(app) { wishes.append(app) }
    }

    /// The next app whose push asked for a fetch; it is not asked for again.
    @usableFromInline
    mutating func takeWish() -> AppID? {
        guard !wishes.isEmpty else { return nil }
        fetchTimerIsKnown = false
        return wishes.removeFirst()
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
    mutating func noteStart(of app: AppID, at now: Instant) {
        notice(now)
        disturb()
        underWay.removeAll { $0.app == app }
        // So that the fetch is stopped before its app is suspended.
        let allowance = max(.zero, configuration.fetchLimit) + .seconds(1)
        underWay.append(FetchUnderWay(app: app, allowedUntil: now + allowance))
        fetchTimerIsKnown = false
        tasks.wake(app, for: allowance, at: now)
    }

    /// A fetch has ended.
    @usableFromInline
    mutating func fetchEnded(_ app: AppID, _ outcome: FetchOutcome, at now: Instant) {
        notice(now)
        disturb()
        if let place = underWay.firstIndex(where: { $0.app == app }) {
            // The time that it was given for the fetch is over with it.
            tasks.endAllowance(app, until: underWay[place].allowedUntil, at: now)
            underWay.remove(at: place)
        }
        device.radio.transferred(until: now)
        fetchesChanged()
        if outcome == .newData, !snapshots.contains(app) { snapshots.append(app) }
    }

    /// A fetch ran past its limit: the host is to stop it.
    @usableFromInline
    mutating func fetchExpired(_ app: AppID, at now: Instant) {
        fetchEnded(app, .failed, at: now)
        askToStop(app)
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
    mutating func enteredBackground(_ app: AppID, at now: Instant) {
        tasks.enteredBackground(app, at: now)
        for fetch in underWay where fetch.app == app {
            tasks.wake(app, for: fetch.allowedUntil - now, at: now)
        }
    }
}
