/// What the scheduler keeps of an app of which it heard more than its registration, beside the forecast.
///
/// What is asked of every app at each free moment comes first.
///
/// - Complexity: 272 bytes.
struct AppState: Hashable, Sendable {
    var backoffUntil = Instant.distantPast
    /// When the app has settled after its registration; ask ``AppTable/settledFrom(of:)``, which knows of all apps.
    var settledFrom = Instant.distantPast
    /// End of the last fetch or use.
    var lastEnd = PastInstant()
    /// What the app's server asked for.
    var server = ServerWish()
    /// Looks in a row, fetches and launches, that found nothing new.
    var silentLooks: Int32 = 0
    var fetch = FetchState.idle
    /// The app has a process, so that a fetch needs no cold start.
    var hasProcess = false
    /// Fetches that ran past the limit, less those that were forgiven; at most 6.
    var strikes: UInt8 = 0
    /// Failures since the last success; at most 1000.
    var failures: Int16 = 0
    var content: ContentBelief
    var contentBias = ContentCalibration.Bias()
    var hours = SourceHours()
    var intervals = ChangeIntervals()
    var costs = FetchCosts()
    var score = AppScore()
    /// What the last fetch that found something loaded, until a launch used it.
    var prefetchedBytes: Float = 0
    /// End of the last fetch.
    var lastFetch = PastInstant()
    var lastLaunch = PastInstant()
    /// When the source announced a change that has not been fetched.
    var announced = PastInstant()

    init(_ configuration: Configuration) {
        content = ContentBelief(configuration.content)
    }
}

/// What a snapshot has of it, in its order; ``AppTable/Entry`` adds the rest.
extension AppState {
    mutating func codeLearned<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&announced.moment)
        try coder.code(&lastEnd.moment)
        try fetch.codeStart(&coder)
        try coder.code(&content)
        try coder.code(&contentBias)
        try coder.code(&hours)
        try coder.code(&intervals)
        try coder.code(&costs)
        try coder.code(&score)
        try coder.code(&lastFetch.moment)
        try coder.code(&lastLaunch.moment)
        try coder.code(&prefetchedBytes)
        try fetch.codeExpectation(&coder)
        try coder.code(&silentLooks)
        var failed = Int(failures)
        try coder.code(&failed, in: 0...1000)
        failures = Int16(truncatingIfNeeded: failed)
        try coder.code(&strikes)
        try fetch.codeExpiry(&coder)
        try coder.code(&backoffUntil)
        try coder.code(&server.floor)
        var interval = server.interval
        try coder.code(&interval)
        try coder.check(interval >= .zero && interval <= Scheduler.longestServerWait)
        server.interval = interval
        try coder.code(&settledFrom)
    }
}
