extension FetchEngine {
    /// Starts a fetch of the app at once, to debug it.
    ///
    /// - Throws: `unknownApp`; `vetoed` by the first of: no network, fetch under way, foreground, the user, `never`.
    public mutating func forceFetch(of app: AppID, at now: FetchTime) throws(EngineError) {
        try check(app)
        notice(now)
        expireFetches(at: now)
        try scheduler.force(app, at: now)
        noteStart(of: app, at: now)
    }

    /// Reports how a fetch ended, exactly once, and how many bytes it transferred, 0 or more.
    ///
    /// `joules` is the energy that it took beyond what the device would have spent anyway, if the host can measure it;
    /// it corrects the estimates for this app.
    ///
    /// - Throws: `unknownApp`; `outOfRange`; `noFetchUnderWay`, also after a first report or the end by its limit.
    /// - Complexity: O(fetches under way).
    public mutating func completeFetch(
        of app: AppID, with outcome: FetchOutcome, bytes: Int64 = 0, joules: Double? = nil, at now: FetchTime
    ) throws(EngineError) {
        try check(app)
        if bytes < 0 { throw .outOfRange(.bytes, Double(bytes)) }
        if let joules, !(joules >= 0 && joules < .infinity) { throw .outOfRange(.joules, joules) }
        // A host that is wrong about the fetch may be wrong about the time as well.
        guard scheduler.apps[app.index].fetch != nil else { throw .noFetchUnderWay(app) }
        notice(now)
        try scheduler.complete(app, outcome, bytes: bytes, joules: joules, at: now)
        noteEnd(of: app, outcome, at: now)
    }

    mutating func noteStart(of app: AppID, at now: FetchTime) {
        // So that the fetch is stopped before its app is suspended.
        let allowance = max(.zero, configuration.fetchLimit) + .seconds(1)
        underWay.append(FetchUnderWay(app: app, allowedUntil: now + allowance))
        wake(app, for: allowance)
    }

    mutating func noteEnd(of app: AppID, _ outcome: FetchOutcome, at now: FetchTime) {
        // The time that its app was given for the fetch is over with it.
        guard let fetch = takeUnderWay(app) else { return }
        tasks.endAllowance(app, until: fetch.allowedUntil, at: present)
        if outcome == .newData, !pending.contains(.refreshSnapshot(app)) {
            pending.append(.refreshSnapshot(app))
        }
    }

    mutating func expireFetches(at now: FetchTime) {
        while let app = scheduler.nextExpired(at: now) {
            noteEnd(of: app, .failed, at: now)
            if !pending.contains(.stopFetch(app)) { pending.append(.stopFetch(app)) }
        }
    }
}
