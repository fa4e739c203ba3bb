/// What was answered about each app and is still true, by the app's row in ``NextAppForecast``: made anew, it would be the
/// same to the last bit.
///
/// Shares stay until the next launch, step of time or hour of the day, waits until anything that they were reckoned with
/// changes.
///
/// - Complexity: O(1); 64 bytes per row.
struct KeptAnswers: Sendable {
    struct Answer: Sendable {
        /// The ``KeptAnswers/version`` of the shares.
        fileprivate var version: UInt32 = 0
        /// The ``KeptAnswers/waitsVersion`` of the waits.
        fileprivate var waitsVersion: UInt32 = 0
        /// The app's share of the launches within sessions, and of those that begin one.
        fileprivate(set) var inSession = 0.0
        fileprivate(set) var first = 0.0
        /// How often the source changed by which the waits were reckoned, per second.
        fileprivate var change = 0.0
        fileprivate(set) var waits = LaunchForecast.Waits(toLaunch: 0, toSession: 0)
        /// Where ``SessionRenewal`` found its threshold: true or not, it is a place to look first.
        fileprivate(set) var renewalStep: UInt16 = 0
        /// The ``SourceHours/version`` of the source's hours by which the waits were reckoned.
        fileprivate var pace: UInt32 = 0
    }

    private var answers: [Answer] = []
    /// Counts launches and hours, so that a kept answer shows its age.
    private(set) var version: UInt32 = 1
    private var versionHour = -1
    /// What waits are reckoned with, beside the app and the pace of its source, and the count of its changes.
    private var waitsKey = WaitsKey()
    private(set) var waitsVersion: UInt32 = 1

    struct WaitsKey: Equatable, Sendable {
        var step = Int64.min
        var learned: UInt32 = 0
        var pace: UInt32 = 0
        var clock = LocalClock()
    }

    /// Makes room for that many rows.
    mutating func grow(to rows: Int) { answers.grow(to: rows, with: Answer()) }

    subscript(row: Int) -> Answer {
        @inline(__always) get { answers[row] }
    }

    /// Forgets the answers about a row; those after it move up.
    ///
    /// - Complexity: O(rows).
    mutating func remove(_ row: Int) { answers.remove(at: row) }

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

    /// Notes where the threshold of the row's app was found.
    @inline(__always)
    mutating func keep(renewalStep: Int, of row: Int) {
        answers[row].renewalStep = UInt16(truncatingIfNeeded: renewalStep)
    }

    /// Says what waits are reckoned with now; those of anything else are of no use.
    @inline(__always)
    mutating func turn(to key: WaitsKey) {
        guard key != waitsKey else { return }
        waitsKey = key
        waitsVersion &+= 1
        if waitsVersion == 0 { startWaitsVersions() }
    }

    @inline(never)
    private mutating func startWaitsVersions() {
        waitsVersion = 1
        for row in answers.indices { answers[row].waitsVersion = 0 }
    }

    /// Whether the row has an app of its own, and waits for that rate and those hours of change.
    @inline(__always)
    func hasWaits(_ row: Int, change: Double, pace: UInt32) -> Bool {
        row > 0 && answers[row].waitsVersion == waitsVersion && answers[row].change == change
            && answers[row].pace == pace
    }

    mutating func keep(_ waits: LaunchForecast.Waits, of row: Int, change: Double, pace: UInt32) {
        answers[row].pace = pace
        answers[row].waitsVersion = waitsVersion
        answers[row].change = change
        answers[row].waits = waits
    }
}
