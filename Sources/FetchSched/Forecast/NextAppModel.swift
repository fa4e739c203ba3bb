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
/// - Complexity: O(apps launched so far) per launch; 96 bytes for each.
struct NextAppModel: Sendable {
    /// How many logarithms of shares are added up.
    static let features = 6
    typealias Features = SIMD8<Double>

    /// Cells of the biases: by sessions since the last use, by place, and by time since the last use.
    static let sessionCells = 12
    static let placeCells = RecencyList.length + 2
    static let timeCells = 6

    /// A number that is learned, and the sum of its squared gradients.
    fileprivate struct Learned: Sendable {
        var number: Double
        var squares: Double
    }

    private var weights: [Features]
    private var weightSquares: [Features]
    /// By situation and cell.
    private var bySession: [Learned]
    private var byPlace: [Learned]
    /// By row, situation and cell: bias and sum of squares.
    private var byTime: [Float] = []
    private var byTimeSquares: [Float] = []

    /// Working memory: by how much the cells were missed, and roots of sums of squares.
    private var sessionMisses = [Double](repeating: 0, count: sessionCells)
    private var placeMisses = [Double](repeating: 0, count: placeCells)
    private var roots: [Double] = []

    private static let weightStep = 0.1
    private static let biasStep = 0.3
    private static let firstSquares = 2.0

    init() {
        let start = Features(0.7, 0.3, 0.3, 0.5, 0.5, 0.3, 0, 0)
        weights = [start, start]
        weightSquares = [.one, .one]
        bySession = Array(
            repeating: Learned(number: 0, squares: Self.firstSquares), count: 2 * Self.sessionCells)
        byPlace = Array(repeating: Learned(number: 0, squares: Self.firstSquares), count: 2 * Self.placeCells)
    }

    mutating func grow(to rows: Int) {
        byTime.grow(to: rows * 2 * Self.timeCells, with: 0)
        byTimeSquares.grow(to: rows * 2 * Self.timeCells, with: Float(Self.firstSquares))
    }

    /// Forgets what was learned of a row; those after it move up.
    ///
    /// - Complexity: O(rows).
    mutating func remove(_ row: Int) {
        let cells = row * 2 * Self.timeCells..<(row + 1) * 2 * Self.timeCells
        byTime.removeSubrange(cells)
        byTimeSquares.removeSubrange(cells)
    }

    /// Where an app stands: its cells, a byte each, as there is one for every row.
    struct Standing: Sendable {
        private let cells: (session: UInt8, place: UInt8, time: UInt8)

        init(session: Int, place: Int, time: Int) {
            cells = (
                UInt8(truncatingIfNeeded: session), UInt8(truncatingIfNeeded: place),
                UInt8(truncatingIfNeeded: time)
            )
        }

        var session: Int { Int(cells.session) }
        var place: Int { Int(cells.place) }
        var time: Int { Int(cells.time) }

        /// That of an app never launched.
        static let never = Standing(session: sessionCells - 1, place: placeCells - 1, time: 0)
    }

    /// The cell of an app used `sessions` sessions ago; 0 for the present one.
    @inline(__always)
    static func cell(sessions: Int32) -> Int {
        // 1 + floor(log d / log 1.7), at most 10: how many of the powers of 1.7 are reached. Without branches, as nobody
        // can foretell them.
        func reaches(_ bound: Int32) -> Int { sessions >= bound ? 1 : 0 }
        return reaches(1) + reaches(2) + reaches(3) + reaches(5) + reaches(9) + reaches(15) + reaches(25)
            + reaches(42) + reaches(70) + reaches(119)
    }

    /// The cell of an app used that long ago.
    @inline(__always)
    static func cell(since span: TimeSpan) -> Int {
        func reaches(_ bound: TimeSpan) -> Int { span >= bound ? 1 : 0 }
        return 1 + reaches(.minutes(20)) + reaches(.hours(5)) + reaches(.hours(20)) + reaches(.hours(30))
    }

    @inline(__always)
    func score(_ features: Features, _ standing: Standing, row: Int, kind: Int) -> Double {
        (weights[kind] * features).sum() + bySession[kind * Self.sessionCells + standing.session].number
            + byPlace[kind * Self.placeCells + standing.place].number
            + Double(byTime[(row * 2 + kind) * Self.timeCells + standing.time])
    }

    /// The weight of the hour's share among the features.
    func hourWeight(kind: Int) -> Double { weights[kind][2] }

    /// Learns that `launched` was, of rows that had these features, standings and chances.
    ///
    /// - Complexity: O(rows).
    mutating func learn(
        _ launched: Int, kind: Int, _ features: [Features], _ standings: [Standing], chances: [Double]
    ) {
        var gradient = Features.zero
        for cell in sessionMisses.indices { sessionMisses[cell] = 0 }
        for cell in placeMisses.indices { placeMisses[cell] = 0 }
        roots.removeAll(keepingCapacity: true)
        func miss(_ row: Int) -> Double { (row == launched ? 1 : 0) - chances[row] }
        func cell(_ row: Int) -> Int { (row * 2 + kind) * Self.timeCells + standings[row].time }
        for row in chances.indices {
            let miss = miss(row)
            gradient += miss * features[row]
            sessionMisses[standings[row].session] += miss
            placeMisses[standings[row].place] += miss
            let cell = cell(row)
            byTimeSquares[cell] += Float(miss * miss)
            roots.append(Double(byTimeSquares[cell]))
        }
        PortableMath.squareRoot(each: &roots)
        for row in chances.indices {
            byTime[cell(row)] += Float(Self.biasStep * miss(row)) / Float(roots[row])
        }
        weightSquares[kind] += gradient * gradient
        weights[kind] += Self.weightStep * gradient / PortableMath.squareRoot(weightSquares[kind])
        Self.learn(&bySession, from: kind * Self.sessionCells, sessionMisses, &roots)
        Self.learn(&byPlace, from: kind * Self.placeCells, placeMisses, &roots)
    }

    /// Biases in a row of cells learn by how much each was missed.
    private static func learn(
        _ biases: inout [Learned], from first: Int, _ misses: [Double], _ roots: inout [Double]
    ) {
        roots.removeAll(keepingCapacity: true)
        for cell in misses.indices {
            biases[first + cell].squares += misses[cell] * misses[cell]
            roots.append(biases[first + cell].squares)
        }
        PortableMath.squareRoot(each: &roots)
        for cell in misses.indices { biases[first + cell].number += biasStep * misses[cell] / roots[cell] }
    }
}

extension NextAppModel: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for kind in weights.indices {
            try coder.code(&weights[kind])
            try coder.code(&weightSquares[kind])
            try coder.check(all(weightSquares[kind] .>= 1) && all(weightSquares[kind] .<= 1e30))
            try coder.check(all(weights[kind] .>= -1e6) && all(weights[kind] .<= 1e6))
        }
        for cell in bySession.indices { try coder.code(&bySession[cell]) }
        for cell in byPlace.indices { try coder.code(&byPlace[cell]) }
        for cell in byTime.indices {
            try coder.code(&byTime[cell])
            try coder.code(&byTimeSquares[cell])
            try coder.check(abs(byTime[cell]) <= 1e6)
            try coder.check(byTimeSquares[cell] >= Float(Self.firstSquares) && byTimeSquares[cell] <= 1e30)
        }
    }
}

extension NextAppModel.Learned: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&number)
        try coder.code(&squares)
        try coder.check(abs(number) <= 1e6 && squares >= 1 && squares <= 1e30)
    }
}
