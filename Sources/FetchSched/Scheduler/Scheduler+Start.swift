/// Fetches that somebody else asks for.
extension Scheduler {
    /// Who asks for a fetch that the scheduler did not choose.
    package enum Request: Hashable, Sendable {
        /// A push that came for the app. It starts the fetch unless something forbids it; then it counts as a
        /// ``FetchEvent/contentHint(_:)``, so that the app is fetched when it may be.
        case push
        /// Somebody who debugs the app. Of what may forbid a fetch only that stands which no fetch can or may pass
        /// over: no network, a fetch under way, the foreground, and the user's word (quit, refresh switches) or the
        /// app's own (`never`).
        case debugging
    }

    /// Starts a fetch of `app` at once. It is under way until ``complete(_:_:bytes:joules:at:)`` or its limit, counts
    /// against the app's interval, and what it finds is learned from like any other's.
    ///
    /// With an interval of an hour, pushes that come within it start nothing:
    ///
    ///     min       0    30   60   90   120
    ///     push      p  p      p    p    p
    ///     fetch     f         f         f
    ///
    /// - Throws: `unknownApp`, or `vetoed` with the first reason.
    /// - Complexity: O(1).
    package mutating func start(_ app: AppID, for request: Request, at now: Instant) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        expireFetches(at: now)
        updateValue(at: now)
        if request == .push {
            content.learnHint(of: app.index, &apps, at: now, device.clock)
            plan = .unknown
        }
        var veto: Veto?
        visitVetoes(of: app.index, at: now) { if veto == nil, stands($0, against: request) { veto = $0 } }
        if let veto { throw .vetoed(app, veto) }
        let value = fetchValue(app.index, opportunity(at: now))
        let reason: FetchDecision.Reason = request == .push ? .push : .forced
        start(FetchDecision(app: app, moment: now, reason: reason, value: value), at: now)
    }

    /// Starts the fetch that a push asks for, unless something forbids it.
    ///
    /// - Returns: whether it is under way now.
    package mutating func startPushFetch(of app: AppID, at now: Instant) -> Bool {
        (try? start(app, for: .push, at: now)) != nil
    }

    private func stands(_ veto: Veto, against request: Request) -> Bool {
        switch (request, veto.rule) {
        // A push says what settling waits for: there is something to fetch.
        case (.push, .settling), (.push, .spacingNotPassed): false
        case (.debugging, .intervalNotPassed), (.debugging, .spacingNotPassed), (.debugging, .settling),
            (.debugging, .backingOff), (.debugging, .serverAskedToWait), (.debugging, .lowPowerMode),
            (.debugging, .lowBattery), (.debugging, .budgetSpent), (.debugging, .networkFails):
            false
        default: true
        }
    }
}
