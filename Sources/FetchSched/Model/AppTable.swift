/// What the scheduler keeps of all apps beside the forecast: little of those that were only registered.
///
/// A device may have many apps of which hardly anything is ever heard. Each has its ``AppBasics``; a state of its own
/// comes with the first thing that is written to it. Until then it shares the first state, which says that nothing was
/// heard, so that reading asks no questions.
///
/// - Complexity: O(1) per access; 24 bytes for each app, and an ``AppState`` for each of which anything was heard.
struct AppTable: Sendable {
    private struct Slot: Sendable {
        var basics: AppBasics
        /// Where its state is; 0 if it has none of its own.
        var row: Int32 = 0
    }

    private struct Row: Sendable {
        var state: AppState
        /// Whose it is.
        var app: Int32 = 0
        /// Until when nothing is to be gained by looking at the app at a free moment, unless something changes.
        var quietUntil: UInt32 = 0
        /// The same for a look at its source for want of others.
        var noProbeUntil: UInt32 = 0

        @inline(__always)
        mutating func changed() {
            quietUntil = 0
            noProbeUntil = 0
        }
    }

    /// Seconds since 1970, rounded down, as rows have them: half as long as an instant. An app that is looked at too early
    /// costs time and nothing else, so it does no harm that all are before 1970 and after 2106.
    @inline(__always)
    private static func seconds(_ moment: Instant) -> UInt32 { UInt32(clamping: moment.milliseconds / 1000) }

    private var slots: [Slot] = []
    private var rows: [Row]
    /// How long an app settles after its registration.
    private let settling: TimeSpan
    /// Least time between two fetches of one app.
    private let spacing: TimeSpan

    init(_ configuration: Configuration) {
        rows = [Row(state: AppState(configuration))]
        settling = Swift.max(.zero, configuration.settling)
        spacing = Swift.max(Self.leastSpacing, configuration.minimumSpacing)
    }

    /// Adds an app.
    mutating func append(_ basics: AppBasics) { slots.grow(by: Slot(basics: basics), part: 8) }

    /// Forgets all apps.
    mutating func removeAll() {
        slots.removeAll()
        rows.removeLast(rows.count - 1)
    }

    /// What is kept of every app.
    subscript(basics app: Int) -> AppBasics {
        @inline(__always) get { slots[app].basics }
        @inline(__always) _modify {
            yield &slots[app].basics
            rows[Int(slots[app].row)].changed()
        }
    }

    /// Whether the app has a state of its own.
    func hasState(_ app: Int) -> Bool { slots[app].row > 0 }

    private mutating func giveState(_ app: Int) {
        var row = Row(state: rows[0].state, app: Int32(truncatingIfNeeded: app))
        row.state.settledFrom = settledFrom(of: app)
        slots[app].row = Int32(truncatingIfNeeded: rows.count)
        rows.grow(by: row)
    }

    /// When the app has settled after its registration. One without a state of its own was registered when it was last
    /// known to be up to date.
    @inline(__always)
    func settledFrom(of app: Int) -> Instant {
        let row = Int(slots[app].row)
        return row == 0 ? slots[app].basics.lastSync + settling : rows[row].state.settledFrom
    }
}

/// The apps' states. Writing to one gives the app its own.
extension AppTable: RandomAccessCollection {
    var startIndex: Int { 0 }
    @inline(__always)
    var endIndex: Int { slots.count }

    subscript(app: Int) -> AppState {
        @inline(__always) get { rows[Int(slots[app].row)].state }
        @inline(__always) _modify {
            if slots[app].row == 0 { giveState(app) }
            let row = Int(slots[app].row)
            yield &rows[row].state
            rows[row].changed()
        }
    }
}

/// Which apps are quiet: a free moment need not look at them. Whatever is written to an app ends that.
extension AppTable {
    /// The next app after `row` with a state of its own that is not quiet at `moment`, and its row; the first row is 1.
    @inline(__always)
    func nextAwake(after row: Int, at moment: Instant) -> (row: Int, app: Int)? {
        next(after: row, at: moment) { $0.quietUntil }
    }

    /// The next app after `row` of which it is not known that it needs no look for want of others.
    @inline(__always)
    func nextProbe(after row: Int, at moment: Instant) -> (row: Int, app: Int)? {
        next(after: row, at: moment) { $0.noProbeUntil }
    }

    @inline(__always)
    private func next(
        after row: Int, at moment: Instant, restsUntil: (Row) -> UInt32
    ) -> (row: Int, app: Int)? {
        let seconds = Self.seconds(moment)
        var row = row + 1
        while row < rows.count {
            if restsUntil(rows[row]) <= seconds { return (row, Int(rows[row].app)) }
            row += 1
        }
        return nil
    }

