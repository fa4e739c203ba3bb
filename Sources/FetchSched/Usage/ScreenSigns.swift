/// A sign that the user turned to the device and has opened no app yet: the screen lit, or was unlocked.
///
///     screen   . . . on . unlocked . . . . . launch
///     sign           [on][unlocked            ]
///
/// A launch is then about a thousand times more likely than at other moments, and comes within seconds.
struct ScreenSign: Hashable, Sendable, SnapshotElement {
    /// How many kinds there are: lit, and unlocked.
    static let kinds = 2
    /// After that time a sign says nothing any more.
    private static let longest = TimeSpan.seconds(64)

    var isUnlocked = false
    var at = FetchTime.distantPast

    var kind: Int { isUnlocked ? 1 : 0 }

    func counts(at now: FetchTime) -> Bool { now - at < Self.longest }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&isUnlocked, &at)
    }
}

/// The last ``ScreenSign``, and the habits that go with them: how often a session starts with a sign that left time for
/// a fetch, and how often a screen that lit is unlocked.
struct ScreenSigns: Sendable, SnapshotCoded {
    /// The last sign, until an app is launched or the user turns away.
    private(set) var last: ScreenSign?
    /// Whether any sign was ever seen.
    private(set) var wasSeen = false
    private var isLit = false
    private var announced = Share()
    private var unlocked = Share()

    /// A share of the last events, about a hundred.
    fileprivate struct Share: Sendable, SnapshotCoded {
        var count = 0.0
        var total = 0.0

        mutating func learn(_ isSo: Bool) {
            count = count * 0.99 + (isSo ? 1 : 0)
            total = total * 0.99 + 1
        }

        /// The share, where two more events are believed not to have been so.
        var value: Double { count / (total + 2) }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(amounts: &count, &total)
            try coder.check(count <= total)
        }
    }

    func current(at now: FetchTime) -> ScreenSign? {
        guard let last, last.counts(at: now) else { return nil }
        return last
    }

    /// The share of sessions that start without a sign that left time for a fetch.
    var unannounced: Double { 1 - announced.value }

    /// The share of times that the screen lit and then was unlocked.
    var isUnlockedAfterLit: Double { unlocked.value }

    mutating func start(_ sign: ScreenSign) {
        (last, wasSeen) = (sign, true)
        if isLit { unlocked.learn(sign.isUnlocked) }
        isLit = !sign.isUnlocked
    }

    mutating func end() { last = nil }

    /// Learns that a session started, with such a sign or without.
    mutating func startSession(announced isAnnounced: Bool) {
        if wasSeen { announced.learn(isAnnounced) }
    }

    mutating func clockWentBack(to now: FetchTime) {
        if let last { self.last?.at = min(last.at, now) }
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&last, &wasSeen, &isLit, &announced)
        try coder.code(&unlocked)
    }
}
