/// Whether the network works, inferred from checks of sources: no event reports a captive portal or a dead resolver.
///
/// Sources that were in order and fail in sequence, without an answer between them, fail by the network. Those of one
/// server count once. Then one fetch at a time tries the network, after waits as long as it has been down, up to
/// ``longestWait``; after a day by a 24th of that. A try that comes late, as after sleep, starts again with the
/// shortest wait. The first answer, to a fetch or an opening, ends that, and excuses the sources that failed meanwhile.
/// Here three sources (`f`) and two tries fail, and one succeeds (`o`); then all due apps are fetched:
///
///     min       0    5    10   15   20   25   30   35   40   45
///     fetch     fff       f         f                   ooo
struct NetworkBelief: Sendable, SnapshotCoded {
    /// Number of sources in a row that started to fail, and the first two: apps, or groups as negative numbers.
    private var failed: Int32 = 0
    private var first: Int32 = -1
    private var second: Int32 = -1
    private var since = FetchTime.distantPast
    /// Since when it is believed to be down, if it is.
    private var downSince = FetchTime.distantPast
    private(set) var nextTry = FetchTime.distantPast
    private var kind = NetworkPath.none
    /// No try follows a failure sooner. On a device with a radio a try may cost a wakeup.
    let shortestWait: TimeSpan

    private static var enough: Int32 { 3 }
    private static var longestWait: TimeSpan { .minutes(32) }

    init(isAlwaysOn: Bool) { shortestWait = isAlwaysOn ? .seconds(15) : .minutes(10) }

    var isDown: Bool { failed >= Self.enough }

    /// Whether tries have failed for some time, and not only until a device woke or a network came late.
    func isTriedAgain(at now: FetchTime) -> Bool {
        isDown && now >= firstProof && now - nextTry <= .minutes(1)
    }

    /// When the next try is one of these, at the soonest.
    var firstProof: FetchTime { max(nextTry, downSince + TimeSpan(milliseconds: 60_001)) }

    /// Records the failure of a fetch that started at `start`, or of a look when the app was opened (nil).
    ///
    /// - Parameters:
    ///   - app: the source's app.
    ///   - group: the group of sources on its server, if it is in one.
    ///   - isFirst: whether the source was in order before.
    mutating func fail(
        _ app: Int, group: Int?, isFirst: Bool, start: FetchTime?, on network: NetworkPath, at now: FetchTime
    ) {
        if isDown, start == nil { return nextTry = max(nextTry, now + shortestWait) }
        kind = network
        guard !isDown else {
            if let start, start > nextTry + .minutes(1) { downSince = now }
            return wait(at: now)
        }
        let source = Int32(truncatingIfNeeded: group.map { -2 - $0 } ?? app)
        guard isFirst, failed == 0 || source != first, failed < 2 || source != second else { return }
        if failed == 0 { (since, first) = (now, source) } else { second = source }
        failed += 1
        guard isDown else { return }
        downSince = now
        wait(at: now)
    }

    private mutating func wait(at now: FetchTime) {
        let down = now - downSince
        let wait = min(max(shortestWait, down), Self.longestWait)
        nextTry = now + max(wait, TimeSpan(milliseconds: down.milliseconds / 24))
    }

    /// A look succeeded. Returns since when sources failed because the network was down; nil if it was not.
    mutating func succeed() -> FetchTime? {
        defer { (failed, nextTry) = (0, .distantPast) }
        return isDown ? since : nil
    }

    /// The device has a network again, and may try it at once. Returns whether it is another one.
    mutating func change(to network: NetworkPath) -> Bool {
        nextTry = .distantPast
        return network != kind
    }

    mutating func clockWentBack(from before: FetchTime, to now: FetchTime) {
        since = min(since, now)
        downSince = min(downSince, now)
        nextTry = nextTry.setBack(from: before, to: now)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&failed, &first, &second)
        try coder.code(&since, &downSince, &nextTry, &kind)
        try coder.check(failed >= 0 && failed <= Self.enough)
    }
}