    @inline(__always)
    mutating func setNoProbe(row: Int, until end: Instant) { rows[row].noProbeUntil = Self.seconds(end) }

    @inline(__always)
    mutating func setQuiet(row: Int, until end: Instant) { rows[row].quietUntil = Self.seconds(end) }

    /// No app is quiet any more.
    ///
    /// - Complexity: O(apps with a state of their own).
    mutating func endQuiet() {
        for row in rows.indices { rows[row].quietUntil = 0 }
    }
}

/// What is asked of the table, as a state is large and would be copied.
extension AppTable {
    /// The first moment at which the interval and the back-off allow a fetch; `distantFuture` if the app is
    /// not to be fetched at all.
    @inline(__always)
    func allowedFrom(_ app: Int) -> Instant {
        guard self[basics: app].refreshAllowed, !self[basics: app].quit else { return .distantFuture }
        let row = Int(slots[app].row)
        let from = Swift.max(
            settledFrom(of: app), rows[row].state.backoffUntil, serverAllows(row), spacedFrom(row))
        switch self[basics: app].interval {
        case .never: return .distantFuture
        case .minimum: return from
        case .custom(let span):
            guard let lastEnd = rows[row].state.lastEnd.moment else { return from }
            return Swift.max(from, lastEnd + Swift.max(.zero, span))
        }
    }

    /// From when on the app's server wants to be asked again.
    @inline(__always)
    private func serverAllows(_ row: Int) -> Instant {
        rows[row].state.server.allows(after: rows[row].state.lastEnd)
    }

    /// From when on the least spacing since the app's last fetch has passed.
    @inline(__always)
    private func spacedFrom(_ row: Int) -> Instant {
        rows[row].state.lastFetch.moment.map { $0 + spacing } ?? .distantPast
    }

    /// The same by app.
    func spacedFrom(of app: Int) -> Instant { spacedFrom(Int(slots[app].row)) }

    /// No configuration goes below it.
    private static var leastSpacing: TimeSpan { .minutes(1) }

    /// When the custom interval since the last fetch or use has passed; nil without one, or before the first.
    @inline(__always)
    func intervalEnd(of app: Int) -> Instant? {
        guard case .custom(let span) = self[basics: app].interval else { return nil }
        return self[app].lastEnd.moment.map { $0 + Swift.max(.zero, span) }
    }

    /// Whether a fetch of the app may be started at `moment`: none is under way, and ``allowFetch(_:at:)`` says so.
    func mayStart(_ app: Int, at moment: Instant) -> Bool {
        self[app].fetchStart.moment == nil && allowFetch(app, at: moment)
    }

    /// Whether an app's interval and back-off allow a fetch at `moment`; not even at the end of time if never.
    @inline(__always)
    func allowFetch(_ app: Int, at moment: Instant) -> Bool {
        let slot = slots[app]
        let row = Int(slot.row)
        guard slot.basics.refreshAllowed, !slot.basics.quit, rows[row].state.backoffUntil <= moment,
            rows[row].state.server.floor <= moment, settledFrom(of: app) <= moment,
            spacedFrom(row) <= moment
        else { return false }
        if rows[row].state.server.hasInterval, serverAllows(row) > moment { return false }
        switch slot.basics.interval {
        case .never: return false
        case .minimum: break
        case .custom(let span):
            if let lastEnd = rows[row].state.lastEnd.moment, lastEnd + Swift.max(.zero, span) > moment {
                return false
            }
        }
        return moment != .distantFuture || allowedFrom(app) != .distantFuture
    }
}

extension AppTable {
    /// All that is known of one app, as a snapshot has it.
    struct Entry: Sendable {
        var basics: AppBasics
        var state: AppState
    }

    func entry(_ app: Int) -> Entry {
        var entry = Entry(basics: self[basics: app], state: self[app])
        entry.state.settledFrom = settledFrom(of: app)
        return entry
    }

    /// What is known of an app that was only registered, with that interval and at that moment.
    func blankEntry(_ interval: FetchInterval, registered: Instant) -> Entry {
        var state = rows[0].state
        state.settledFrom = registered + settling
        return Entry(basics: AppBasics(interval: interval, lastSync: registered), state: state)
    }

    /// Adds an app of which that is known.
    mutating func append(_ entry: Entry) {
        append(entry.basics)
        let app = slots.count - 1
        let blank = blankEntry(entry.basics.interval, registered: entry.basics.lastSync).state
        if entry.state != blank { self[app] = entry.state }
    }
}

extension AppTable.Entry: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&basics.announces)
        try state.codeLearned(&coder)
        try coder.code(&basics.refreshAllowed)
        try coder.code(&basics.quit)
        try coder.code(&state.isRunning)
        try coder.check(state.strikes <= 6)
    }
}
