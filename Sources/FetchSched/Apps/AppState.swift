/// The scheduler's record of an app, also of one without any event: 20 bytes.
struct AppBasics: Hashable, Sendable, SnapshotCoded {
    var lastSync: FetchTime
    var interval: FetchInterval
    /// Whether the host says that the source announces every change; see ``Scheduler/setAnnouncesContent(_:of:)``.
    var announces = false
    var refreshAllowed = true
    /// The user quit the app and has not opened it since.
    var quit = false

    init(interval: FetchInterval, lastSync: FetchTime) {
        self.lastSync = lastSync
        self.interval = interval
    }

    /// The record of a place that has no app: it is never fetched.
    static var vacant: AppBasics { AppBasics(interval: .never, lastSync: .distantPast) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&interval, &lastSync)
        var switches: UInt8 = (announces ? 1 : 0) | (refreshAllowed ? 2 : 0) | (quit ? 4 : 0)
        try coder.code(&switches)
        try coder.check(switches < 8)
        (announces, refreshAllowed, quit) = (switches & 1 != 0, switches & 2 != 0, switches & 4 != 0)
    }
}

/// The state of an app with at least one event, except the forecast of its launches.
struct AppState: Hashable, Sendable, SnapshotCoded {
    var backoffUntil = FetchTime.distantPast
    /// When the app has settled after its registration; use ``AppTable/settledFrom(of:)``, which covers all apps.
    var settledFrom = FetchTime.distantPast
    /// The last look at the source: the end of a fetch, or when the app loaded in the foreground.
    var lastLook = FetchTime.distantPast
    var server = ServerWish()
    /// Looks in a row, fetches and launches, that found nothing new.
    var silentLooks: Int32 = 0
    var fetch: FetchRun?
    /// The app has a process, so that a fetch needs no cold start.
    var hasProcess = false
    /// Fetches that ran past the limit, less those that were forgiven; at most 6.
    var strikes: UInt8 = 0
    var everNew = EverNew()
    /// Failures since the last success; at most 1000.
    var failures: Int32 = 0
    /// A fetch of the app was under way when the host's process ended, and none has ended since.
    var isInterrupted = false
    /// Since its last success it was excused once: the network was down, or is another.
    var isExcused = false
    /// Share of its fetches that succeed; failures in a row count as one.
    private(set) var success: Float = 1
    /// When the first of those failures was.
    var failingSince = FetchTime.distantPast
    var content: ContentBelief
    var contentBias = ContentCalibration.Bias()
    var hours = SourceHours()
    /// The newest change that the host dated.
    var datedChange = FetchTime.distantPast
    var costs = FetchCosts()
    var score = AppScore()
    /// Bytes that the last successful fetch loaded, until a launch used them.
    var prefetchedBytes: Float = 0
    var lastFetch = FetchTime.distantPast
    var lastLaunch = FetchTime.distantPast
    /// When the source announced a change that has not been fetched.
    var announced = FetchTime.distantPast
    var announcements = Announcements()

    /// Whether a push or a hint has announced something since the last sync, not only the date of a change.
    var isAnnounced: Bool { announced.known != nil && announced != datedChange }

    mutating func learnSuccess() {
        if failures > 0 { success -= Self.newWeight * success }
        success += Self.newWeight * (1 - success)
    }

    /// Weight of one fetch in the share that succeeds.
    private static var newWeight: Float { 1 / 16 }

    init(_ configuration: FetchConfiguration) { content = ContentBelief(configuration.content) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&announced, &announcements, &lastLook, &fetch)
        try coder.code(&content, &contentBias, &hours, &datedChange)
        try coder.code(&costs, &score, &lastFetch, &lastLaunch)
        try coder.code(&prefetchedBytes, &silentLooks, &everNew)
        try coder.code(&failures, in: 0...1000)
        try coder.code(&isExcused, &success, &isInterrupted)
        try coder.check(success >= 0 && success <= 1)
        try coder.code(&failingSince, &strikes)
        try coder.check(strikes <= 6)
        try coder.code(&backoffUntil, &server, &settledFrom, &hasProcess)
    }
}

