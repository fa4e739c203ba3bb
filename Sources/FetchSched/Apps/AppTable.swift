/// The scheduler's state of all apps, apart from the forecast: little for those that were only registered.
///
/// Each has its ``AppBasics``, and from the first event about it on a state of its own. Until then it shares the first.
struct AppTable: Sendable {
    private struct Slot: Sendable {
        var basics: AppBasics
        /// Where its state is; 0 if it has none of its own.
        var row: Int32 = 0
    }

    private var slots: [Slot] = []
    var numbers = AppNumbers()
    private var states: [AppState]
    /// The app of each state; -1 for the first.
    private var owners: [Int32] = [-1]
    /// The apps whose fetch is under way, and those whose fetch expired, in order.
    private(set) var running: [Int] = []
    private(set) var expired: [Int] = []
    let settling: TimeSpan
    let spacing: TimeSpan

    init(_ configuration: FetchConfiguration) {
        states = [AppState(configuration)]
        settling = Swift.max(.zero, configuration.settling)
        let least = configuration.radio.isAlwaysOn ? TimeSpan.seconds(1) : .minutes(1)
        spacing = Swift.max(least, configuration.minimumSpacing)
    }

    /// Seconds since 1970, rounded down and held to 32 bits: half as long as an instant.
    static func seconds(_ moment: FetchTime) -> UInt32 { UInt32(clamping: moment.milliseconds / 1000) }

    mutating func register(_ basics: AppBasics) -> AppID {
        guard let app = numbers.takeFree() else {
            append(basics)
            return AppID(index: slots.count - 1, generation: 0)
        }
        slots[app.index] = Slot(basics: basics)
        return app
    }

    mutating func append(_ basics: AppBasics) { slots.grow(by: Slot(basics: basics), part: 8) }

    mutating func remove(_ app: Int) {
        let row = Int(slots[app].row)
        if row > 0 {
            // The last state takes its place, so that thousands are removed in no time.
            let (state, owner) = (states.removeLast(), owners.removeLast())
            if row < states.count {
                (states[row], owners[row]) = (state, owner)
                slots[Int(owner)].row = Int32(row)
            }
        }
        slots[app] = Slot(basics: .vacant)
        running.removeAll { $0 == app }
        expired.removeAll { $0 == app }
        numbers.release(app)
    }

    var count: Int { slots.count }
    var indices: Range<Int> { 0..<slots.count }
    var appCount: Int { slots.count - numbers.vacancies }

    func contains(_ app: AppID) -> Bool { indices.contains(app.index) && numbers.has(app) }

    func id(of app: Int) -> AppID { numbers.app(at: app) }

    subscript(basics app: Int) -> AppBasics {
        get { slots[app].basics }
        _modify { yield &slots[app].basics }
    }

    /// The app's state. Writing gives it its own.
    subscript(app: Int) -> AppState {
        get { states[Int(slots[app].row)] }
        _modify {
            makeKnown(app)
            yield &states[Int(slots[app].row)]
        }
    }

    func isKnown(_ app: Int) -> Bool { slots[app].row > 0 }

    /// Rows of the apps with at least one event: from 1 on.
    var rows: Range<Int> { 1..<states.count }

    func app(ofRow row: Int) -> Int { Int(owners[row]) }

    mutating func makeKnown(_ app: Int) {
        guard !isKnown(app) else { return }
        var state = states[0]
        state.settledFrom = settledFrom(of: app)
        slots[app].row = Int32(truncatingIfNeeded: states.count)
        states.grow(by: state)
        owners.grow(by: Int32(truncatingIfNeeded: app))
    }

    /// When the app has settled after its registration: at once where an update is announced. An app without events was
    /// registered when it was last known to be up to date.
    func settledFrom(of app: Int) -> FetchTime {
        let row = Int(slots[app].row)
        if row == 0 { return slots[app].basics.lastSync + settling }
        return states[row].isAnnounced ? .distantPast : states[row].settledFrom
    }

    /// The app's fetch has started. One that expired before is stopped by that.
    mutating func startFetch(of app: Int, _ run: FetchRun) {
        if !running.contains(app) {
            running.insert(app, at: running.firstIndex { $0 > app } ?? running.count)
        }
        self[app].fetch = run
        expired.removeAll { $0 == app }
    }

