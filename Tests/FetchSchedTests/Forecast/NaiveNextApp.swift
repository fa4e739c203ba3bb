@testable import FetchSched

/// What ``NextAppModel`` does, one row after the other and one number after the other: with the same bits.
struct NaiveNextApp {
    private var weights: [[Float]] = Array(repeating: [0.7, 0.3, 0.3, 0.5, 0.5, 0.3], count: 2)
    private var weightSquares: [[Float]] = Array(repeating: Array(repeating: 1, count: 6), count: 2)
    private var bySession = Biases(cells: 12)
    private var byPlace = Biases(cells: 34)
    /// By row, time and situation.
    private var byTime: [Int: [Biases]] = [:]

    /// By situation and cell.
    private struct Biases {
        var numbers: [[Float]]
        var squares: [[Float]]

        init(cells: Int) {
            numbers = Array(repeating: Array(repeating: 0, count: cells), count: 2)
            squares = Array(repeating: Array(repeating: 2, count: cells), count: 2)
        }

        mutating func learn(_ kind: Int, _ cell: Int, _ miss: Float) {
            squares[kind][cell] += miss * miss
            numbers[kind][cell] += 0.3 * miss * NaiveNextApp.inverseSquareRoot(squares[kind][cell])
        }
    }

    /// What is known of a row.
    private struct Row {
        var shares: [Float]
        var session, place, time: Int
        var isCounted: Bool
    }

    private static func log(_ x: Float) -> Float { PortableMath.log(FloatLanes(repeating: x))[0] }
    private static func exp(_ x: Float) -> Float { PortableMath.exp(FloatLanes(repeating: x))[0] }
    private static func inverseSquareRoot(_ x: Float) -> Float {
        PortableMath.inverseSquareRoot(FloatLanes(repeating: x))[0]
    }

    private func rows(_ tables: NextAppTables, _ kind: Int, hour: Int, step: Int64) -> [Row] {
        let all = tables.overall.total + tables.unit
        let prior = Float(tables.unit / Double(max(1, tables.count)))
        let recentStrength = Float(tables.shrinkage * tables.recentUnit / all)
        let hourStrength = Float(tables.hourStrength / all)
        let present = kind == 0 ? tables.session : tables.session &+ 1
        var lanes = [FloatLanes](repeating: .zero, count: (tables.rowCount + 7) / 8)
        tables.hours.counts(hour: hour, to: &lanes)
        return (0..<tables.rowCount).map { row in
            let popularity = tables.overall.weights[row] + prior
            let recent = tables.recent.weights[row] + recentStrength * popularity
            let hourly = lanes[row / 8][row % 8] + hourStrength * popularity
            let shares = [Self.log(popularity), Self.log(recent), Self.log(hourly)]
            guard let last = tables.lastUse[row].moment else {
                return Row(
                    shares: shares, session: 11, place: 33, time: 0,
                    isCounted: row == 0 && tables.unlaunchedCount > 0)
            }
            let span = ForecastStep.moment(step) - last
            let time = [TimeSpan.minutes(20), .hours(5), .hours(20), .hours(30)].count { span >= $0 }
            return Row(
                shares: shares, session: NextAppCells.cell(sessions: present &- tables.lastSession[row]),
                place: tables.recency.place(of: row) ?? 32, time: time, isCounted: true)
        }
    }

    private func score(_ row: Row, _ number: Int, _ kind: Int, _ followers: [NextAppFeatures.Followers])
        -> Float
    {
        let (sessions, places) = (bySession.numbers[kind], byPlace.numbers[kind])
        let weights = weights[kind]
        var score = sessions[0] + places[32]
        score += (weights[0] - weights[1] - weights[2]) * row.shares[0]
        score += weights[1] * row.shares[1]
        score += weights[2] * row.shares[2]
        let ofTime = byTime[number]?[row.time].numbers[kind][0] ?? 0
        if number == 0 {
            score = score + sessions[11] - sessions[0] + places[33] - places[32] + ofTime
        } else {
            for cell in 0..<row.session { score += sessions[cell + 1] - sessions[cell] }
            score += ofTime
            if row.place < 32 { score += places[row.place] - places[32] }
        }
        for (table, followers) in followers.enumerated() {
            for lane in 0..<8 where Int(followers.rows[lane]) == number {
                score += weights[3 + table] * followers.logarithms[lane]
            }
        }
        return score
    }

