/// Fetches that somebody who debugs an app asks for.
extension Scheduler {
    /// Starts a fetch of `app` at once. It is under way until ``complete(_:_:bytes:joules:at:)`` or its limit, counts
    /// against the app's interval, and what it finds is learned from like any other's.
    ///
    /// Of what may forbid a fetch only that stands which no fetch can or may pass over: no network, a fetch under way, the
    /// foreground, and the user's word (quit, refresh switches) or the app's own (`never`).
    ///
    /// - Throws: `unknownApp`, or `vetoed` with the first reason.
    /// - Complexity: O(1).
    package mutating func force(_ app: AppID, at now: Instant) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        expireFetches(at: now)
        updateValue(at: now)
        var veto: Veto?
        visitVetoes(of: app.index, at: now) { if veto == nil, Self.stands($0) { veto = $0 } }
        if let veto { throw .vetoed(app, veto) }
        let value = fetchValue(app.index, opportunity(at: now))
        start(FetchDecision(app: app, moment: now, reason: .forced, value: value), at: now)
    }

    private static func stands(_ veto: Veto) -> Bool {
        switch veto.rule {
        case .intervalNotPassed, .spacingNotPassed, .settling, .backingOff, .serverAskedToWait, .lowPowerMode,
            .lowBattery, .budgetSpent, .networkFails:
            false
        default: true
        }
    }
}
