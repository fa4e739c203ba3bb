/// Features of ``NextAppModel`` from ``LaunchCounts``, by row.
struct NextAppFeatures: Sendable {
    /// Logarithms of each row's popularity, of its popularity among the last launches, and of that in this hour. A
    /// number that all rows share is left out, as it changes no probability.
    private(set) var popularity: [Float] = []
    private(set) var recent: [Float] = []
    private(set) var hourly: [Float] = []
    /// Logarithms for any app that was never launched.
    private(set) var unlaunched = SIMD4<Float>.zero
    private(set) var cells: [Cells] = []
    /// By situation: apps that followed the last app, the last two apps, and the last app in this situation, and how
    /// many times as often as the features before say, as logarithms.
    private(set) var followers = [[Followers]](
        repeating: [Followers](repeating: Followers(), count: 3), count: 2)
    /// Working memory of the model, reused so that a launch allocates nothing; all 0 between launches.
    var cellMisses = [Float](repeating: 0, count: sessionCells + ranks)
    /// Counts the times that the features changed; 0 before the first time.
    private(set) var version: UInt32 = 0
    private var key: Key?
    /// The number of the last session.
    var session: Int32 = 0
    /// Weight of the share of all launches, in launches of an hour.
    var shrinkage: Float = 4

    /// A row's cell by time since its last use, and by sessions since then, in each situation.
    struct Cells: Sendable {
        var time = 0
        var sessions = (0, 0)

        func session(_ kind: Int) -> Int { kind == 0 ? sessions.0 : sessions.1 }
    }

    struct Followers: Sendable {
        var rows = SIMD8<Int32>(repeating: -1)
        var logarithms = SIMD8<Float>.zero
    }

    private struct Key: Equatable, Sendable {
        var hour: Int
        var step: Int64
    }

    // MARK: Cells

    /// Cells by sessions since the last use: the present one, ten powers of 1.7, and never.
    static let sessionCells = 12
    static let neverUsed = sessionCells - 1
    /// Cells by rank among the apps used last: 32 of them, beyond, and never.
    static let ranks = 34
    static let neverRanked = sessionCells + ranks - 1
    /// Cells by time since the last use.
    static let times = 5
    private static let cellOfSessions = cells(from: [1, 2, 3, 5, 9, 15, 25, 42, 70, 119])
    /// The cells by time start after 20 minutes, 5, 20 and 30 hours, in steps of ten minutes.
    private static let cellOfSteps = cells(from: [2, 30, 120, 180])

    /// The cell of each number up to the last cell's start. A table, as no processor predicts the branches of a search.
    private static func cells(from starts: [Int]) -> [Int] {
        (0...starts[starts.count - 1]).map { number in starts.count { $0 <= number } }
    }

    static func rankCell(_ rank: Int) -> Int { sessionCells + min(rank, 32) }

    /// The cell of an app that was used `sessions` sessions ago.
    static func sessionCell(_ sessions: Int32) -> Int { cell(Int(sessions), cellOfSessions) }

    private static func cell(_ number: Int, _ cells: [Int]) -> Int {
        cells[min(max(number, 0), cells.count - 1)]
    }

    // MARK: Features

    mutating func invalidate() { key = nil }

    /// Whether the features are those of a launch at that time, which is read in steps of ten minutes.
    func areOf(hour: Int, _ now: FetchTime) -> Bool { key == Key(hour: hour, step: ForecastStep.of(now)) }

    /// Computes the features of a launch at that time.
    mutating func update(_ counts: LaunchCounts, hour: Int, at now: FetchTime) {
        let key = Key(hour: hour, step: ForecastStep.of(now))
        self.key = key
        version = version == .max ? 1 : version + 1
        let all = counts.total.overall + counts.unit
        let prior = Float(counts.unit / Double(max(1, counts.appCount)))
        let recentStrength = Float(4 * counts.recentUnit / all)
        let hourStrength = Float(Double(shrinkage) * counts.unit / all)
        Self.fill(&popularity, counts) { $0.overall + prior }
        Self.fill(&recent, counts) { $0.recent + recentStrength * ($0.overall + prior) }
        Self.fill(&hourly, counts) { $0.byHour[hour] + hourStrength * ($0.overall + prior) }
        unlaunched = SIMD4(
            PortableMath.log(prior), PortableMath.log(recentStrength * prior),
            PortableMath.log(hourStrength * prior), 0)
        updateCells(counts, key.step)
    }

