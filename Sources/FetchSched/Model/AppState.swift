/// What the scheduler keeps of an app of which it heard more than its registration, beside the forecast.
///
/// What is asked of every app at each free moment comes first.
///
/// - Complexity: 152 bytes.
struct AppState: Hashable, Sendable {
    var backoffUntil = Instant.distantPast
    /// When the app has settled after its registration; ask ``AppTable/settledFrom(of:)``, which knows of all apps.
    var settledFrom = Instant.distantPast
    /// End of the last fetch or use.
    var lastEnd = PastInstant()
    /// When the fetch under way was started.
    var fetchStart = PastInstant()
    /// What the app's server asked for.
    var server = ServerWish()
    /// The app has a process, so that a fetch needs no cold start.
    var isRunning = false
    /// A fetch ran past its limit and the host has not been told yet.
    var expired = false
    /// Fetches that ran past the limit, less those that were forgiven; at most 6.
    var strikes: UInt8 = 0
    var content: ContentBelief
    var contentBias = ContentCalibration.Bias()
    /// Failures since the last success; at most 1000.
    var failures: Int16 = 0
    /// Looks in a row, fetches and launches, that found nothing new.
    var silentLooks: Int32 = 0
    var costs = FetchCosts()
    /// What the last fetch that found something loaded, until a launch used it.
    var prefetchedBytes: Float = 0
    /// Of the fetch under way: its expected cost, and how long the radio took to wake for it.
    var expectedJoules: Float = 0
    var promotionSeconds: Float = 0
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
        try coder.code(&fetchStart.moment)
        try coder.code(&content)
        try coder.code(&contentBias)
        try coder.code(&costs)
        try coder.code(&lastFetch.moment)
        try coder.code(&lastLaunch.moment)
        try coder.code(&prefetchedBytes)
        try coder.code(any: &expectedJoules)
        try coder.code(any: &promotionSeconds)
        try coder.code(&silentLooks)
        var failed = Int(failures)
        try coder.code(&failed, in: 0...1000)
        failures = Int16(truncatingIfNeeded: failed)
        try coder.code(&strikes)
        try coder.code(&expired)
        try coder.code(&backoffUntil)
        try coder.code(&server.floor)
        var interval = server.interval
        try coder.code(&interval)
        try coder.check(interval >= .zero && interval <= Scheduler.longestServerWait)
        server.interval = interval
        try coder.code(&settledFrom)
    }
}
