/// The counts of launches from which ``NextAppModel`` forecasts the next app.
///
/// Each app that was ever launched has a row, in the order of the first launches; the others have none and share one
/// probability.
///
/// - Complexity: O(1) per launch, but for the order of last uses, O(rows); some 600 bytes a row.
struct LaunchCounts: Sendable, SnapshotCoded {
    /// Whether a launch comes within a session or starts one. Raw values are indices.
    enum Situation: Int, Sendable { case sameSession, newSession }

    /// Launches: all, those among the last dozen, those in each ``Situation``, and those in each hour of the day: half
    /// of those in the hour, and a quarter of those in each adjacent hour.
    struct Tally<Number: BinaryFloatingPoint & SIMDScalar & Sendable>: Sendable
    where Number.SIMD2Storage: Sendable, Number.SIMD32Storage: Sendable {
        var overall: Number = 0
        var recent: Number = 0
        var bySituation = SIMD2<Number>.zero
        var byHour = SIMD32<Number>.zero

        mutating func scale(by factor: Double) {
            overall *= Number(factor)
            bySituation *= Number(factor)
            byHour *= Number(factor)
        }
    }

    /// Counts of one app.
    struct Row: Sendable, SnapshotCoded {
        var app: Int32
        var launches = Tally<Float>()
        var lastUse = FetchTime.distantPast
        /// The number of the session in which it was used last.
        var lastSession: Int32 = 0
        /// Apps that followed: in all, and in each situation.
        var successors = Successors()
        var successorsBySituation = (Successors(), Successors())

        func successors(_ kind: Int) -> Successors {
            kind == 0 ? successorsBySituation.0 : successorsBySituation.1
        }

