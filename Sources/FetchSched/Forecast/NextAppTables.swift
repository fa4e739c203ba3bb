/// What launches are counted by, to tell which app comes next.
///
/// Two situations are told apart: a launch within a session, and the first launch of a new one. Each app that was
/// launched has a row in the tables; the others share row 0, which stays empty, or have an empty one.
///
/// - Complexity: O(1) per launch; some 370 bytes per app launched, 4 per other app.
struct NextAppTables: Sendable {
    /// The situation of a launch.
    enum Situation: Int, Sendable {
        case sameSession, newSession
    }

    let shrinkage: Double
    /// Growth of the weight of a launch from one to the next.
    private let growth: Double
    private(set) var unit = 1.0
    /// The row of each app; 0 for those never launched. And the app of each row; -1 for the first, which has none.
    private(set) var rows: [Int32] = []
    private(set) var owners: [Int32] = []
    /// How many rows there are.
    private(set) var rowCount = 0
    private(set) var overall = DecayedCounts()
    private(set) var bySituation = [DecayedCounts(), DecayedCounts()]
    private(set) var hours = HourTable()
    private(set) var recent = DecayedCounts()
    private(set) var recentUnit = 1.0
    private(set) var successors = SuccessorTable()
    private(set) var bySituationSuccessors = [SuccessorTable(), SuccessorTable()]
    private(set) var pairs = PairTable()
    private(set) var recency = RecencyList()
    private(set) var placeCounts = [[Double]](
        repeating: [Double](repeating: 0, count: RecencyList.length + 1), count: 2)
    private(set) var placeTotals = [0.0, 0.0]
    /// Per row: session and time of the last use, and the step of time by which that was (``NextAppCells/never`` if there
    /// was none); and the number of the present session.
    private(set) var lastSession = RowTable<Int32>(-1)
    private(set) var lastUse: [PastInstant] = []
    private(set) var lastStep = RowTable<Int32>(NextAppCells.never)
    private(set) var session: Int32 = 0
    /// How many apps were ever launched.
    private var launchedCount = 0
    /// No row from this one on was; follows from the moments.
    private var launchedRows = 1

    /// The app launched last, and the one before.
    private(set) var previous: Int?
    private(set) var beforePrevious: Int?
    /// How many places of apps there are that have none.
    private var vacancies = 0
    /// How many apps are known.
    var count: Int { rows.count - vacancies }

    /// Of the popularity among the last launches: half weight after 12 more.
    private static let recentGrowth = PortableMath.exp(0.693_147_180_559_945_3 / 12)

    /// Makes tables that know no app.
    init(_ parameters: ForecastParameters = ForecastParameters()) {
        shrinkage = parameters.shrinkage
        growth = PortableMath.exp(0.693_147_180_559_945_3 / max(1, parameters.halfLifeLaunches))
        appendRow(of: -1)
    }

    /// Makes room for apps up to `count`.
    mutating func grow(to count: Int) { rows.grow(to: count, with: 0, part: 8) }

    /// There is an app again at a place that had none.
    mutating func refill() { vacancies -= 1 }

    /// So many places have no app. They have no row.
    mutating func setVacancies(_ count: Int) { vacancies = count }

    /// Forgets an app: what followed it, that it followed others, and its part of all that was counted. Its place has no
    /// app from now on. The rows after its own move up.
    ///
    /// - Complexity: O(1) if it has no row, else O(rows).
    mutating func forget(_ app: Int) {
        vacancies += 1
        let row = Int(rows[app])
        guard row > 0 else { return }
        if wasLaunched(row: row) {
            launchedCount -= 1
            successors.forget(app)
            for index in bySituationSuccessors.indices { bySituationSuccessors[index].forget(app) }
            pairs.forget(app)
            if previous == app { (previous, beforePrevious) = (nil, nil) }
            if beforePrevious == app { beforePrevious = nil }
        }
        rows[app] = 0
        removeRow(row)
    }

    private mutating func removeRow(_ row: Int) {
        owners.remove(at: row)
        rowCount -= 1
        for moved in row..<rowCount { rows[Int(owners[moved])] = Int32(truncatingIfNeeded: moved) }
        overall.remove(row)
        for index in bySituation.indices { bySituation[index].remove(row) }
        hours.remove(row)
        successors.remove(row)
        for index in bySituationSuccessors.indices { bySituationSuccessors[index].remove(row) }
        recent.remove(row)
        recency.remove(row)
        lastSession.remove(row)
        lastUse.remove(at: row)
        lastStep.remove(row)
        launchedRows = 1 + ((1..<rowCount).last(where: { wasLaunched(row: $0) }) ?? 0)
    }

