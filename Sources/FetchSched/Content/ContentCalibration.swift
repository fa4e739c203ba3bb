/// Makes chances of something new come true: a logistic model on top of what ``ContentBelief`` says of a source.
///
/// Sources are burstier than a Gamma mixture of constant rates, and each in its own way: after a look that found something
/// new more comes soon, and hours differ. The log-odds are those of the belief times a weight, a constant, and biases by
/// hour of the day, by what the last two looks found, and by app. Learned online from every look at every source by the
/// gradient of the log loss, each number with a step of its own (AdaGrad: Duchi, Hazan and Singer, JMLR 12, 2011).
///
/// - Complexity: O(1).
struct ContentCalibration: Sendable {
    /// Constant and weight, with their sums of squared gradients.
    private var dense = SIMD2<Double>(0, 1)
    private var denseSquares = SIMD2<Double>(4, 4)
    /// Bias and sum of squares.
    private var byHour = [SIMD2<Double>](repeating: SIMD2(0, 4), count: 24)
    private var byHistory = [SIMD2<Double>](repeating: SIMD2(0, 4), count: 4)
    /// Moves on when odds may have moved by ``drift`` since.
    private(set) var version: UInt32 = 0
    private var moved = 0.0

    /// What is learned of one app.
    struct Bias: Hashable, Sendable {
        var odds: Float = 0
        var squares: Float = 4
        /// What the last two looks found: 1 for the last one, 2 for the one before.
        var history: UInt8 = 0
    }

    private static let denseStep = 0.1
    private static let biasStep = 0.2
    private static let mostOdds = 9.0
    /// Odds of ``version``s.
    private static let drift = 0.1

    init() {}

    private static func odds(_ chance: Double) -> Double {
        guard chance > 0 else { return -mostOdds }
        guard chance < 1 else { return mostOdds }
        return min(max(PortableMath.log(chance / (1 - chance)), -mostOdds), mostOdds)
    }

    private static func chance(_ odds: Double) -> Double { 1 / (1 + PortableMath.exp(-odds)) }

    /// The chance of something new, of which a belief says `chance`.
    @inline(__always)
    func probability(_ chance: Double, _ bias: Bias, hour: Int) -> Double {
        chance > 0 ? probability(odds: Self.odds(chance), bias, hour: hour) : 0
    }

    /// The same of log-odds.
    @inline(__always)
    private func probability(odds: Double, _ bias: Bias, hour: Int) -> Double {
        Self.chance(
            dense[0] + dense[1] * odds + byHour[hour][0] + byHistory[Int(bias.history)][0] + Double(bias.odds)
        )
    }

    /// The least chance by a belief of which ``probability(_:_:hour:)`` makes `probability` in that hour, until the next
    /// ``version``.
    func leastChance(_ probability: Double, _ bias: Bias, hour: Int) -> Double {
        believed(for: probability, bias, hour: hour, drift: Self.drift)
    }

    /// The chance by a belief of which ``probability(_:_:hour:)`` makes `probability` in that hour, or no more than it once
    /// odds have moved by `drift`.
    func believed(for probability: Double, _ bias: Bias, hour: Int, drift: Double = 0) -> Double {
        believed(for: probability, bias, hourBias: byHour[hour][0], drift: drift)
    }

    /// The same in an hour of that bias.
    @inline(__always)
    func believed(for probability: Double, _ bias: Bias, hourBias: Double, drift: Double = 0) -> Double {
        let rest =
            dense[0] + hourBias + byHistory[Int(bias.history)][0] + Double(bias.odds) + 2 * drift
        guard probability > 0 else { return 0 }
        // Not kept within bounds here: what is asked for may be out of reach, or so little that any belief has it.
        let asked = probability < 1 ? PortableMath.log(probability / (1 - probability)) : .infinity
        let odds = (asked - rest) / dense[1] - drift
        return odds > -Self.mostOdds ? Self.chance(odds) : 0
    }

    /// By how much the log-odds of something new are above others in that hour.
    @inline(__always)
    func hourBias(_ hour: Int) -> Double { byHour[hour][0] }

    /// The largest of all hours.
    var mostHourBias: Double {
        var most = byHour[0][0]
        for hour in byHour { most = max(most, hour[0]) }
        return most
    }

    /// Learns what a look found, of which a belief said `chance`.
    mutating func learn(_ foundNew: Bool, _ chance: Double, _ bias: inout Bias, hour: Int, pace: Double) {
        let odds = Self.odds(chance)
        let expected = chance > 0 ? probability(odds: odds, bias, hour: hour) : 0
        let miss = (foundNew ? 1 : 0) - expected
        let gradient = SIMD2(miss, miss * odds)
        denseSquares += gradient * gradient
        let step =
            pace * Self.denseStep * gradient
            / SIMD2(PortableMath.squareRoot(denseSquares[0]), PortableMath.squareRoot(denseSquares[1]))
        dense += step
        dense[1] = min(max(dense[1], 0.3), 2)
        moved += abs(step[0]) + abs(step[1]) * Self.mostOdds
        moved += Self.move(&byHour[hour], miss, pace)
        moved += Self.move(&byHistory[Int(bias.history)], miss, pace)
        var own = SIMD2(Double(bias.odds), Double(bias.squares))
        _ = Self.move(&own, miss, pace)
        (bias.odds, bias.squares) = (Float(min(max(own[0], -4), 4)), Float(own[1]))
        bias.history = (bias.history << 1 | (foundNew ? 1 : 0)) & 3
        if moved > Self.drift {
            moved = 0
            version &+= 1
        }
    }

    /// - Returns: by how much it moved.
    private static func move(_ bias: inout SIMD2<Double>, _ miss: Double, _ pace: Double) -> Double {
        bias[1] += miss * miss
        let step = pace * biasStep * miss / PortableMath.squareRoot(bias[1])
        bias[0] += step
        return abs(step)
    }
}

/// What it began with says least; sums of squares only grow.
extension ContentCalibration: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try Self.code(&dense, &denseSquares, &coder)
        try coder.check(dense[1] >= 0.3 && dense[1] <= 2)
        for hour in byHour.indices { try Self.code(&byHour[hour], &coder) }
        for cell in byHistory.indices { try Self.code(&byHistory[cell], &coder) }
        try coder.code(&moved, in: 0...100)
    }

    private static func code<Coder: SnapshotCoder>(
        _ numbers: inout SIMD2<Double>, _ squares: inout SIMD2<Double>, _ coder: inout Coder
    ) throws(Coder.Failure) {
        for lane in 0..<2 { try coder.code(&numbers[lane]) }
        try coder.code(&squares)
        try coder.check(all(numbers .>= -1e6) && all(numbers .<= 1e6))
        try coder.check(all(squares .>= 4) && all(squares .<= 1e30))
    }

    private static func code<Coder: SnapshotCoder>(
        _ bias: inout SIMD2<Double>, _ coder: inout Coder
    ) throws(Coder.Failure) {
        for lane in 0..<2 { try coder.code(&bias[lane]) }
        try coder.check(abs(bias[0]) <= 1e6 && bias[1] >= 4 && bias[1] <= 1e30)
    }
}

extension ContentCalibration.Bias: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&odds)
        try coder.code(&squares)
        try coder.code(&history)
        try coder.check(abs(odds) <= 4 && squares >= 4 && squares <= 1e30 && history < 4)
    }
}