    private mutating func updateCells(_ counts: LaunchCounts, _ step: Int64) {
        cells.resize(to: counts.rowCount, with: Cells())
        let last = session
        var cells = cells.mutableSpan
        for row in cells.indices {
            let steps = Int(clamping: step &- ForecastStep.after(counts.rows[row].lastUse))
            let sessions = last &- counts.rows[row].lastSession
            let (same, new) = (Self.sessionCell(sessions), Self.sessionCell(sessions &+ 1))
            cells[row] = Cells(time: Self.cell(steps, Self.cellOfSteps), sessions: (same, new))
        }
    }

    /// Sets each row's number to the logarithm of its share.
    private static func fill(
        _ numbers: inout [Float], _ counts: LaunchCounts, _ share: (LaunchCounts.Tally<Float>) -> Float
    ) {
        numbers.resize(to: counts.rowCount, with: 0)
        var numbers = numbers.mutableSpan
        for row in numbers.indices { numbers[row] = share(counts.rows[row].launches) }
        for row in numbers.indices { numbers[row] = PortableMath.log(numbers[row]) }
    }

    // MARK: Followers

    /// Launches taken off each count of followers, and given to all apps.
    private static let discounted: Float = 0.6

    /// Computes what followed the app launched last, and the two launched last: with absolute discounts, as in Kneser
    /// and Ney, "Improved backing-off for m-gram language modeling", ICASSP 1995.
    mutating func updateFollowers(_ counts: LaunchCounts, kind: Int) {
        for index in 0..<3 { followers[kind][index] = Followers() }
        guard let previous = counts.previous, let from = counts.row(of: previous) else { return }
        let unit = Float(counts.unit)
        let one = counts.rows[from].successors
        let shares = Shares(counts, kind: kind, shrinkage: shrinkage)
        // The probability that is left to all apps once the followers have theirs.
        func left(_ own: Successors) -> Float {
            var beyond: Float = 0
            for slot in 0..<Successors.width { beyond += max(0, own.counts[slot] - Self.discounted * unit) }
            return max(0.001, 1 - beyond / max(own.total, 1e-20))
        }
        func times(_ own: Successors, _ slot: Int, _ known: Float) -> Float {
            let beyond = own.counts[slot] - Self.discounted * unit
            // Counts that have faded to nothing are not divided by one another.
            return beyond > 0 ? 1 + beyond / (own.total * known) : 1
        }
        let leftOfOne = one.total > 0 ? left(one) : 1
        if one.total > 0 {
            set(kind, 0, counts.rows(of: one.apps)) { slot, row in
                times(one, slot, leftOfOne * shares.ofSituation(row))
            }
        }
        if let beforePrevious = counts.beforePrevious,
            let pair = counts.pairs.following((beforePrevious, previous)), pair.total > 0
        {
            let leftOfPair = left(pair)
            set(kind, 1, counts.rows(of: pair.apps)) { slot, row in
                var known = leftOfOne * shares.ofSituation(row)
                for other in 0..<Successors.width where one.apps[other] == pair.apps[slot] {
                    known *= times(one, other, known)
                }
                return times(pair, slot, leftOfPair * known)
            }
        }
        let situation = counts.rows[from].successors(kind)
        let strength = shrinkage * unit
        set(kind, 2, counts.rows(of: situation.apps)) { slot, row in
            let follows = one.count(of: situation.apps[slot]) + (strength + one.rest) * shares.ofAll(row)
            return 1 + (one.total + strength) * situation.counts[slot]
                / ((4 * unit + situation.rest) * follows)
        }
    }

    private mutating func set(
        _ kind: Int, _ index: Int, _ rows: SIMD8<Int32>, _ times: (Int, Int) -> Float
    ) {
        followers[kind][index].rows = rows
        for slot in 0..<Successors.width where rows[slot] >= 0 {
            followers[kind][index].logarithms[slot] = PortableMath.log(times(slot, Int(rows[slot])))
        }
    }

    /// Shares of all launches, and of those in a situation, by row.
    private struct Shares {
        private let rows: [LaunchCounts.Row]
        private let kind: Int
        private let prior, strength, perAll, perSituation: Float

        init(_ counts: LaunchCounts, kind: Int, shrinkage: Float) {
            (rows, self.kind) = (counts.rows, kind)
            prior = Float(counts.unit / Double(max(1, counts.appCount)))
            strength = shrinkage * Float(counts.unit)
            perAll = Float(1 / (counts.total.overall + counts.unit))
            perSituation = 1 / (Float(counts.total.bySituation[kind]) + strength)
        }

        func ofAll(_ row: Int) -> Float { (rows[row].launches.overall + prior) * perAll }

        func ofSituation(_ row: Int) -> Float {
            (rows[row].launches.bySituation[kind] + strength * ofAll(row)) * perSituation
        }
    }
}
