/// The counts of launches from which ``NextAppModel`` forecasts the next app.
///
/// Each app that was ever launched has a row, in the order of the first launches; the others have none and share one chance.
/// Counts are columns, so that a loop over all rows is a loop over one array.
///
/// - Complexity: O(1) per launch, but for the order of last uses, O(rows); some 600 bytes a row.
struct LaunchCounts: Sendable {
    /// Whether a launch comes within a session or begins one. Raw values are indices.
    enum Situation: Int, Sendable {
        case sameSession, newSession
    }

    /// The row of each app, -1 for those never launched; and the app of each row.
    private var rows: [Int32] = []
    private(set) var apps: [Int32] = []
    /// How many apps are registered.
    private(set) var appCount = 0

    /// Launches of each row: in all, in each situation, among the last dozen, and in each hour of the day.
    private(set) var overall = Column()
    private(set) var bySituation = [Column(), Column()]
    private(set) var recent = Column()
    /// Launches in each hour of the day, 24 numbers to a row; and their sums over all rows.
    private(set) var hours: [Float] = []
    private(set) var hourTotals = [Double](repeating: 0, count: 24)
    /// What followed each row's app, and in each situation.
    private(set) var successors: [Successors] = []
    private(set) var successorsBySituation: [[Successors]] = [[], []]
    private(set) var pairs = PairSuccessors()
    private(set) var lastUse: [Instant] = []
    /// The number of the session in which it was used last.
    private(set) var lastSession: [Int32] = []
    /// The rows by last use, newest first.
    private(set) var order: [Int32] = []
    /// The app launched last, and the one before.
    private(set) var previous: Int?
    private(set) var beforePrevious: Int?

    private var weight: DecayingWeight
    private var recentWeight = DecayingWeight(halfLife: 12)

    init(halfLife: Double) { weight = DecayingWeight(halfLife: halfLife) }

    /// The weight of the last launch.
    var unit: Double { weight.unit }
    var recentUnit: Double { recentWeight.unit }
    var rowCount: Int { apps.count }
    /// How many apps were never launched.
    var unlaunchedCount: Int { max(0, appCount - rowCount) }

    /// The app's row; nil if it was never launched.
    func row(of app: Int) -> Int? {
        let row = rows[app]
        return row >= 0 ? Int(row) : nil
    }

    /// The rows of eight apps; -1 for those that have none.
    func rows(of apps: SIMD8<Int32>) -> SIMD8<Int32> {
        var found = SIMD8<Int32>(repeating: -1)
        for lane in 0..<8 where apps[lane] >= 0 { found[lane] = Int32(row(of: Int(apps[lane])) ?? -1) }
        return found
    }

    // MARK: Learning

    /// Makes room for apps at so many places, of which `appCount` have one.
    mutating func setApps(places: Int, appCount: Int) {
        rows.grow(to: places, with: -1, part: 8)
        self.appCount = appCount
    }

    /// Counts a launch in the session of that number.
    mutating func count(_ app: Int, _ situation: Situation, session: Int32, hour: Int, at now: Instant) {
        if let scale = weight.advance() { rescale(scale) }
        if let scale = recentWeight.advance() {
            recent.scale(by: scale)
        }
        let row = makeRow(of: app)
        let (unit, kind) = (unit, situation.rawValue)
        overall.add(unit, to: row)
        bySituation[kind].add(unit, to: row)
        recent.add(recentUnit, to: row)
        hours[24 * row + hour] += Float(unit)
        hourTotals[hour] += unit
        if let previous, let from = self.row(of: previous) {
            successors[from].add(unit, app)
            successorsBySituation[kind][from].add(unit, app)
            if let beforePrevious { pairs.add(unit, app, after: (beforePrevious, previous)) }
        }
        (lastUse[row], lastSession[row]) = (now, session)
        moveToFront(row)
        (beforePrevious, previous) = (previous, app)
    }

    private mutating func makeRow(of app: Int) -> Int {
        if let row = row(of: app) { return row }
        rows[app] = Int32(rowCount)
        apps.grow(by: Int32(truncatingIfNeeded: app))
        overall.grow()
        recent.grow()
        for kind in 0..<2 {
            bySituation[kind].grow()
            successorsBySituation[kind].grow(by: Successors())
        }
        hours.grow(to: 24 * rowCount, with: 0)
        successors.grow(by: Successors())
        lastUse.grow(by: .distantPast)
        lastSession.grow(by: 0)
        order.grow(by: Int32(rowCount - 1))
        return rowCount - 1
    }

    private mutating func moveToFront(_ row: Int) {
        var place = 0
        while place < order.count - 1, Int(order[place]) != row { place += 1 }
        while place > 0 {
            order[place] = order[place - 1]
            place -= 1
        }
        order[0] = Int32(row)
    }

    private mutating func rescale(_ factor: Double) {
        overall.scale(by: factor)
        hours.scale(by: Float(factor))
        hourTotals.scale(by: factor)
        for kind in 0..<2 {
            bySituation[kind].scale(by: factor)
            for row in apps.indices { successorsBySituation[kind][row].scale(by: Float(factor)) }
        }
        for row in apps.indices { successors[row].scale(by: Float(factor)) }
        pairs.scale(by: Float(factor))
    }

