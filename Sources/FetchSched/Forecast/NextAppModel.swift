/// Which app is launched next: a log-linear model over what the tables of ``NextAppForecast`` count.
///
/// Each app has a score, and its chance is e^score over the sum of all. The score adds up six logarithms of shares, each
/// with a weight of its own, and three biases, each learned for a few cells: by sessions since the app's last use, by
/// its place in the list of apps used last, and by app and time since its last use. In effect the shares are mixed
/// geometrically, and a share that says little in this situation has little weight. Two situations are told apart: a
/// launch within a session, and the first launch of one.
///
/// Learned online by the gradient of the logarithm of the chance of what was launched, each number with a step of its own
/// (AdaGrad: Duchi, Hazan and Singer, JMLR 12, 2011).
///
/// All of it is reckoned in single precision, eight rows at a time: what the model forgets and learns between two launches is
/// far more than what rounding changes.
///
/// - Complexity: O(apps launched so far) per launch; 80 bytes for each.
struct NextAppModel: Sendable {
    /// How many logarithms of shares are added up.
    static let features = 6

    private(set) var weights: [FloatLanes]
    private(set) var weightSquares: [FloatLanes]
    /// By situation: biases by sessions, then those by place, and the sums of their squared gradients.
    private(set) var biases: [FloatLanes]
    private(set) var biasSquares: [FloatLanes]
    /// By row, situation and cell: bias and sum of squared gradients. Row 0, whose apps were never used, has the first cell.
    private var byTime = RowTable<Float>(width: 2 * NextAppCells.times, 0)
    private var byTimeSquares = RowTable<Float>(width: 2 * NextAppCells.times, firstSquares)

    /// Working memory: by how much the cells of one situation were missed.
    private var cellMisses = [FloatLanes](repeating: .zero, count: cellBlocks)

    private static let weightStep: Float = 0.1
    static let biasStep: Float = 0.3
    private static let firstSquares: Float = 2

    /// Where the biases by place begin, and how many blocks of eight all biases of a situation take.
    static let firstPlace = 16
    static let cellBlocks = (firstPlace + NextAppCells.places + 7) / 8

    /// Makes a model that begins with those numbers.
    init(_ start: [ModelStart.NextApp] = ModelStart.plain.nextApp) {
        weights = start.map { $0.weights }
        weightSquares = start.map { FloatLanes(repeating: max(1, $0.weightSquares)) }
        biases = Array(repeating: .zero, count: 2 * Self.cellBlocks)
        biasSquares = []
        for (kind, own) in start.enumerated() {
            let squares = FloatLanes(repeating: max(Self.firstSquares, own.biasSquares))
            biasSquares.append(contentsOf: repeatElement(squares, count: Self.cellBlocks))
            set(own.bySessions, from: 0, kind)
            set(own.byPlace, from: Self.firstPlace, kind)
        }
    }

    private mutating func set(_ numbers: [Float], from first: Int, _ kind: Int) {
        for (index, number) in numbers.enumerated() {
            let cell = first + index
            biases[kind * Self.cellBlocks + cell >> 3][cell & 7] = number
        }
    }

    mutating func grow(to rows: Int) {
        byTime.grow(to: rows)
        byTimeSquares.grow(to: rows)
    }

    /// Forgets what was learned of a row; those after it move up.
    ///
    /// - Complexity: O(rows).
    mutating func remove(_ row: Int) {
        byTime.remove(row)
        byTimeSquares.remove(row)
    }

    /// The weight of the hour's share among the features.
    func hourWeight(kind: Int) -> Double { Double(weights[kind][2]) }

    @inline(__always)
    private func bias(session cell: Int, _ kind: Int) -> Float {
        biases[kind * Self.cellBlocks + cell >> 3][cell & 7]
    }

    @inline(__always)
    private func bias(place: Int, _ kind: Int) -> Float { bias(session: Self.firstPlace + place, kind) }

    // MARK: Scores

