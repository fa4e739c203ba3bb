/// The engine with the scheduler, as hosts embed it.
extension BackgroundEngine where Fetches == Scheduler {
    /// Makes an engine without apps, with a configuration that makes sense.
    ///
    /// - Parameters:
    ///   - configuration: what can be set.
    ///   - seed: where its jitter comes from; the same seed gives the same decisions.
    /// - Throws: what ``Configuration/validate()`` finds: the first field that is out of its range.
    public init(validating configuration: Configuration, seed: UInt64 = 0) throws(ConfigurationError) {
        try configuration.validate()
        self.init(configuration: configuration, seed: seed)
    }

    /// Makes an engine without apps, whatever the configuration says: a number that makes no sense does no harm, but no
    /// good either. ``init(validating:seed:)`` finds it.
    ///
    /// - Parameters:
    ///   - configuration: what can be set.
    ///   - seed: where its jitter comes from; the same seed gives the same decisions.
    public init(configuration: Configuration = Configuration(), seed: UInt64 = 0) {
        self.init(fetches: Scheduler(configuration: configuration, seed: seed), configuration: configuration)
    }

    /// Adds an app. Its content counts as up to date at `now`.
    public mutating func register(_ interval: FetchInterval = .never, at now: Instant) -> AppID {
        let app = decider.register(interval, at: now)
        work.forget(app)
        fetchesChanged()
        return app
    }

    /// Removes an app: it was uninstalled, or nobody wants its content any more. Everything that is kept of it is freed:
    /// what was learned of it alone, its held pushes, its regions, its tasks, its transfers.
    ///
    /// What the host does for it ends with the next actions: a ``BackgroundAction/stopFetch(_:)`` if a fetch of it is under
    /// way, and a ``BackgroundAction/giveUpTransfer(_:)`` for each of its transfers that is. All other transfers and all
    /// tasks of it have ended, and nothing is asked for it any more. Its number is that of an unknown app from now on, for
    /// good: the end of its fetch is `unknownApp`, that of a transfer `alreadyEnded`. See ``Scheduler/remove(_:at:)``.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: that of ``Scheduler/remove(_:at:)``, and O(log n) for each task, region and transfer of the app.
    public mutating func remove(_ app: AppID, at now: Instant) throws(SchedulerError) {
        guard hasApp(app) else { throw .unknownApp(app) }
        endSilentUse(at: now)
        work.remove(app, at: now)
        try decider.remove(app, at: now)
        fetchesChanged()
    }

    /// Changes an app's interval.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setInterval(
        _ interval: FetchInterval, of app: AppID, at now: Instant
    ) throws(SchedulerError) {
        try decider.setInterval(interval, of: app, at: now)
        fetchesChanged()
    }

    /// Tells whether the source of `app` announces all its changes; see ``Scheduler/setAnnouncesContent(_:of:)``.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setAnnouncesContent(_ announces: Bool, of app: AppID) throws(SchedulerError) {
        try decider.setAnnouncesContent(announces, of: app)
        fetchesChanged()
    }

    /// Reports how a fetch ended. Exactly once: a second report, or one for a fetch that is not under way, is an
    /// error and changes nothing.
    ///
    /// - Throws: as ``Scheduler/complete(_:_:bytes:joules:at:)``, and `notBelieved` for bytes below 0 and joules below 0
    ///   or infinite or NaN.
    public mutating func complete(
        _ app: AppID, _ outcome: FetchOutcome, bytes: Int64 = 0, joules: Double? = nil, at now: Instant
    ) throws(SchedulerError) {
        guard hasApp(app) else { throw .unknownApp(app) }
        if bytes < 0 { throw .notBelieved(app, .bytes(bytes)) }
        if let joules, !(joules >= 0 && joules < .infinity) { throw .notBelieved(app, .joules(joules)) }
        try decider.complete(app, outcome, bytes: bytes, joules: joules, at: now)
        fetchEnded(app, outcome, at: now)
    }

    /// Starts a fetch of the app at once, to debug it. What no fetch may pass over stands; see ``Scheduler/Request``.
    ///
    /// - Throws: `vetoed` with what forbids it, `unknownApp`.
    public mutating func forceFetch(of app: AppID, at now: Instant) throws(SchedulerError) {
        expireFetches(at: now)
        try decider.start(app, for: .debugging, at: now)
        work.noteStart(of: app, apps: decider, at: now)
    }
}
