/// What the scheduler keeps of all apps beside the forecast: little of those that were only registered.
///
/// A device may have many apps of which hardly anything is ever heard. Each has its ``AppBasics``; a state of its own
/// comes with the first thing that is written to it. Until then it shares the first state, which says that nothing was
/// heard, so that reading asks no questions.
///
/// - Complexity: O(1) per access; 24 bytes for each app, and an ``AppState`` for each of which anything was heard.
struct AppTable: Sendable {
    struct Slot: Sendable {
        var basics: AppBasics
        /// Where its state is; 0 if it has none of its own.
        var row: Int32 = 0
    }

    struct Row: Sendable {
        var state: AppState
        /// Whose it is.
        var app: Int32 = 0
        /// Until when nothing is to be gained by looking at the app at a free moment, unless something changes, and the
        /// number of the epoch in which that was found.
        var quietUntil: UInt32 = 0
        var quietEpoch: UInt32 = 0
        /// The same for a look at its source for want of others.
        var noProbeUntil: UInt32 = 0

        /// The same as long as what it was found by stays.
        @inline(__always)
        func quietUntil(in epoch: UInt32) -> UInt32 { quietEpoch == epoch ? quietUntil : 0 }

        @inline(__always)
        mutating func changed() {
            quietUntil = 0
            noProbeUntil = 0
        }
    }

    /// Seconds since 1970, rounded down, as rows have them: half as long as an instant. An app that is looked at too early
    /// costs time and nothing else, so it does no harm that all are before 1970 and after 2106.
    @inline(__always)
    static func seconds(_ moment: Instant) -> UInt32 { UInt32(clamping: moment.milliseconds / 1000) }

    private(set) var slots: [Slot] = []
    /// Which of them have an app, and under which number.
    private(set) var numbers = AppNumbers()
    var rows: [Row]
    /// The apps of which anything was heard: launches, fetches, looks, hints.
    var active = NumberSet()
    /// What the apps that are quiet were found to be so by.
    var quietEpoch = QuietEpoch()
    var quietEpochNumber: UInt32 = 0
    /// Indexes of ``AppState/fetch``: when each fetch under way was started, and the apps whose fetch expired.
    private(set) var starts = DeadlineHeap()
    private(set) var expired = NumberSet()
    /// Working memory: fetches about to be given up.
    private var overdue = NumberSet()
    /// For tests: every app is looked at wherever the active ones would do.
    var scansAll = false
    /// How long an app settles after its registration.
    let settling: TimeSpan
    /// Least time between two fetches of one app.
    let spacing: TimeSpan

    init(_ configuration: Configuration) {
        rows = [Row(state: AppState(configuration))]
        settling = Swift.max(.zero, configuration.settling)
        spacing = Swift.max(Self.leastSpacing, configuration.minimumSpacing)
    }

    /// Adds an app, at a place that is free or at a new one.
    mutating func register(_ basics: AppBasics) -> AppID {
        guard let app = numbers.takeFree() else {
            append(basics)
            return AppID(index: slots.count - 1, generation: 0)
        }
        slots[app.index] = Slot(basics: basics)
        return app
    }

    /// Adds an app at a new place.
    mutating func append(_ basics: AppBasics) { slots.grow(by: Slot(basics: basics), part: 8) }

    /// Forgets an app. No fetch of it is under way.
    ///
    /// - Complexity: O(1) if it has no state of its own, else O(apps that have), which keep their order.
    mutating func remove(_ app: Int) {
        let row = Int(slots[app].row)
        if row > 0 {
            rows.remove(at: row)
            for moved in row..<rows.count {
                slots[Int(rows[moved].app)].row = Int32(truncatingIfNeeded: moved)
            }
        }
        slots[app] = Slot(basics: .vacant)
        active.remove(app)
        starts.remove(app)
        expired.remove(app)
        numbers.leave(app)
    }

    /// Forgets all apps.
    mutating func removeAll() {
        slots.removeAll()
        rows.removeLast(rows.count - 1)
        numbers = AppNumbers()
    }

    /// How many apps there are.
    var appCount: Int { slots.count - numbers.vacancies }

    /// Whether there is an app of that number.
    @inline(__always)
    func contains(_ app: AppID) -> Bool { indices.contains(app.index) && numbers.has(app) }

    /// The number of the app at that place.
    @inline(__always)
    func id(of app: Int) -> AppID { numbers.app(at: app) }

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

    /// The first app from that number on that is to be looked at: an active one, or any at all.
    @inline(__always)
    func next(from number: Int, all: Bool) -> Int? {
        guard all || scansAll else { return active.next(from: number) }
        return number < count ? number : nil
    }

    // MARK: Fetches under way

    /// The app's fetch has started. One that expired before is stopped by that.
    mutating func beginFetch(of app: Int, _ run: FetchRun) {
        self[app].fetch = .running(run)
        expired.remove(app)
        starts.set(app, to: run.since)
        active.insert(app)
    }

    /// The app's fetch has ended, whatever its outcome.
    ///
    /// - Returns: what was under way; nil if nothing was.
    mutating func endFetch(of app: Int) -> FetchRun? {
        guard let run = self[app].fetch.run else { return nil }
        self[app].fetch = .idle
        starts.remove(app)
        return run
    }

    /// The app's fetch ended by running past its limit, of which the host has not been told.
    mutating func expire(_ app: Int) {
        self[app].fetch = .expired
        expired.insert(app)
    }

    /// The first app whose fetch expired, which now counts as told; nil if there is none.
    mutating func takeExpired() -> Int? {
        guard let app = expired.next(from: 0) else { return nil }
        self[app].fetch = .idle
        expired.remove(app)
        return app
    }

    /// The first app, in the order of their numbers, of those whose fetch is under way for longer than `limit`. Ask again
    /// after it was ended, until nil.
    mutating func nextOverdue(at now: Instant, limit: TimeSpan) -> Int? {
        while let first = starts.first, now - first.due > limit {
            starts.remove(first.number)
            overdue.insert(first.number)
        }
        guard let app = overdue.next(from: 0) else { return nil }
        overdue.remove(app)
        return app
    }

    /// The clock was set back: the app's fetch was not started after `now`.
    mutating func holdFetch(of app: Int, to now: Instant) {
        guard var run = self[app].fetch.run, run.since > now else { return }
        run.since = now
        self[app].fetch = .running(run)
        starts.set(app, to: now)
    }

    /// No fetch is under way, and none has expired.
    ///
    /// - Complexity: O(apps).
    mutating func forgetFetches() {
        for app in indices where hasState(app) {
            self[app].fetch = .idle
            starts.remove(app)
            expired.remove(app)
        }
    }

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

/// The numbers, which must agree with all that names apps.
extension AppTable {
    /// Reads into a table that has all its places.
    mutating func codeNumbers<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try numbers.code(&coder, below: count)
        guard Coder.isReader else { return }
        for app in numbers.vacant {
            try coder.check(!hasState(app) && self[basics: app] == .vacant && !active.contains(app))
        }
    }
}

/// The indexes, which must agree with the apps' states.
extension AppTable {
    mutating func codeStarts<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try starts.code(&coder, below: count)
        try active.code(&coder, below: count)
        guard Coder.isReader else { return }
        for app in indices { try coder.check(starts[app] == self[app].fetch.run?.since) }
    }

    mutating func codeExpired<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try expired.code(&coder, below: count)
        guard Coder.isReader else { return }
        for app in indices { try coder.check(expired.contains(app) == (self[app].fetch == .expired)) }
    }
}