    /// Forgets an app: its part of all counts, what followed it, and that it followed others. The rows after its own move up.
    ///
    /// - Complexity: O(1) if it was never launched, else O(rows).
    mutating func forget(_ app: Int) {
        guard let row = row(of: app) else { return }
        rows[app] = -1
        apps.remove(at: row)
        for moved in row..<rowCount { rows[Int(apps[moved])] = Int32(moved) }
        overall.remove(row)
        recent.remove(row)
        hours.removeSubrange(24 * row..<24 * (row + 1))
        for hour in 0..<24 {
            hourTotals[hour] = apps.indices.reduce(0) { $0 + Double(hours[24 * $1 + hour]) }
        }
        successors.remove(at: row)
        for kind in 0..<2 {
            bySituation[kind].remove(row)
            successorsBySituation[kind].remove(at: row)
            for other in apps.indices { successorsBySituation[kind][other].forget(app) }
        }
        for other in apps.indices { successors[other].forget(app) }
        pairs.forget(app)
        lastUse.remove(at: row)
        lastSession.remove(at: row)
        order.removeAll { Int($0) == row }
        for place in order.indices where Int(order[place]) > row { order[place] -= 1 }
        if previous == app { (previous, beforePrevious) = (nil, nil) }
        if beforePrevious == app { beforePrevious = nil }
    }

    mutating func clockWentBack(to now: Instant) {
        for row in lastUse.indices { lastUse[row] = min(lastUse[row], now) }
    }

    // MARK: Shares

    /// The app's share of all launches; of an app never launched, that of one launch among as many apps as there are.
    func popularity(_ row: Int?) -> Double {
        let own = row.map { Double(overall.weights[$0]) } ?? 0
        return (own + unit / Double(max(1, appCount))) / (overall.total + unit)
    }

    /// The app's share of the last launches.
    func recentShare(_ row: Int?) -> Double {
        let own = row.map { Double(recent.weights[$0]) } ?? 0
        return (own + 2 * recentUnit * popularity(row)) / (recent.total + 2 * recentUnit)
    }

    /// Launches in an hour of the day, of the row and of all: half of those in the hour, and a quarter of those in each hour
    /// beside it.
    func launches(_ row: Int?, hour: Int) -> (own: Double, all: Double) {
        let (before, after) = Self.neighbours(of: hour)
        let all = 0.5 * hourTotals[hour] + 0.25 * (hourTotals[before] + hourTotals[after])
        guard let first = row.map({ 24 * $0 }) else { return (0, all) }
        let own = 0.5 * hours[first + hour] + 0.25 * (hours[first + before] + hours[first + after])
        return (Double(own), all)
    }

    static func neighbours(of hour: Int) -> (before: Int, after: Int) {
        (hour == 0 ? 23 : hour - 1, hour == 23 ? 0 : hour + 1)
    }
}

/// The rows in their order; places, totals and the order of last uses follow from what is in them.
extension LaunchCounts: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&weight)
        try coder.code(&recentWeight)
        var list = Coder.isReader ? [] : apps
        try coder.code(&list)
        for app in list where Coder.isReader {
            try coder.check(rows.indices.contains(Int(app)) && rows[Int(app)] < 0)
            _ = makeRow(of: Int(app))
        }
        try coder.code(&overall)
        try coder.code(&recent)
        try coder.code(counters: &hours)
        try coder.code(counters: &hourTotals)
        try coder.code(each: &bySituation)
        try coder.code(each: &successors)
        for kind in 0..<2 { try coder.code(each: &successorsBySituation[kind]) }
        let known = rows
        func isKnown(_ app: Int32) -> Bool { known.indices.contains(Int(app)) && known[Int(app)] >= 0 }
        for list in [successors, successorsBySituation[0], successorsBySituation[1]] {
            for own in list {
                for slot in 0..<Successors.width {
                    try coder.check(own.apps[slot] < 0 || isKnown(own.apps[slot]))
                }
            }
        }
        try pairs.code(&coder, isKnown: isKnown)
        try coder.code(each: &lastUse)
        try coder.code(each: &lastSession)
        try coder.code(each: &order)
        let sorted = order.sorted()
        try coder.check(sorted.indices.allSatisfy { Int(sorted[$0]) == $0 })
        try coder.code(&previous, below: rows.count)
        try coder.code(&beforePrevious, below: rows.count)
        try coder.check([previous, beforePrevious].allSatisfy { $0.map { row(of: $0) != nil } ?? true })
    }
}

/// Decayed counts by row.
struct Column: Sendable {
    private(set) var weights: [Float] = []
    private(set) var total = 0.0

    mutating func grow() { weights.grow(by: 0) }

    mutating func add(_ unit: Double, to row: Int) {
        weights[row] += Float(unit)
        total += unit
    }

    mutating func scale(by factor: Double) {
        weights.scale(by: Float(factor))
        total *= factor
    }

    mutating func remove(_ row: Int) {
        weights.remove(at: row)
        // Added up again, so that no differences are left over the years.
        total = weights.reduce(0) { $0 + Double($1) }
    }
}

extension Column: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(counters: &weights)
        try coder.code(amount: &total)
    }
}