    private mutating func appendRow(of app: Int32) {
        owners.grow(by: app)
        rowCount += 1
        overall.grow(to: rowCount)
        for index in bySituation.indices { bySituation[index].grow(to: rowCount) }
        hours.grow(to: rowCount)
        successors.grow(to: rowCount)
        for index in bySituationSuccessors.indices { bySituationSuccessors[index].grow(to: rowCount) }
        recent.grow(to: rowCount)
        recency.grow(to: rowCount)
        lastSession.grow(to: rowCount)
        lastUse.grow(to: rowCount, with: PastInstant())
        lastStep.grow(to: rowCount)
    }

    /// Stands for any app that was never launched: their chances are the same.
    static let unlaunched = -1

    /// The app's row in what is kept by app; 0 if it has none.
    @inline(__always)
    func row(of app: Int) -> Int { app < 0 ? 0 : Int(rows[app]) }

    /// The same, giving the app one if it has none.
    mutating func ownRow(of app: Int) -> Int {
        if rows[app] == 0 {
            rows[app] = Int32(truncatingIfNeeded: rowCount)
            appendRow(of: Int32(truncatingIfNeeded: app))
        }
        return Int(rows[app])
    }

    /// The same before a launch: the rows of apps launched come before those of apps that were only asked about, so that it does
    /// not matter to the last bits of any sum who was asked about.
    mutating func ownRow(launching app: Int) -> Int {
        let row = ownRow(of: app)
        guard row > launchedRows else { return row }
        // Both are as they were made.
        rows[Int(owners[launchedRows])] = Int32(truncatingIfNeeded: row)
        rows[app] = Int32(truncatingIfNeeded: launchedRows)
        owners.swapAt(row, launchedRows)
        return launchedRows
    }