    mutating func endFetch(of app: Int) -> FetchRun? {
        guard let run = self[app].fetch else { return nil }
        self[app].fetch = nil
        running.removeAll { $0 == app }
        return run
    }

    /// Notes that the app's fetch ran past its limit, which the host does not know yet.
    mutating func expire(_ app: Int) {
        expired.insert(app, at: expired.firstIndex { $0 > app } ?? expired.count)
    }

    mutating func takeExpired() -> Int? { expired.isEmpty ? nil : expired.removeFirst() }

    func overdue(at now: FetchTime, limit: TimeSpan) -> Int? {
        running.first { app in start(of: app).map { now - $0 > limit } ?? false }
    }

    /// When the app's fetch started; nil if none is under way. Read in place, as the state is large.
    private func start(of app: Int) -> FetchTime? { states[Int(slots[app].row)].fetch?.since }

    /// Expected energy of the fetches in progress, in joules.
    var expectedJoules: Double {
        running.reduce(0) { sum, app in
            // Written so that NaN is nothing.
            let joules = self[app].fetch?.expectedJoules ?? 0
            return sum + (joules > 0 ? min(Double(joules), 1e9) : 0)
        }
    }

    var firstStart: FetchTime? {
        var first: FetchTime?
        for app in running {
            if let start = start(of: app) { first = min(first ?? start, start) }
        }
        return first
    }

    mutating func forgetFetches() {
        for app in running { self[app].fetch = nil }
        running.removeAll(keepingCapacity: true)
        expired.removeAll(keepingCapacity: true)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var count = count
        try coder.code(count: &count)
        for app in 0..<count {
            if Coder.isReader { append(.vacant) }
            try coder.code(&slots[app].basics)
        }
        var known = Coder.isReader ? [] : Array(owners.dropFirst())
        try coder.code(&known)
        for app in known.map({ Int($0) }) {
            // Known once it is read.
            try coder.check(indices.contains(app) && isKnown(app) != Coder.isReader)
            try coder.code(&self[app])
        }
        if Coder.isReader { running = indices.filter { self[$0].fetch != nil } }
        try coder.code(&expired)
        try coder.check(expired.allSatisfy { indices.contains($0) && isKnown($0) && self[$0].fetch == nil })
        try numbers.code(&coder, below: count)
        for app in numbers.vacant { try coder.check(!isKnown(app) && self[basics: app] == .vacant) }
    }

    /// When the app's interval, back-off, server and switches allow a fetch; `distantFuture` for never.
    func allowedFrom(_ app: Int) -> FetchTime {
        let basics = self[basics: app]
        guard basics.refreshAllowed, !basics.quit, basics.interval != .never else { return .distantFuture }
        let state = self[app]
        let from = max(
            settledFrom(of: app), state.backoffUntil, state.server.allows(after: state.lastLook),
            spacedFrom(of: app))
        return max(from, intervalEnd(of: app) ?? .distantPast)
    }

    /// When the least spacing since the app's last fetch has passed: a minute at most where an update is announced.
    func spacedFrom(of app: Int) -> FetchTime {
        let least = self[app].isAnnounced ? min(spacing, .minutes(1)) : spacing
        return self[app].lastFetch.known.map { $0 + least } ?? .distantPast
    }

    /// When the custom interval since the last look has passed; nil without one, or before the first.
    func intervalEnd(of app: Int) -> FetchTime? {
        guard case .custom(let span) = self[basics: app].interval else { return nil }
        return self[app].lastLook.known.map { $0 + span }
    }

    /// Whether none is in flight, and the app's rules allow a fetch at `moment`; not even at the end of time if never.
    func mayStart(_ app: Int, at moment: FetchTime) -> Bool {
        let from = allowedFrom(app)
        return self[app].fetch == nil && from <= moment && from < .distantFuture
    }

    func isQuit(_ app: AppID) -> Bool { contains(app) && self[basics: app.index].quit }

    func isRefreshAllowed(_ app: AppID) -> Bool { !contains(app) || self[basics: app.index].refreshAllowed }
}