    /// Finds the scores of all rows, those of one app; also that of row 0.
    ///
    /// - Complexity: O(rows).
    func score(_ features: NextAppFeatures, kind: Int, _ tables: NextAppTables, to scores: inout [FloatLanes])
    {
        let weights = weights[kind]
        let (unused, beyond) = (NextAppCells.sessions - 1, RecencyList.length)
        let (present, farthest) = (bias(session: 0, kind), bias(place: beyond, kind))
        // The other features are logarithms of what is said beside the popularity.
        let ofPopularity = weights[0] - weights[1] - weights[2]
        Self.mix(
            features, SIMD4(ofPopularity, weights[1], weights[2], present + farthest), to: &scores)
        let never = scores[0][0]
        let first = kind * Self.cellBlocks
        let ofSessions = SIMD16(lowHalf: biases[first], highHalf: biases[first + 1])
        Self.addSessions(
            ofSessions, tables.lastSession, NextAppCells.bounds(present: features.present(kind)), to: &scores)
        Self.addTimes(
            byTime, from: kind * NextAppCells.times, tables.lastStep, at: features.step, to: &scores)
        // What is other than of the most rows.
        var span = scores.mutableSpan
        span[number: 0] =
            never + bias(session: unused, kind) - present + bias(place: beyond + 1, kind) - farthest
            + byTime[0, kind * NextAppCells.times]
        let (list, biases) = (tables.recency.list.span, biases.span)
        let firstPlace = first * FloatLanes.scalarCount + Self.firstPlace
        for place in list.indices {
            span[number: Int(list[place])] += biases[number: firstPlace + place] - farthest
        }
        let followers = features.followers[kind]
        followers.ofOne.add(times: weights[3], to: &span)
        followers.ofPair.add(times: weights[4], to: &span)
        followers.inSituation.add(times: weights[5], to: &span)
    }

    /// The score of rows that have no chance of their own.
    static let least: Float = -1e30

    // MARK: Learning

    /// Learns that `launched` was, of rows that had these features and chances.
    ///
    /// - Parameter misses: the chances, negative; on return, by how much each row was missed.
    /// - Complexity: O(rows).
    mutating func learn(
        _ launched: Int, kind: Int, _ features: NextAppFeatures, _ tables: NextAppTables,
        misses: inout [FloatLanes]
    ) {
        misses[launched >> 3][launched & 7] += 1
        learnWeights(kind, features, misses)
        learnCells(kind, features, tables, misses)
        let first = kind * NextAppCells.times
        // Row 0 has its first cell, as one that was launched in the future.
        Self.learnTimes(&byTime, &byTimeSquares, from: first, misses, tables.lastStep, at: features.step)
    }

    private mutating func learnWeights(_ kind: Int, _ features: NextAppFeatures, _ misses: [FloatLanes]) {
        let followers = features.followers[kind]
        let popularity = Self.sum(misses, features.popularity)
        let gradient = FloatLanes(
            popularity, Self.sum(misses, features.recent) - popularity,
            Self.sum(misses, features.hourly) - popularity, followers.ofOne.sum(of: misses.span),
            followers.ofPair.sum(of: misses.span), followers.inSituation.sum(of: misses.span), 0, 0)
        weightSquares[kind] += gradient * gradient
        weights[kind] += Self.weightStep * gradient * PortableMath.inverseSquareRoot(weightSquares[kind])
    }

