/// The share of sessions in which each app is used at all, by row of ``LaunchCounts``.
///
/// Launches come in bunches: an app opened five times in one session is not five times as likely to be opened today.
/// And apps are used in runs: one that was used in the last session is in the next one more often than its share of all
/// sessions says, one that was not for weeks hardly ever. So per number of sessions since the last use, the model sums
/// the expected shares at each session's start and the actual uses. Their ratio corrects the share.
struct SessionShares: Sendable {
    /// Sessions that had each row's app, and all sessions; decayed.
    private var counts: [Float] = []
    private var sessions = 0.0
    /// Share of both that remains at each session.
    private let retention: Double
    /// By ``NextAppFeatures/sessionCell(_:)``: apps that sessions had, and the sum of the shares that expected them.
    private var outcomes = [SIMD2<Double>](repeating: belief, count: NextAppFeatures.sessionCells)

    /// Apps that weigh as much as the belief that the shares are right.
    private static let belief = SIMD2<Double>(3, 3)
    /// Share of the outcomes that remains at each session: half after 140.
    private static let remembered = 0.995

    init(halfLife: Double) { retention = PortableMath.retention(halfLife: halfLife) }

    /// Learns a launch that ``LaunchCounts`` do not count yet.
    mutating func learn(_ app: Int, isNewSession: Bool, _ launches: LaunchCounts, session: Int32) {
        if isNewSession { startSession(launches, session: session) }
        guard let row = launches.row(of: app) else { return counts.grow(by: 1) }
        // An app that the session had before is not counted again.
        let sessions = session &- launches.rows[row].lastSession
        guard sessions > 0 else { return }
        outcomes[NextAppFeatures.sessionCell(sessions)][0] += 1
        counts[row] += 1
    }

    private mutating func startSession(_ launches: LaunchCounts, session: Int32) {
        for cell in outcomes.indices {
            outcomes[cell] = Self.remembered * outcomes[cell] + (1 - Self.remembered) * Self.belief
        }
        for row in counts.indices {
            let cell = NextAppFeatures.sessionCell(session &- launches.rows[row].lastSession)
            outcomes[cell][1] += share(row, popularity: launches.popularity(row))
        }
        counts.scale(by: Float(retention))
        sessions = retention * sessions + 1
    }

    mutating func remove(_ row: Int) { counts.remove(at: row) }

    private func share(_ row: Int?, popularity: Double) -> Double {
        let own = row.map { Double(counts[$0]) } ?? 0
        return min(1, (own + popularity) / (sessions + 1))
    }

    /// The probability that a session to come has the row's app; of an app never launched, if nil.
    func probability(_ row: Int?, _ launches: LaunchCounts, nextSession: Int32) -> Double {
        let cell =
            row.map { NextAppFeatures.sessionCell(nextSession &- launches.rows[$0].lastSession) }
            ?? NextAppFeatures.neverUsed
        return min(
            1, share(row, popularity: launches.popularity(row)) * outcomes[cell][0] / outcomes[cell][1])
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, rows: Int) throws(Coder.Failure) {
        counts.resize(to: rows, with: 0)
        try coder.code(amounts: &counts)
        try coder.code(amount: &sessions)
        try coder.code(each: &outcomes)
        // Belief is never forgotten, only outweighed.
        try coder.check(outcomes.allSatisfy { all($0 .>= 1e-3) && all($0 .<= 1e9) })
    }
}

/// The weight of a new event in counts that forget: each event weighs a little more than the one before it.
///
/// So nothing is scaled down at each event, only once the weights have grown large.
struct DecayingWeight: Sendable, SnapshotCoded {
    /// The weight of the last event, from 1 to 1,000,000.
    private(set) var unit = 1.0
    private let growth: Double

    /// Makes a weight by which an event counts half after `halfLife` more.
    init(halfLife: Double) { growth = PortableMath.exp(PortableMath.logarithmOfTwo / max(1, halfLife)) }

    /// Moves on to the next event.
    ///
    /// - Returns: the factor by which all counts are to be scaled first, if the weights have grown large.
    mutating func advance() -> Double? {
        unit *= growth
        guard unit > 1e6 else { return nil }
        defer { unit = 1 }
        return 1 / unit
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&unit, in: 1...2e6)
    }
}