        fileprivate mutating func forEachSuccessors(_ change: (inout Successors) -> Void) {
            change(&successors)
            change(&successorsBySituation.0)
            change(&successorsBySituation.1)
        }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&launches, &lastUse, &lastSession, &successors)
            try coder.code(&successorsBySituation.0, &successorsBySituation.1)
        }
    }

    /// The row of each app, -1 for those never launched.
    private var numbers: [Int32] = []
    private(set) var rows: [Row] = []
    private(set) var total = Tally<Double>()
    private(set) var appCount = 0
    private(set) var pairs = PairSuccessors()
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
    var rowCount: Int { rows.count }
    /// How many apps were never launched.
    var unlaunchedCount: Int { max(0, appCount - rowCount) }

    func row(of app: Int) -> Int? {
        let row = numbers[app]
        return row >= 0 ? Int(row) : nil
    }

    /// The rows of eight apps; -1 for those that have none.
    func rows(of apps: SIMD8<Int32>) -> SIMD8<Int32> {
        var found = SIMD8<Int32>(repeating: -1)
        for lane in 0..<8 where apps[lane] >= 0 { found[lane] = Int32(row(of: Int(apps[lane])) ?? -1) }
        return found
    }

    // MARK: Learning

    /// Makes room for `places` places, `appCount` of which have an app.
    mutating func setApps(places: Int, appCount: Int) {
        numbers.grow(to: places, with: -1, part: 8)
        self.appCount = appCount
    }

    /// Counts a launch in the session of that number.
    mutating func count(_ app: Int, _ situation: Situation, session: Int32, hour: Int, at now: FetchTime) {
        if let scale = weight.advance() { rescale(scale) }
        if let scale = recentWeight.advance() {
            total.recent *= scale
            for row in rows.indices { rows[row].launches.recent *= Float(scale) }
        }
        let row = makeRow(of: app)
        let kind = situation.rawValue
        Self.add(unit, recentUnit, kind, hour, to: &rows[row].launches)
        Self.add(unit, recentUnit, kind, hour, to: &total)
        if let previous, let from = self.row(of: previous) {
            rows[from].successors.add(unit, app)
            if kind == 0 {
                rows[from].successorsBySituation.0.add(unit, app)
            } else {
                rows[from].successorsBySituation.1.add(unit, app)
            }
            if let beforePrevious { pairs.add(unit, app, after: (beforePrevious, previous)) }
        }
        (rows[row].lastUse, rows[row].lastSession) = (now, session)
        moveToFront(row)
        (beforePrevious, previous) = (previous, app)
    }

    private static func add<Number>(
        _ unit: Double, _ recentUnit: Double, _ kind: Int, _ hour: Int, to tally: inout Tally<Number>
    ) {
        tally.overall += Number(unit)
        tally.recent += Number(recentUnit)
        tally.bySituation[kind] += Number(unit)
        tally.byHour[hour] += Number(0.5 * unit)
        tally.byHour[(hour + 1) % 24] += Number(0.25 * unit)
        tally.byHour[(hour + 23) % 24] += Number(0.25 * unit)
    }

    private mutating func makeRow(of app: Int) -> Int {
        if let row = row(of: app) { return row }
        numbers[app] = Int32(rowCount)
        order.grow(by: Int32(rowCount))
        rows.grow(by: Row(app: Int32(truncatingIfNeeded: app)))
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
        total.scale(by: factor)
        for row in rows.indices {
            rows[row].launches.scale(by: factor)
            rows[row].forEachSuccessors { $0.scale(by: Float(factor)) }
        }
        pairs.scale(by: Float(factor))
    }

    /// Forgets an app: its part of all counts, what followed it, and that it followed others. Later rows move up.
    mutating func forget(_ app: Int) {
        guard let row = row(of: app) else { return }
        numbers[app] = -1
        rows.remove(at: row)
        for moved in row..<rowCount { numbers[Int(rows[moved].app)] = Int32(moved) }
        // Added up again, so that no differences are left over the years.
        total = Tally()
        for row in rows.indices {
            let launches = rows[row].launches
            total.overall += Double(launches.overall)
            total.recent += Double(launches.recent)
            total.bySituation += SIMD2(launches.bySituation)
            total.byHour += SIMD32(launches.byHour)
            rows[row].forEachSuccessors { $0.forget(app) }
        }
        pairs.forget(app)
        order.removeAll { Int($0) == row }
        for place in order.indices where Int(order[place]) > row { order[place] -= 1 }
        if previous == app { (previous, beforePrevious) = (nil, nil) }
        if beforePrevious == app { beforePrevious = nil }
    }

    mutating func clockWentBack(to now: FetchTime) {
        for row in rows.indices { rows[row].lastUse = min(rows[row].lastUse, now) }
    }

    // MARK: Shares

    /// The app's share of all launches; of an app never launched, that of one launch among as many apps as there are.
    func popularity(_ row: Int?) -> Double {
        let own = row.map { Double(rows[$0].launches.overall) } ?? 0
        return (own + unit / Double(max(1, appCount))) / (total.overall + unit)
    }

    /// The app's share of the last launches.
    func recentShare(_ row: Int?) -> Double {
        let own = row.map { Double(rows[$0].launches.recent) } ?? 0
        return (own + 2 * recentUnit * popularity(row)) / (total.recent + 2 * recentUnit)
    }

    /// The rows in their order; the places of apps and the order of last uses are checked.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&weight, &recentWeight)
        var apps = Coder.isReader ? [] : rows.map { $0.app }
        try coder.code(&apps)
        for app in apps where Coder.isReader {
            try coder.check(numbers.indices.contains(Int(app)) && numbers[Int(app)] < 0)
            _ = makeRow(of: Int(app))
        }
        try coder.code(&total)
        try coder.code(each: &rows)
        let numbers = numbers
        func isKnown(_ app: Int32) -> Bool { numbers.indices.contains(Int(app)) && numbers[Int(app)] >= 0 }
        for row in rows {
            for list in [row.successors, row.successorsBySituation.0, row.successorsBySituation.1] {
                for slot in 0..<Successors.width where list.apps[slot] >= 0 {
                    try coder.check(isKnown(list.apps[slot]))
                }
            }
        }
        try pairs.code(&coder, isKnown: isKnown)
        try coder.code(each: &order)
        let sorted = order.sorted()
        try coder.check(sorted.indices.allSatisfy { Int(sorted[$0]) == $0 })
        try coder.code(&previous, below: numbers.count)
        try coder.code(&beforePrevious, below: numbers.count)
        try coder.check([previous, beforePrevious].allSatisfy { $0.map { row(of: $0) != nil } ?? true })
    }
}

extension LaunchCounts.Tally: SnapshotCoded where Number: SnapshotFloat {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amounts: &overall, &recent)
        try coder.code(&bySituation)
        for hour in 0..<24 { try coder.code(amount: &byHour[hour]) }
    }
}
