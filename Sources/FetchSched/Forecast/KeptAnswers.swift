/// What was answered about each app and is still true, by the app's row in ``NextAppForecast``.
///
/// Shares stay until the next launch or hour of the day, waits within an hour of the clock.
///
/// - Complexity: O(1); 56 bytes per row.
struct KeptAnswers: Sendable {
    struct Answer: Sendable {
        /// The ``KeptAnswers/version`` of the shares.
        fileprivate var version: UInt32 = 0
        /// Hours since the epoch; ``noHour`` if there are no waits.
        fileprivate var hour = noHour
        /// The app's share of the launches within sessions, and of those that begin one.
        fileprivate(set) var inSession = 0.0
        fileprivate(set) var first = 0.0
        /// How often the source changed by which the waits were reckoned, per second.
        fileprivate var change = 0.0
        fileprivate(set) var waits = LaunchForecast.Waits(toLaunch: 0, toSession: 0)

        fileprivate static let noHour = Int32.min
    }

    private var answers: [Answer] = []
    /// Counts launches and hours, so that a kept answer shows its age.
    private(set) var version: UInt32 = 1
    private var versionHour = -1

    /// Makes room for that many rows.
    mutating func grow(to rows: Int) { answers.grow(to: rows, with: Answer()) }

    subscript(row: Int) -> Answer {
        @inline(__always) get { answers[row] }
    }

    /// Kept shares are of no use any more.
    @inline(__always)
    mutating func renew() {
        version &+= 1
        if version == 0 { startVersions() }
    }

    /// After four thousand million of them, so that no old answer passes for a new one.
    @inline(never)
    private mutating func startVersions() {
        version = 1
        for row in answers.indices { answers[row].version = 0 }
    }

    /// Says which hour of the day it is; shares of another one are of no use.
    @inline(__always)
    mutating func turn(to hour: Int) {
        guard hour != versionHour else { return }
        renew()
        versionHour = hour
    }

    /// Whether the row has its shares of the present hour.
    @inline(__always)
    func hasShares(_ row: Int) -> Bool { answers[row].version == version }

    /// Keeps the shares of the present hour.
    @inline(__always)
    mutating func keep(inSession: Double, first: Double, of row: Int) {
        answers[row].version = version
        (answers[row].inSession, answers[row].first) = (inSession, first)
    }

    /// Whether the row has an app of its own, and waits from the same hour for much the same rate of change.
    @inline(__always)
    func hasWaits(_ row: Int, change: Double, at now: Instant) -> Bool {
        row > 0 && answers[row].hour == Self.hour(of: now)
            && abs(answers[row].change - change) <= 0.1 * change
    }

    mutating func keep(_ waits: LaunchForecast.Waits, of row: Int, change: Double, at now: Instant) {
        answers[row].hour = Self.hour(of: now)
        answers[row].change = change
        answers[row].waits = waits
    }

    /// The hour of that moment, as it is kept: two that are the same lie within an hour, or half a million years apart.
    static func hour(of moment: Instant) -> Int32 {
        Int32(truncatingIfNeeded: moment.milliseconds / 3_600_000)
    }
}

/// Reads into one that has grown to its number of rows. Shares are made anew, to the same bits; waits are written, as they
/// are those of the first question within their hour.
extension KeptAnswers: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for row in answers.indices { try coder.code(&answers[row], orBlank: Answer()) }
    }
}

extension KeptAnswers.Answer: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        // As wide as it was when it was kept so.
        var wide = hour == Self.noHour ? Int64.min : Int64(hour)
        try coder.code(&wide)
        hour = wide == .min ? Self.noHour : Int32(truncatingIfNeeded: wide)
        try coder.code(&change)
        try coder.code(&waits.toLaunch)
        try coder.code(&waits.toSession)
        try coder.code(&waits.later)
    }
}
