/// Whether the network is there when a host goes on after a pause, as a laptop that wakes.
///
/// Where the first request after a pause failed and a later one was answered, only one request at a time follows the
/// next pause, until an answer or for a minute. Failed sources wait as long: due first, they would fail at each wake.
struct LateNetwork: Sendable, SnapshotCoded {
    private var isLate = false
    /// Whether no request has ended since the pause, and whether those that did have failed.
    private var isUnknown = false
    private var hasFailed = false
    private var lastQuestion = FetchTime.distantPast
    private var resumed = FetchTime.distantPast
    /// Until when sources that failed wait.
    private(set) var unproven = FetchTime.distantPast

    private static let pause = TimeSpan.minutes(2)
    private static let wait = TimeSpan.minutes(1)

    /// Handles a query of the host, which by the state before it was due at `due`.
    mutating func resume(at now: FetchTime, due: FetchTime) {
        let expected = max(lastQuestion, due)
        lastQuestion = now
        guard now - expected > Self.pause else { return }
        (isUnknown, hasFailed, resumed) = (true, false, now)
        if isLate { unproven = now + Self.wait }
    }

    /// Learns that a request ended. An answer after a long wait does not show that the network was there.
    mutating func learn(isAnswered: Bool, at now: FetchTime) {
        if isAnswered {
            if hasFailed || isUnknown && now - resumed < Self.wait { isLate = hasFailed }
            (hasFailed, unproven) = (false, .distantPast)
        } else if isUnknown {
            hasFailed = true
        }
        isUnknown = false
    }

    mutating func clockWentBack(from before: FetchTime, to now: FetchTime) {
        (lastQuestion, resumed) = (min(lastQuestion, now), min(resumed, now))
        unproven = unproven.setBack(from: before, to: now)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&isLate, &isUnknown, &hasFailed)
        try coder.code(&lastQuestion, &resumed, &unproven)
    }
}
