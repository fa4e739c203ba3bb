/// What a host asks for one source on an always-on network.
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

/// A group of sources that share a server, see ``Scheduler/addGroup(_:)``.
public struct SourceGroup: Hashable, Sendable {
    /// The number, from 0 on in the order in which groups were added.
    public let number: Int32
}

/// What sources of one server share.
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
    private var lastTurn = Instant.distantPast

    init(_ limits: GroupLimits) { self.limits = limits }

    /// A source has to wait: each has a turn of its own, so that no two come at the same time.
    mutating func turn(after now: Instant) -> Instant {
        let gap = max(.seconds(1), limits.spacing)
        lastTurn = max(opens, lastTurn + gap, now + min(gap, .seconds(1)))
        return lastTurn
    }

    mutating func started(at now: Instant) { opens = max(opens, now + max(.zero, limits.spacing)) }

    /// The server asks not to be asked before that.
    mutating func wait(until moment: Instant) { opens = max(opens, moment) }

    mutating func clockWentBack(to now: Instant) {
        opens = min(opens, now + max(limits.spacing, Scheduler.longestServerWait))
        lastTurn = min(lastTurn, now)
    }
}

extension GroupState: SnapshotElement {
    static var blank: GroupState { GroupState(GroupLimits()) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&limits.spacing)
        try coder.code(&limits.atOnce)
        try coder.code(&opens)
        try coder.code(&lastTurn)
    }
}

extension SourceLimits: SnapshotElement {
    static var blank: SourceLimits { SourceLimits() }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&least)
        try coder.code(&most)
        try coder.code(any: &weight)
        var number = group?.number
        try coder.code(&number)
        group = number.map { SourceGroup(number: $0) }
    }
}
