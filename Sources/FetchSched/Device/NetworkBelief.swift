/// Whether the network works, by how looks at sources end: nobody tells of a captive portal or a resolver that is down.
///
/// Sources that were in order and fail one after the other, without a success between them, fail by the network. Then it is
/// tried by one fetch at a time, after waits as long as it has been down, up to ``longestWait``; after a day by a 24th of
/// that. The first success, by a fetch or an opening, ends that, and the sources that began to fail meanwhile are as they
/// were. Here three sources fail (`f`), two tries do, and one succeeds (`o`), after which all that is due is fetched:
///
///     min       0    5    10   15   20   25   30   35   40   45
///     fetch     fff       f         f                   ooo
struct NetworkBelief: Sendable, SnapshotCoded {
    /// How many sources in a row began to fail; the last of them, -1 for none.
    private var failed: Int32 = 0
    private var last: Int32 = -1
    private var since = Instant.distantPast
    /// Since when it is believed to be down, if it is.
    private var downSince = Instant.distantPast
    private(set) var nextTry = Instant.distantPast
    private var kind = NetworkPath.none

    private static var enough: Int32 { 3 }
    /// No try follows a failure sooner.
    private static var shortestWait: TimeSpan { .minutes(10) }
    private static var longestWait: TimeSpan { .minutes(32) }

    @inline(__always)
    var isDown: Bool { failed >= Self.enough }

    /// A fetch, or a look when the app was opened, failed at a source that was in order before if `isFirst`.
    mutating func fail(
        _ app: Int, isFirst: Bool, isOpening: Bool = false, on network: NetworkPath, at now: Instant
    ) {
        if isDown, isOpening { return nextTry = max(nextTry, now + Self.shortestWait) }
        kind = network
        guard !isDown else { return wait(at: now) }
        let app = Int32(truncatingIfNeeded: app)
        guard isFirst, app != last else { return }
        if failed == 0 { since = now }
        last = app
        failed += 1
        guard isDown else { return }
        downSince = now
        wait(at: now)
    }

    private mutating func wait(at now: Instant) {
        let down = now - downSince
        let wait = min(max(Self.shortestWait, down), Self.longestWait)
        nextTry = now + max(wait, TimeSpan(milliseconds: down.milliseconds / 24))
    }

    /// A look succeeded. Returns since when sources failed because the network was down; nil if it was not.
    mutating func succeed() -> Instant? {
        defer { self = NetworkBelief() }
        return isDown ? since : nil
    }

    /// The device has a network again, and may try it at once. Returns whether it is another one.
    mutating func change(to network: NetworkPath) -> Bool {
        nextTry = .distantPast
        return network != kind
    }

    mutating func clockWentBack(to now: Instant) {
        since = min(since, now)
        downSince = min(downSince, now)
        nextTry = min(nextTry, now + Self.longestWait)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&failed, &last, &since, &downSince)
        try coder.code(&nextTry, &kind)
        try coder.check(failed >= 0 && failed <= Self.enough && last >= -1)
    }
}
