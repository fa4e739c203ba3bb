/// Whether an app is used later in the present session, and whether it is used in the next one: two logistic models,
/// learned from how sessions went on.
///
/// Launches come in bunches, so that the chance of a launch in the next minutes or hours does not follow from the chance to
/// be next: both questions that decisions ask are learned themselves. The log-odds add up a constant, the logarithm L of
/// the share of the last sessions that used the app, a bias by sessions since its last use, one by how many launches the
/// session has had, and one by app and time since its last use. Learned online by the gradient of the log loss, each
/// number with a step of its own (AdaGrad: Duchi, Hazan and Singer, JMLR 12, 2011).
///
/// - Complexity: O(apps launched so far) for each of a session's first ``mostAsked`` launches; O(1) per query.
struct SessionForecast: Sendable {
    /// One of the questions.
    private struct Head: Sendable {
        var dense = SIMD2<Double>(0, 1)
        var denseSquares = SIMD2<Double>(1, 1)
        var bySession = [SIMD2<Double>](repeating: SIMD2(0, 1), count: NextAppModel.sessionCells)
        var byPosition = [SIMD2<Double>](repeating: SIMD2(0, 1), count: positions)
        /// By row and time cell.
        var byTime: [SIMD2<Float>] = []

        mutating func grow(to rows: Int) { byTime.grow(to: rows * NextAppModel.timeCells, with: SIMD2(0, 1)) }

        @inline(__always)
        func chance(_ presence: Double, _ cells: Cells, row: Int, position: Int) -> Double {
            let odds =
                dense[0] + dense[1] * presence + bySession[Int(cells.session)][0] + byPosition[position][0]
                + Double(byTime[row * NextAppModel.timeCells + Int(cells.time)][0])
            return 1 / (1 + PortableMath.exp(-odds))
        }

        @inline(__always)
        mutating func learn(_ presence: Double, _ cells: Cells, row: Int, position: Int, used: Bool) {
            let miss = (used ? 1 : 0) - chance(presence, cells, row: row, position: position)
            let gradient = SIMD2(miss, miss * presence)
            denseSquares += gradient * gradient
            dense += denseStep * gradient / denseSquares.squareRoot()
            Self.move(&bySession[Int(cells.session)], miss)
            Self.move(&byPosition[position], miss)
            let cell = row * NextAppModel.timeCells + Int(cells.time)
            var bias = SIMD2<Double>(byTime[cell])
            Self.move(&bias, miss)
            byTime[cell] = SIMD2<Float>(bias)
        }

        @inline(__always)
        private static func move(_ bias: inout SIMD2<Double>, _ miss: Double) {
            bias[1] += miss * miss
            bias[0] += biasStep * miss / bias[1].squareRoot()
        }
    }

    /// Where an app stood when a question was asked.
    struct Cells: Sendable {
        var session: UInt8
        var time: UInt8
    }

    /// A question asked at a launch: where each app stood.
    private struct Question: Sendable {
        var cells: [Cells] = []
    }

    private static let denseStep = 0.05
    private static let biasStep = 0.2
    /// Of how many launches of a session something is learned.
    static let mostAsked = 12
    /// Launches that a session has had beyond the first: 0, 1, 2 or 3, 4 to 7, more.
    static let positions = 5

    private var later = Head()
    private var next = Head()
    /// Sessions that used each row, decayed, and all of them.
    private var presence = DecayedCounts()
    private var sessions = 0.0
    private var unit = 1.0
    private static let growth = PortableMath.exp(0.693_147_180_559_945_3 / 50)

    /// The present session: the rows launched, in order; the questions asked at its first launches; that asked at its begin.
    private var launched: [Int32] = []
    private var questions = [Question](repeating: Question(), count: mostAsked)
    private var nextQuestion = Question()
    private var lastPosition: [Int32] = []
    private var count = 0

    mutating func grow(to rows: Int) {
        later.grow(to: rows)
        next.grow(to: rows)
        presence.grow(to: rows)
        lastPosition.grow(to: rows, with: -1)
    }

    private static func position(_ launches: Int) -> Int {
        switch launches - 1 {
        case ..<1: 0
        case 1: 1
        case 2...3: 2
        case 4...7: 3
        default: 4
        }
    }

    @inline(__always)
    private func logPresence(_ row: Int) -> Double {
        PortableMath.log((Double(presence.weights[row]) + 0.3 * unit) / (sessions + 3 * unit))
    }

    /// Learns from the session that ended what came of the questions asked in it, and before it; to be called before the
    /// first launch of the next one.
    ///
    /// - Parameter cells: where each row stands as the next session begins.
    mutating func endSession(rows: Int, cells: (_ row: Int) -> Cells) {
        guard !launched.isEmpty else { return }
        for row in 1..<max(1, min(rows, nextQuestion.cells.count)) {
            next.learn(
                logPresence(row), nextQuestion.cells[row], row: row, position: 0, used: lastPosition[row] >= 0)
        }
        for (place, question) in questions.prefix(min(launched.count, Self.mostAsked)).enumerated() {
            for row in 1..<max(1, question.cells.count) {
                later.learn(
                    logPresence(row), question.cells[row], row: row, position: Self.position(place + 1),
                    used: Int(lastPosition[row]) > place)
            }
        }
        unit *= Self.growth
        sessions += unit
        for row in launched where lastPosition[Int(row)] >= 0 {
            presence.add(unit, to: Int(row))
            lastPosition[Int(row)] = -1
        }
        if unit > 1e6 {
            presence.scale(by: 1 / unit)
            sessions /= unit
            unit = 1
        }
        launched.removeAll(keepingCapacity: true)
        count = 0
        nextQuestion.cells.removeAll(keepingCapacity: true)
        for row in 0..<rows { nextQuestion.cells.append(cells(row)) }
    }

    /// Learns a launch, and asks what comes after it.
    mutating func launch(_ row: Int, rows: Int, cells: (_ row: Int) -> Cells) {
        if launched.count < 256 { launched.append(Int32(truncatingIfNeeded: row)) }
        lastPosition[row] = Int32(truncatingIfNeeded: count)
        if count < Self.mostAsked {
            questions[count].cells.removeAll(keepingCapacity: true)
            for row in 0..<rows { questions[count].cells.append(cells(row)) }
        }
        count = min(count + 1, 1 << 20)
    }

    /// The chance that the row's app is launched later in the session, the last launch being its last so far.
    func chanceLater(_ row: Int, _ cells: Cells) -> Double {
        later.chance(logPresence(row), cells, row: row, position: Self.position(count))
    }

    /// The chance that the row's app is used in the next session.
    func chanceNext(_ row: Int, _ cells: Cells) -> Double {
        next.chance(logPresence(row), cells, row: row, position: 0)
    }
}
