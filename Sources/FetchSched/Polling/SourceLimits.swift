/// A host's limits for one source on an always-on network.
public struct SourceLimits: Hashable, Sendable {
    /// Least time between two requests, from the end of one to the start of the next.
    public var least = TimeSpan.zero
    /// Longest time between two requests, whatever they are worth.
    public var most = TimeSpan.max
    /// Factor on the value of a fresh launch of this source and on the cost of its missing updates: 1 for the others'.
    public var weight = 1.0
    /// The group of the source; nil for none.
    public var group: SourceGroup?

    /// Makes no limits.
    public init() {}
}

/// A group of sources that share a server, see ``FetchEngine/addGroup(_:)``.
public struct SourceGroup: Hashable, Sendable {
    /// The number, from 0 on in the order in which groups were added.
    public let number: Int32
}

/// Limits that sources of one server share.
public struct GroupLimits: Hashable, Sendable {
    /// Least time between the starts of two requests.
    public var spacing = TimeSpan.zero
    /// Most requests at once.
    public var atOnce = Int.max

    /// Makes no limits.
    public init() {}
}

/// A group and where it stands.
struct GroupState: Sendable {
    var limits = GroupLimits()
    /// When the next request may start.
    var opens = Instant.distantPast
    /// The time of the last source that waits for its turn.
    var lastTurn = Instant.distantPast
    /// When the last request started that the server did not refuse.
    private var lastServed = Instant.distantPast
    /// The spacing that a refusal showed to be needed, and until when it holds.
    private var learned = (spacing: TimeSpan.zero, until: Instant.distantPast)

    /// A source has to wait: each has a turn of its own, so that no two come at the same time.
    mutating func turn(after now: Instant) -> Instant {
        let gap = max(.seconds(1), spacing(at: now))
        lastTurn = max(opens, lastTurn + gap, now + min(gap, .seconds(1)))
        return lastTurn
    }

    private func spacing(at now: Instant) -> TimeSpan {
        max(.zero, limits.spacing, now < learned.until ? learned.spacing : .zero)
    }

    mutating func started(at now: Instant) { opens = max(opens, now + spacing(at: now)) }

    mutating func served(since start: Instant) { lastServed = start }

    /// The server asks not to be asked before that. One that refuses and says no time ahead is left alone for as long again as
    /// it has served nothing, an hour at the most.
    mutating func wait(until asked: Instant, at now: Instant) {
        let moment = asked > now ? asked : now + max(.seconds(1), min(now - lastServed, .hours(1)))
        opens = max(opens, moment)
        // A server that refuses soon after it has served, and will serve soon, serves one request in that time.
        let span = moment - lastServed
        learned = span <= .minutes(10) ? (span, now + Scheduler.longestServerWait) : (.zero, now)
    }

    mutating func clockWentBack(to now: Instant) {
        opens = min(opens, now + max(limits.spacing, Scheduler.longestServerWait))
        (lastTurn, lastServed) = (min(lastTurn, now), min(lastServed, now))
        learned.until = min(learned.until, now + Scheduler.longestServerWait)
    }
}

extension GroupState: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&limits.spacing, &limits.atOnce, &opens)
        try coder.code(&lastTurn, &lastServed, &learned.spacing, &learned.until)
    }
}

extension SourceLimits: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&least, &most)
        try coder.code(any: &weight)
        var number = group?.number
        try coder.code(&number)
        group = number.map { SourceGroup(number: $0) }
    }
}
