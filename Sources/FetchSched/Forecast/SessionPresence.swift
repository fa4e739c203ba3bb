/// In what share of sessions each app is used at all, and how many launches a session still has to come.
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
    /// Decayed number of sessions, and of launches in them.
    private var sessions = 0.0
    private var launches = 0.0
    /// Seconds that apps were in use in the present session; decayed, in all; and decayed, those of its session before each
    /// launch.
    private var usedSeconds = 0.0
    private var used = 0.0
    private var usedBefore = 0.0
    /// Sessions of belief that a session has two launches.
    private static let prior = 2.0
    /// Seconds of use that weigh as much as the belief that all moments are alike; and the most that one use counts for.
    private static let priorSeconds = 600.0
    private static let longestUse = 3600.0

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
            usedSeconds = 0
            if unit > 1e6 { rescale() }
        }
        launches += unit
        usedBefore += unit * usedSeconds
        if lastSession[app] != session {
            lastSession[app] = session
            counts.add(unit, to: app)
        }
    }

    /// Learns for how long an app was in use.
    mutating func learnUse(seconds: Double) {
        let seconds = min(max(0, seconds), Self.longestUse)
        usedSeconds += seconds
        used += unit * seconds
    }

    private mutating func rescale() {
        counts.scale(by: 1 / unit)
        sessions /= unit
        launches /= unit
        used /= unit
        usedBefore /= unit
        unit = 1
    }

    /// The share of sessions in which the app is used; an app never used has `prior` of the share of one session.
    func share(_ app: Int, prior: Double) -> Double {
        min(1, (Double(counts.weights[app]) + unit * prior) / (sessions + unit))
    }

    /// Expected launches that follow one in the same session.
    var launchesToCome: Double {
        let mean = (launches + 2 * Self.prior * unit) / (sessions + Self.prior * unit)
        // After each launch the session goes on with the same chance: on average mean - 1 times.
        return max(0, mean - 1)
    }

    /// The same at any moment in a use: long sessions have more of these.
    var launchesToComeInUse: Double {
        let prior = unit * Self.priorSeconds
        return (usedBefore + prior * launchesToCome) / (used + prior)
    }
}

extension SessionPresence: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&counts)
        try coder.code(each: &lastSession)
        try coder.code(&session)
        try coder.code(&unit)
        try coder.code(amount: &sessions)
        try coder.code(amount: &launches)
        if coder.version >= 8 {
            try coder.code(amount: &usedSeconds)
            try coder.code(amount: &used)
            try coder.code(amount: &usedBefore)
        }
        try coder.check(session >= 0 && (1...2e6).contains(unit))
    }
}