struct FetchRun: Hashable, Sendable, SnapshotElement {
    var since = FetchTime.epoch
    var expectedJoules: Float = 0
    /// The probability that it promises to make a launch fresh if it finds something; 0 for one that the host forced.
    var promise: Float = 0
    /// How long it waited for its turn on the radio, see ``RadioState/waitSeconds(at:_:)``, in seconds.
    var waitSeconds: Float = 0

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&since)
        try coder.code(any: &expectedJoules)
        try coder.code(&promise, in: 0...1)
        try coder.code(any: &waitSeconds)
    }
}

/// The numbers of apps: how many apps each place had before the present one, and which places are free.
///
/// The lowest free place is given first. A place whose generations are used up, after 2^32 apps, is never given again:
/// so a number that was an app's is never another's. It takes no memory until an app is removed.
struct AppNumbers: Sendable {
    /// By place, how often an app went or came after the first: odd where the place is free; 0 beyond the end.
    private var changes: [UInt64] = []
    /// No place before this one is free.
    private var firstFree = 0
    private(set) var vacancies = 0

    /// Whether an app has that number, if there is a place for it.
    func has(_ app: AppID) -> Bool { self.app(at: app.index) == app && !isVacant(app.index) }

    /// The number of the app at that place, or of the next one there.
    func app(at place: Int) -> AppID {
        let changes = place < changes.count ? changes[place] : 0
        return AppID(index: place, generation: UInt32(clamping: (changes + 1) / 2))
    }

    func isVacant(_ place: Int) -> Bool { place < changes.count && changes[place] % 2 == 1 }

    var vacant: some Sequence<Int> { changes.indices.lazy.filter { isVacant($0) } }

    mutating func release(_ place: Int) {
        changes.grow(to: place + 1, with: 0, part: 4)
        changes[place] += 1
        vacancies += 1
        firstFree = min(firstFree, place)
    }

    /// A number for a new app at the lowest free place; nil if there is none.
    mutating func takeFree() -> AppID? {
        guard vacancies > 0 else { return nil }
        while firstFree < changes.count, !isVacant(firstFree) || app(at: firstFree).generation == .max {
            firstFree += 1
        }
        guard firstFree < changes.count else { return nil }
        changes[firstFree] += 1
        vacancies -= 1
        return app(at: firstFree)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, below places: Int) throws(Coder.Failure) {
        try coder.code(&changes)
        try coder.check(changes.count <= places && changes.allSatisfy { $0 < 2 * UInt64(UInt32.max) })
        vacancies = changes.count { $0 % 2 == 1 }
    }
}

/// Server-imposed delays of an app: a moment to wait for, and an interval.
struct ServerWish: Hashable, Sendable, SnapshotCoded {
    var floor = FetchTime.distantPast
    /// Not more often, if it is above zero; at most ``Scheduler/longestServerWait``.
    var interval = TimeSpan.zero
    /// Whether the moment was reported during a fetch, to whose answer it belongs.
    var isOfAnswer = false
    /// Whether that answer refused a request that came too soon after another to the server.
    var isTooSoon = false

    /// Ends an earlier server-imposed wait, as the server answered as usual.
    mutating func endWait() {
        guard floor > .distantPast else { return }
        if !isOfAnswer { floor = .distantPast }
        endAnswer()
    }

    /// The answer to which the wait belongs is dealt with.
    mutating func endAnswer() { (isOfAnswer, isTooSoon) = (false, false) }

    /// First time at which the server permits a request: a lower bound for all decisions of the scheduler.
    func allows(after end: FetchTime) -> FetchTime { interval > .zero ? max(floor, end + interval) : floor }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&floor, &isOfAnswer, &isTooSoon, &interval)
        try coder.check(interval >= .zero && interval <= Scheduler.longestServerWait)
    }
}