    /// The chances of all rows, that of row 0 for all apps never launched; and what is known of them.
    private func chances(
        _ tables: NextAppTables, _ kind: Int, hour: Int, step: Int64
    ) -> (powers: [Float], sum: Double, rows: [Row], followers: [NextAppFeatures.Followers]) {
        var features = NextAppFeatures()
        features.lookForFollowers(tables, kind: kind)
        let found = features.followers[kind]
        let followers = [found.ofOne, found.ofPair, found.inSituation]
        let rows = rows(tables, kind, hour: hour, step: step)
        let scores = rows.indices.map { rows[$0].isCounted ? score(rows[$0], $0, kind, followers) : -1e30 }
        let most = scores.max() ?? 0
        var powers = scores.map { Self.exp($0 - most) }
        powers[0] *= Float(tables.unlaunchedCount)
        // Of these the halves of each block come first.
        var four = [Double](repeating: 0, count: 4)
        for first in stride(from: 0, to: powers.count, by: 8) {
            func power(_ row: Int) -> Double { row < powers.count ? Double(powers[row]) : 0 }
            for lane in 0..<4 { four[lane] += power(first + lane) + power(first + lane + 4) }
        }
        return (powers, (four[0] + four[2]) + (four[1] + four[3]), rows, followers)
    }

    func probability(
        _ app: Int, _ tables: NextAppTables, _ situation: NextAppTables.Situation, hour: Int, at now: Instant
    ) -> Double {
        let all = chances(tables, situation.rawValue, hour: hour, step: ForecastStep.of(now))
        let row = tables.row(of: app)
        if tables.wasLaunched(row: row) { return Double(all.powers[row]) / all.sum }
        return Double(all.powers[0]) / all.sum / Double(max(1, tables.unlaunchedCount))
    }

    mutating func learn(
        _ app: Int, _ tables: NextAppTables, _ situation: NextAppTables.Situation, hour: Int, at now: Instant
    ) {
        let kind = situation.rawValue
        let all = chances(tables, kind, hour: hour, step: ForecastStep.of(now))
        let scale = Float(-1 / all.sum)
        var misses = all.powers.map { $0 * scale }
        let launched = tables.row(of: app)
        misses[tables.wasLaunched(row: launched) ? launched : 0] += 1
        let dots = (0..<3).map { share in
            Self.sum(misses.indices.map { misses[$0] * all.rows[$0].shares[share] })
        }
        var gradient = [dots[0], dots[1] - dots[0], dots[2] - dots[0]]
        for followers in all.followers {
            let terms = (0..<8).map { misses[Int(followers.rows[$0])] * followers.logarithms[$0] }
            gradient.append(Self.sum(terms))
        }
        for feature in 0..<6 {
            weightSquares[kind][feature] += gradient[feature] * gradient[feature]
            let root = Self.inverseSquareRoot(weightSquares[kind][feature])
            weights[kind][feature] += 0.1 * gradient[feature] * root
        }
        learnCells(kind, misses, all.rows, tables)
        for row in misses.indices {
            let time = all.rows[row].time
            byTime[row, default: Array(repeating: Biases(cells: 1), count: 5)][time].learn(
                kind, 0, misses[row])
        }
    }

    private mutating func learnCells(_ kind: Int, _ misses: [Float], _ rows: [Row], _ tables: NextAppTables) {
        let bounds = NextAppCells.bounds(present: kind == 0 ? tables.session : tables.session &+ 1)
        let all = Self.sum(misses) - misses[0]
        var below = all
        for cell in 0...10 {
            var reaching: Float = 0
            if cell < 10 {
                let masked = misses.indices.map { tables.lastSession[$0] < bounds[cell] ? misses[$0] : 0 }
                reaching = Self.sum(masked)
                if tables.lastSession[0] < bounds[cell] { reaching -= misses[0] }
            }
            bySession.learn(kind, cell, below - reaching)
            below = reaching
        }
        bySession.learn(kind, 11, misses[0])
        var places = [Float](repeating: 0, count: 32)
        for row in misses.indices where rows[row].place < 32 { places[rows[row].place] = misses[row] }
        // In blocks of eight, which is the order of the sum.
        var blocks = [Float](repeating: 0, count: 8)
        for place in 0..<32 { blocks[place % 8] += places[place] }
        for place in 0..<32 { byPlace.learn(kind, place, places[place]) }
        byPlace.learn(kind, 32, all - Self.sum(blocks))
        byPlace.learn(kind, 33, misses[0])
    }

    /// Every eighth one first, then the halves of these: the order in which lanes are added up.
    private static func sum<Number: BinaryFloatingPoint>(_ numbers: [Number]) -> Number {
        var lanes = [Number](repeating: 0, count: 8)
        for (index, number) in numbers.enumerated() { lanes[index % 8] += number }
        let four = (0..<4).map { lanes[$0] + lanes[$0 + 4] }
        return (four[0] + four[2]) + (four[1] + four[3])
    }
}