    /// The rows of eight apps; 0 of those that were never launched, and where there is none.
    @inline(__always)
    func rows(of apps: IntLanes) -> IntLanes {
        func row(_ lane: Int) -> Int32 {
            let row = apps[lane] < 0 ? 0 : rows[Int(apps[lane])]
            return row < launchedRows ? row : 0
        }
        return IntLanes(row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
    }

    /// How many apps were never launched.
    var unlaunchedCount: Int { max(0, count - launchedCount) }

    /// Whether the row's app was ever launched; one that was only asked about has a row, too, and the chances of those
    /// that have none.
    @inline(__always)
    func wasLaunched(row: Int) -> Bool { lastUse[row].moment != nil }

    /// Blocks of eight rows in which one has a chance of its own. Those of apps that were only asked about come last.
    var scoredBlocks: Int { RowTable<Float>.blocks(of: launchedRows) }

    /// The cell of the sessions since the row's last use, as seen from the present session or from the next one.
    func sessionCell(_ row: Int, fromNext: Bool) -> Int {
        guard wasLaunched(row: row) else { return NextAppCells.sessions - 1 }
        return NextAppCells.cell(sessions: (fromNext ? session &+ 1 : session) &- lastSession[row])
    }

    /// Counts a launch.
    mutating func count(_ app: Int, situation: Situation, hour: Int, at now: Instant) {
        let kind = situation.rawValue
        if situation == .newSession { session &+= 1 }
        let row = ownRow(launching: app)
        unit *= growth
        overall.add(unit, to: row)
        bySituation[kind].add(unit, to: row)
        hours.add(unit, to: row, hour: hour)
        if let previous {
            successors.add(unit, from: self.row(of: previous), to: app)
            bySituationSuccessors[kind].add(unit, from: self.row(of: previous), to: app)
            if let beforePrevious { pairs.add(unit, from: (beforePrevious, previous), to: app) }
        }
        recentUnit *= Self.recentGrowth
        recent.add(recentUnit, to: row)
        if recentUnit > 1e6 {
            recent.scale(by: 1 / recentUnit)
            recentUnit = 1
        }
        placeCounts[kind][recency.place(of: row) ?? RecencyList.length] += unit
        placeTotals[kind] += unit
        recency.moveToFront(row)
        if !wasLaunched(row: row) { launchedCount += 1 }
        lastSession[row] = session
        setLastUse(now, of: row)
        beforePrevious = previous
        previous = app
        if unit > 1e6 { rescale() }
    }

    /// The clock was set back: nothing was used after `now`.
    mutating func clockWentBack(to now: Instant) {
        for row in lastUse.indices where wasLaunched(row: row) {
            lastUse[row].hold(to: now)
            setLastUse(lastUse[row].moment, of: row)
        }
    }

    private mutating func setLastUse(_ moment: Instant?, of row: Int) {
        if moment != nil { launchedRows = max(launchedRows, row + 1) }
        lastUse[row].moment = moment
        lastStep[row] = lastUse[row].moment.map { NextAppCells.step(after: $0) } ?? NextAppCells.never
    }

    /// What an app's share of all launches weighs beside those of an hour.
    var hourStrength: Double { shrinkage * unit }

    /// Launches of an app, expected in an hour, that weigh as much as the belief that it is used alike at all hours.
    var hourPrior: Double { 2 * unit }

    /// The app's share of all launches.
    @inline(__always)
    func popularity(_ app: Int) -> Double { popularity(row: row(of: app)) }

    @inline(__always)
    func popularity(row: Int) -> Double {
        overall.share(row, prior: 1 / Double(max(1, count)), strength: unit)
    }

    /// The same among the last launches.
    func recentShare(row: Int) -> Double {
        recent.share(row, prior: popularity(row: row), strength: 2 * recentUnit)
    }

    /// The same as terms of a row's weight among the last launches, of that among all, and of any row.
    var recentTerms: (own: Double, overall: Double, all: Double) {
        let own = 1 / (recent.total + 2 * recentUnit)
        let overall = 2 * recentUnit * own / (self.overall.total + unit)
        return (own, overall, overall * unit / Double(max(1, count)))
    }

    private mutating func rescale() {
        let factor = 1 / unit
        overall.scale(by: factor)
        for index in bySituation.indices { bySituation[index].scale(by: factor) }
        hours.scale(by: factor)
        successors.scale(by: factor)
        for index in bySituationSuccessors.indices { bySituationSuccessors[index].scale(by: factor) }
        pairs.scale(by: factor)
        for kind in placeCounts.indices {
            placeTotals[kind] *= factor
            placeCounts[kind].scale(by: factor)
        }
        unit = 1
    }
}

/// Reads into tables that have grown to their number of apps.
extension NextAppTables: SnapshotCoded {
    /// The app of each row but the first, which has none.
    private mutating func codeRows<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var owners = Coder.isReader ? [] : Array(owners.dropFirst())
        try coder.code(&owners)
        guard Coder.isReader else { return }
        for app in owners {
            try coder.check(rows.indices.contains(Int(app)) && rows[Int(app)] == 0)
            _ = ownRow(of: Int(app))
        }
    }
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try codeRows(&coder)
        try coder.code(&unit)
        try coder.code(&overall)
        try coder.code(each: &bySituation)
        try coder.code(&hours)
        try coder.code(&recent)
        try coder.code(&recentUnit)
        let known = rows
        func isKnown(_ app: Int) -> Bool { known.indices.contains(app) && known[app] > 0 }
        try successors.code(&coder, isKnown: isKnown)
        for index in bySituationSuccessors.indices {
            try bySituationSuccessors[index].code(&coder, isKnown: isKnown)
        }
        try pairs.code(&coder, isKnown: isKnown)
        try coder.code(&recency)
        for kind in placeCounts.indices { try coder.code(counters: &placeCounts[kind]) }
        try coder.code(counters: &placeTotals)
        try coder.code(&session)
        for row in 0..<rowCount {
            var (session, moment) = (lastSession[row], lastUse[row].moment)
            try coder.code(&session)
            try coder.code(&moment)
            guard Coder.isReader else { continue }
            lastSession[row] = session
            setLastUse(moment, of: row)
        }
        if Coder.isReader { launchedCount = lastUse.count { $0.moment != nil } }
        try coder.check(recency.list.allSatisfy { wasLaunched(row: Int($0)) })
        try coder.code(&previous, below: rows.count)
        try coder.code(&beforePrevious, below: rows.count)
        try coder.check(previous.map(isKnown) ?? true && beforePrevious.map(isKnown) ?? true)
        // Both grow from 1 to a million, and begin again.
        try coder.check((1...2e6).contains(unit) && (1...2e6).contains(recentUnit))
    }
}
