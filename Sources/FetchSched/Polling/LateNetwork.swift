/// Whether the network is there when a host goes on after a pause, as a laptop that wakes.
///
/// Sources that failed are due first at a wake. Where the first request after a pause failed and a later one was answered, they
/// wait at the next wake until a source in order has answered, or for a minute. Else they would fail at each wake, for ever.
struct LateNetwork: Sendable, SnapshotCoded {
    private var isLate = false
    /// Whether no request has ended since the pause, and whether those that did have failed.
    private var isUnknown = false
    private var hasFailed = false
    private var lastQuestion = FetchTime.distantPast
    /// Until when sources that failed wait.
    private(set) var unproven = FetchTime.distantPast

    private static let pause = TimeSpan.minutes(2)
    private static let wait = TimeSpan.minutes(1)

    /// The host asks what to do.
    mutating func resume(at now: FetchTime) {
        defer { lastQuestion = now }
        guard now - lastQuestion > Self.pause else { return }
        (isUnknown, hasFailed) = (true, false)
        if isLate { unproven = now + Self.wait }
    }

    /// A request has ended, with an answer or without one.
    mutating func learn(isAnswered: Bool) {
        if isAnswered {
            if isUnknown || hasFailed { isLate = hasFailed }
            (hasFailed, unproven) = (false, .distantPast)
        } else if isUnknown {
            hasFailed = true
        }
        isUnknown = false
    }

    mutating func clockWentBack(from before: FetchTime, to now: FetchTime) {
        lastQuestion = min(lastQuestion, now)
        unproven = unproven.setBack(from: before, to: now)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&isLate, &isUnknown, &hasFailed)
        try coder.code(&lastQuestion, &unproven)
    }
}
