/// In what share of sessions each app is used at all.
///
/// Launches come in bunches: an app opened five times in one session is not five times as likely to be opened
/// today. So the chance of a launch within hours counts sessions that the app is used in, not launches.
///
/// - Complexity: O(1) per launch and query; 8 bytes per app.
struct SessionPresence: Sendable {
    private var counts = DecayedCounts()
    private var lastSession: [Int32] = []
    private var session: Int32 = 0
    private var unit = 1.0
    private let growth: Double
    /// Decayed number of sessions.
    private var sessions = 0.0

    /// Makes a table in which sessions weigh half after `halfLife` more.
    init(halfLife: Double) {
        growth = PortableMath.exp(0.693_147_180_559_945_3 / max(1, halfLife))
    }

    mutating func grow(to count: Int) {
        counts.grow(to: count)
        lastSession.grow(to: count, with: -1)
    }

    /// Forgets an app; those after it move up.
    ///
    /// - Complexity: O(apps).
    mutating func remove(_ app: Int) {
        counts.remove(app)
        lastSession.remove(at: app)
    }

    /// Learns a launch.
    mutating func learn(_ app: Int, newSession: Bool) {
        if newSession {
            unit *= growth
            sessions += unit
            session = session == .max ? 0 : session + 1
            if unit > 1e6 { rescale() }
        }
        if lastSession[app] != session {
            lastSession[app] = session
            counts.add(unit, to: app)
        }
    }

    private mutating func rescale() {
        counts.scale(by: 1 / unit)
        sessions /= unit
        unit = 1
    }

    /// The share of sessions in which the app is used; an app never used has `prior` of the share of one session.
    func share(_ app: Int, prior: Double) -> Double {
        min(1, (Double(counts.weights[app]) + unit * prior) / (sessions + unit))
    }
}

extension SessionPresence: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&counts)
        try coder.code(each: &lastSession)
        try coder.code(&session)
        try coder.code(&unit)
        try coder.code(amount: &sessions)
        try coder.check(session >= 0 && (1...2e6).contains(unit))
    }
}