    /// The biases by sessions and by place learn by how much their cells were missed.
    private mutating func learnCells(
        _ kind: Int, _ features: NextAppFeatures, _ tables: NextAppTables, _ misses: [FloatLanes]
    ) {
        let bounds = NextAppCells.bounds(present: features.present(kind))
        // Row 0 is in cells of its own.
        let unused = misses[0][0]
        let all = Self.sum(misses) - unused
        let isInSessions = tables.lastSession[0]
        @inline(__always)
        func reaching(_ bound: Int) -> Float {
            let sum = Self.sum(misses, tables.lastSession, before: bounds[bound])
            return isInSessions < bounds[bound] ? sum - unused : sum
        }
        let sums = (
            reaching(0), reaching(1), reaching(2), reaching(3), reaching(4), reaching(5), reaching(6),
            reaching(7), reaching(8), reaching(9)
        )
        cellMisses[0] = FloatLanes(
            all - sums.0, sums.0 - sums.1, sums.1 - sums.2, sums.2 - sums.3, sums.3 - sums.4, sums.4 - sums.5,
            sums.5 - sums.6, sums.6 - sums.7)
        cellMisses[1] = FloatLanes(sums.7 - sums.8, sums.8 - sums.9, sums.9, unused, 0, 0, 0, 0)
        Self.spread(misses, to: tables.recency.list, &cellMisses)
        // Beyond are all others.
        var listed = cellMisses[Self.firstPlace / 8]
        for block in Self.firstPlace / 8 + 1..<Self.cellBlocks - 1 { listed += cellMisses[block] }
        cellMisses[Self.cellBlocks - 1] = FloatLanes(all - listed.total, unused, 0, 0, 0, 0, 0, 0)
        Self.learn(
            &biases, &biasSquares, from: kind * Self.cellBlocks, cellMisses, step: Self.biasStep)
    }

}

/// As double precision and by row, situation and six cells, the first of them of apps never launched, as snapshots have been
/// since it was reckoned in these.
extension NextAppModel: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for kind in weights.indices {
            var (weight, squares) = (SIMD8<Double>(weights[kind]), SIMD8<Double>(weightSquares[kind]))
            try coder.code(&weight)
            try coder.code(&squares)
            try coder.check(all(squares .>= 1) && all(squares .<= 1e30))
            try coder.check(all(weight .>= -1e6) && all(weight .<= 1e6))
            (weights[kind], weightSquares[kind]) = (FloatLanes(weight), FloatLanes(squares))
        }
        for kind in weights.indices { try code(0..<NextAppCells.sessions, of: kind, &coder) }
        let places = Self.firstPlace..<Self.firstPlace + NextAppCells.places
        for kind in weights.indices { try code(places, of: kind, &coder) }
        for row in 0..<byTime.rowCount {
            for kind in weights.indices { try codeTimes(of: row, kind, &coder) }
        }
    }

    private mutating func code<Coder: SnapshotCoder>(
        _ cells: Range<Int>, of kind: Int, _ coder: inout Coder
    ) throws(Coder.Failure) {
        for cell in cells {
            let (index, lane) = (kind * Self.cellBlocks + cell >> 3, cell & 7)
            var (number, squares) = (Double(biases[index][lane]), Double(biasSquares[index][lane]))
            try coder.code(&number)
            try coder.code(&squares)
            try coder.check(abs(number) <= 1e6 && squares >= 1 && squares <= 1e30)
            (biases[index][lane], biasSquares[index][lane]) = (Float(number), Float(squares))
        }
    }

    private mutating func codeTimes<Coder: SnapshotCoder>(
        of row: Int, _ kind: Int, _ coder: inout Coder
    ) throws(Coder.Failure) {
        for time in 0...NextAppCells.times {
            // The row of apps never launched is in the first cell of the six and no other row is.
            let cell = row == 0 ? time : time - 1
            let isLearned = row == 0 ? time == 0 : time > 0
            var (number, squares): (Float, Float) = (0, Self.firstSquares)
            let index = kind * NextAppCells.times + cell
            if isLearned { (number, squares) = (byTime[row, index], byTimeSquares[row, index]) }
            try coder.code(&number)
            try coder.code(&squares)
            try coder.check(abs(number) <= 1e6)
            try coder.check(squares >= Self.firstSquares && squares <= 1e30)
            if isLearned { (byTime[row, index], byTimeSquares[row, index]) = (number, squares) }
        }
    }
}
