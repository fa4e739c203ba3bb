/// What the host saw, and what the engine makes of it.
extension BackgroundEngine where Fetches == Scheduler {
    /// Learns what the host saw, if it can be so.
    ///
    /// - Returns: what the engine does not believe of it, or notices about it; nil as a rule. Worth a line in the host's
    ///   log: `if let doubt = engine.observe(.batteryLevel(15), at: now) { log("\(doubt)") }`.
    /// - Complexity: O(1), O(apps) if the clock was set back.
    @discardableResult
    public mutating func observe(_ observation: Observation, at now: Instant) -> Doubt? {
        if let doubt = doubt(about: observation) { return doubt }
        let latest = work.latest
        tell(observation, at: now)
        // Remembered times have been moved along then, and only then.
        return work.latest < latest ? .clockSetBack(by: latest - now) : nil
    }

    /// What cannot be so in the observation, whatever the time.
    private func doubt(about observation: Observation) -> Doubt? {
        switch observation {
        case .launch(let app), .endOfUse(let app), .contentHint(let app), .quit(let app),
            .processEnded(let app), .contentChanged(let app, _),
            .serverWait(let app, _), .refresh(let app?, _):
            unknown(app)
        case .foregroundSync(let app, _, let bytes): unknown(app) ?? (bytes < 0 ? .bytes(bytes) : nil)
        case .serverInterval(let app, let span): unknown(app) ?? (span < .zero ? .serverInterval(span) : nil)
        // Written so that NaN is out of range.
        case .batteryLevel(let level): level >= 0 && level <= 1 ? nil : .batteryLevel(level)
        case .zone(let seconds): (-86_400...86_400).contains(seconds) ? nil : .zone(secondsEast: seconds)
        case .radio, .network, .power, .lowPowerMode, .refresh(nil, _), .screen, .alarm: nil
        }
    }

    private func unknown(_ app: AppID) -> Doubt? { hasApp(app) ? nil : .unknownApp(app) }

    /// Learns that an app wants to fetch what a push announced. If it may, it is fetched as soon as the host asks for
    /// a fetch; if not, it counts as a ``Observation/contentHint(_:)`` and is fetched when it may be.
    ///
    /// - Returns: `unknownApp`; nil as a rule.
    @discardableResult
    public mutating func requestFetch(of app: AppID, at now: Instant) -> Doubt? {
        if let doubt = unknown(app) { return doubt }
        wish(app, at: now)
        return nil
    }
}

/// What the engine knows, to be asked.
extension BackgroundEngine where Fetches == Scheduler {
    /// How many apps are registered.
    public var appCount: Int { decider.appCount }

    /// The numbers of all apps, those at the first places first.
    ///
    /// - Complexity: O(apps).
    public var appIDs: [AppID] { decider.appIDs }

    /// Whether there is an app of that number: it was registered, and not removed.
    ///
    /// - Complexity: O(1).
    public func hasApp(_ app: AppID) -> Bool { decider.apps.contains(app) }

    /// How often the app allows its content to be fetched; nil for unknown apps.
    public func interval(of app: AppID) -> FetchInterval? {
        hasApp(app) ? decider.apps[basics: app.index].interval : nil
    }

    /// When the app's copy was last known to be up to date; nil for unknown apps.
    public func lastSync(of app: AppID) -> Instant? {
        hasApp(app) ? decider.apps[basics: app.index].lastSync : nil
    }

    /// When the fetch of the app was started that is under way; nil if there is none.
    public func fetchStart(of app: AppID) -> Instant? {
        hasApp(app) ? decider.apps[app.index].fetch.run?.since : nil
    }

    /// The apps whose fetch is under way, in the order of their starts.
    ///
    /// - Complexity: O(fetches under way).
    public var fetchesUnderWay: [AppID] { work.underWay.elements.map { $0.app } }

    /// The chance that `app` is launched within `span` from `now`; 0 for unknown apps. Changes no decision.
    ///
    /// - Complexity: O(hours of the span).
    public mutating func launchProbability(of app: AppID, within span: TimeSpan, at now: Instant) -> Double {
        decider.launchProbability(of: app, within: span, at: now)
    }

    /// Why `app` would be fetched at `now` or would not, and when it will be; see ``Scheduler/explain(_:at:)``.
    ///
    /// - Throws: `unknownApp`.
    public func explain(_ app: AppID, at now: Instant) throws(SchedulerError) -> Explanation {
        try decider.explain(app, at: now)
    }
}
