/// What the scheduler keeps of one app beside the forecast.
struct AppState: Sendable {
    var interval: FetchInterval
    /// Whether the source announces every change; see ``Scheduler/setAnnouncesContent(_:of:)``.
    var announces = false
    /// When the source announced a change that has not been fetched.
    var announced: Instant?
    /// When the copy was last known to be up to date.
    var lastSync: Instant
    /// End of the last fetch or use; nil before the first.
    var lastEnd: Instant?
    /// When the fetch under way was started.
    var fetchStart: Instant?
    var content: ContentBelief
    var costs = FetchCosts()
    /// End of the last fetch; nil before the first.
    var lastFetch: Instant?
    /// Last launch; nil before the first.
    var lastLaunch: Instant?
    /// What the last fetch that found something loaded, until a launch used it.
    var prefetchedBytes: Float = 0
    /// Of the fetch under way: its expected cost, and how long the radio took to wake for it.
    var expectedJoules: Float = 0
    var promotionSeconds: Float = 0
    /// Looks in a row, fetches and launches, that found nothing new.
    var silentLooks = 0
    /// Failures since the last success.
    var failures = 0
    /// Fetches that ran past the limit, less those that were forgiven; at most 6.
    var strikes: UInt8 = 0
    /// A fetch ran past its limit and the host has not been told yet.
    var expired = false
    var backoffUntil = Instant.distantPast
    /// What the app's server asked for: not before that moment, and not more often.
    var serverFloor = Instant.distantPast
    var serverInterval = TimeSpan.zero
    /// When the app has settled after its registration.
    var settledFrom: Instant
    /// The user's background refresh switch for this app.
    var refreshAllowed = true
    /// The user quit the app and has not opened it since.
    var quit = false
    /// The app has a process, so that a fetch needs no cold start.
    var isRunning = false

    init(interval: FetchInterval, registered: Instant, _ configuration: Configuration) {
        self.interval = interval
        self.lastSync = registered
        self.content = ContentBelief(configuration.content)
        settledFrom = registered + max(.zero, configuration.settling)
    }

    /// The first moment at which the interval and the back-off allow a fetch; `distantFuture` if the app is
    /// not to be fetched at all.
    @inline(__always)
    var allowedFrom: Instant {
        guard refreshAllowed, !quit else { return .distantFuture }
        switch interval {
        case .never: return .distantFuture
        case .minimum: return max(settledFrom, backoffUntil, serverAllows)
        case .custom: return max(settledFrom, backoffUntil, serverAllows, intervalEnd ?? .distantPast)
        }
    }

    /// From when on the app's server wants to be asked again: a floor under all that the scheduler would do. Here it asks
    /// for an hour's wait (`w`), and then for half an hour between fetches (`i`):
    ///
    ///     min       0    30   60   90   120
    ///     server    w         i
    ///     push        p    p  p  p p  p  p
    ///     fetch               f    f     f
    ///
    @inline(__always)
    var serverAllows: Instant {
        guard serverInterval > .zero, let lastEnd else { return serverFloor }
        return max(serverFloor, lastEnd + serverInterval)
    }

    /// When the custom interval since the last fetch or use has passed; nil without one, or before the first.
    @inline(__always)
    var intervalEnd: Instant? {
        guard case .custom(let span) = interval else { return nil }
        return lastEnd.map { $0 + max(.zero, span) }
    }
}

extension [AppState] {
    /// Whether an app's interval and back-off allow a fetch at `moment`; not even at the end of time if never. Asked of
    /// the array, as a state is large and would be copied.
    func allowFetch(_ app: Int, at moment: Instant) -> Bool {
        guard self[app].refreshAllowed, !self[app].quit, self[app].settledFrom <= moment,
            self[app].backoffUntil <= moment, self[app].serverFloor <= moment
        else { return false }
        let lastEnd = self[app].lastEnd
        if self[app].serverInterval > .zero, let lastEnd, lastEnd + self[app].serverInterval > moment {
            return false
        }
        switch self[app].interval {
        case .never: return false
        case .minimum: break
        case .custom(let span):
            if let lastEnd, lastEnd + Swift.max(.zero, span) > moment { return false }
        }
        return moment != .distantFuture || self[app].allowedFrom != .distantFuture
    }
}

extension AppState: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&announces)
        try coder.code(&announced)
        try coder.code(&lastEnd)
        try coder.code(&fetchStart)
        try coder.code(&content)
        try coder.code(&costs)
        try coder.code(&lastFetch)
        try coder.code(&lastLaunch)
        try coder.code(&prefetchedBytes)
        try coder.code(any: &expectedJoules)
        try coder.code(any: &promotionSeconds)
        try coder.code(&silentLooks)
        try coder.code(&failures, in: 0...1000)
        try coder.code(&strikes)
        try coder.code(&expired)
        try coder.code(&backoffUntil)
        try coder.code(&serverFloor)
        try coder.code(&serverInterval)
        try coder.code(&settledFrom)
        try coder.code(&refreshAllowed)
        try coder.code(&quit)
        try coder.code(&isRunning)
        try coder.check(strikes <= 6)
    }
}
