/// Which app is launched next: a log-linear model over ``LaunchCounts``.
///
/// Each app has a score, and its probability is e^score over the sum of all. The score adds up six logarithms of shares
/// (its ``NextAppFeatures``), each with a weight, and three biases: by sessions since the app's last use, by its rank
/// among the apps used last, and by app and time since its last use. In effect the shares are mixed geometrically, and
/// an uninformative share has little weight. The two situations have weights and biases of their own.
///
/// Learned online by the gradient of the logarithm of the probability of the app launched, each number with a step of
/// its own (AdaGrad: Duchi, Hazan and Singer, JMLR 12, 2011). In single precision: the model forgets and learns far
/// more between two launches than rounding changes.
///
/// - Complexity: O(rows) per launch, and for the first query after it or in another ten minutes; O(1) for further ones.
struct NextAppModel: Sendable {
    typealias Situation = LaunchCounts.Situation

    private(set) var counts: LaunchCounts
    private var parts = [Part(.sameSession), Part(.newSession)]
    /// By row, situation and time since the last use.
    private var byTime: [Learned] = []
    private var features = NextAppFeatures()

    /// A learned number, and the sum of its squared gradients.
    fileprivate struct Learned: Sendable {
        var number: Float = 0
        var squares: Float = 4
    }

    /// The numbers of one situation, and its probabilities at the features' time.
    private struct Part: Sendable {
        /// Weights of popularity, recent popularity, hour, successor of one app, of two, and in this situation.
        var weights = SIMD8<Float>(0.5, 0.3, 0.3, 0.5, 0.25, 0.25, 0, 0)
        var squares = SIMD8<Float>(repeating: 4)
        /// By sessions since the last use, then by rank.
        var biases = [Learned](
            repeating: Learned(), count: NextAppFeatures.sessionCells + NextAppFeatures.ranks)
        /// e^score of each row.
        var powers: [Float] = []
        /// Power of all apps never launched together.
        var unlaunchedPower: Float = 0
        var sum = 1.0
        /// Version of the features behind the powers; 0 for none.
        var version: UInt32 = 0

        /// The beliefs about any user: an app is not launched again from itself, and a new app is tried.
        init(_ situation: Situation) {
            biases[NextAppFeatures.neverUsed].number = 1
            if situation == .sameSession { biases[NextAppFeatures.rankCell(0)].number = -1 }
        }
    }

    private static let weightStep: Float = 0.1
    private static let biasStep: Float = 0.3
    /// Misses that are too small to learn from, for the numbers that each app has by itself.
    private static let leastMiss: Float = 1e-4

    init(_ parameters: ForecastParameters) {
        counts = LaunchCounts(halfLife: parameters.halfLifeLaunches)
        features.shrinkage = Float(parameters.shrinkage)
    }

    mutating func setApps(places: Int, appCount: Int) {
        counts.setApps(places: places, appCount: appCount)
        features.invalidate()
    }

    /// Forgets an app.
    mutating func forget(_ app: Int) {
        if let row = counts.row(of: app) {
            byTime.removeSubrange(row * Self.timesPerRow..<(row + 1) * Self.timesPerRow)
        }
        counts.forget(app)
        features.invalidate()
    }

    mutating func clockWentBack(to now: FetchTime) {
        counts.clockWentBack(to: now)
        features.invalidate()
    }

    // MARK: Answers

    mutating func probability(of app: Int, _ situation: Situation, hour: Int, at now: FetchTime) -> Double {
        probability(row: counts.row(of: app), situation, hour: hour, at: now)
    }

    /// The probability by row; of one app that was never launched, if nil.
    mutating func probability(row: Int?, _ situation: Situation, hour: Int, at now: FetchTime) -> Double {
        let kind = situation.rawValue
        update(kind, hour: hour, at: now)
        guard let row else {
            return Double(parts[kind].unlaunchedPower) / parts[kind].sum
                / Double(max(1, counts.unlaunchedCount))
        }
        return Double(parts[kind].powers[row]) / parts[kind].sum
    }

    /// By hour of day: `factor` times the probability that a launch that starts a session is of `app`, with this hour's
    /// sum over apps. May append nothing if none is above `least`.
    mutating func hourlyProbabilities(
        of app: Int, times factor: Double, above least: Double, hour: Int, at now: FetchTime,
        to result: inout [Double]
    ) {
        let row = counts.row(of: app)
        let probability = probability(row: row, .newSession, hour: hour, at: now)
        let weight = Double(parts[Situation.newSession.rawValue].weights[2])
        let own = row.map { counts.rows[$0].launches.byHour } ?? .zero
        let strength = Double(features.shrinkage) * counts.unit
        let (prior, all) = (strength * counts.popularity(row), counts.total.byHour)
        // The app's share of the launches in an hour, shrunk towards that of all launches.
        func share(_ hour: Int) -> Double { (Double(own[hour]) + prior) / (all[hour] + strength) }
        let present = PortableMath.log(share(hour))
        func change(_ share: Double) -> Double {
            PortableMath.exp(weight * (PortableMath.log(share) - present))
        }
        // Few apps ever justify a wakeup. The best hour's probability bounds all; the factor covers rounding.
        var best = share(hour)
        for hour in 0..<24 { best = weight < 0 ? min(best, share(hour)) : max(best, share(hour)) }
        if factor * probability * change(best) * 1.000001 <= least { return }
        for hour in 0..<24 { result.append(factor * min(1, probability * change(share(hour)))) }
    }

    // MARK: Scores

    private mutating func update(_ kind: Int, hour: Int, at now: FetchTime) {
        // The call copies the counts, so the key is compared before it.
        if !features.areOf(hour: hour, now) { features.update(counts, hour: hour, at: now) }
        guard parts[kind].version != features.version else { return }
        features.updateFollowers(counts, kind: kind)
        score(kind)
        parts[kind].version = features.version
    }

    private mutating func score(_ kind: Int) {
        var powers: [Float] = []
        swap(&powers, &parts[kind].powers)
        powers.resize(to: counts.rowCount, with: 0)
        let (weights, biases) = (parts[kind].weights, parts[kind].biases)
        Self.mix(features, weights, to: &powers)
        let (cells, first) = (features.cells, kind * NextAppFeatures.times)
        var scores = powers.mutableSpan
        for row in scores.indices {
            scores[row] += biases[cells[row].session(kind)].number
            scores[row] += byTime[row * Self.timesPerRow + first + cells[row].time].number
        }
        for (rank, row) in counts.order.enumerated() {
            scores[Int(row)] += biases[NextAppFeatures.rankCell(rank)].number
        }
        for (index, followers) in features.followers[kind].enumerated() {
            for lane in 0..<Successors.width where followers.rows[lane] >= 0 {
                powers[Int(followers.rows[lane])] += weights[3 + index] * followers.logarithms[lane]
            }
        }
        let unlaunchedCount = counts.unlaunchedCount
        var unlaunched = -Float.infinity
        if unlaunchedCount > 0 {
            let own = features.unlaunched
            unlaunched =
                (weights[0] - weights[1] - weights[2]) * own[0] + weights[1] * own[1] + weights[2] * own[2]
                + biases[NextAppFeatures.neverUsed].number + biases[NextAppFeatures.neverRanked].number
        }
        // Less the greatest, so that no power is infinite and not all are 0.
        let greatest = powers.reduce(unlaunched) { $1 > $0 ? $1 : $0 }
        Self.exponentiate(&powers, less: greatest)
        let unlaunchedPower =
            unlaunchedCount > 0 ? Float(unlaunchedCount) * PortableMath.exp(unlaunched - greatest) : 0
        parts[kind].sum = max(powers.reduce(Double(unlaunchedPower)) { $0 + Double($1) }, 1e-30)
        parts[kind].unlaunchedPower = unlaunchedPower
        swap(&powers, &parts[kind].powers)
    }

    @inline(never)
    private static func mix(_ features: NextAppFeatures, _ weights: SIMD8<Float>, to scores: inout [Float]) {
        var scores = scores.mutableSpan
        let (popularity, recent, hourly) = (
            features.popularity.span, features.recent.span, features.hourly.span
        )
        // Other features are logarithms of shares relative to the popularity.
        let ofPopularity = weights[0] - weights[1] - weights[2]
        let count = min(scores.count, popularity.count, recent.count, hourly.count)
        for row in 0..<count {
            scores[row] = ofPopularity * popularity[row] + weights[1] * recent[row] + weights[2] * hourly[row]
        }
    }

    @inline(never)
    private static func exponentiate(_ scores: inout [Float], less shift: Float) {
        var scores = scores.mutableSpan
        for row in scores.indices { scores[row] = PortableMath.exp(scores[row] - shift) }
    }

    // MARK: Learning

    private static let timesPerRow = 2 * NextAppFeatures.times

    /// Learns a launch, which comes in the session of that number.
    mutating func learn(_ app: Int, _ situation: Situation, session: Int32, hour: Int, at now: FetchTime) {
        update(situation.rawValue, hour: hour, at: now)
        learn(counts.row(of: app), situation.rawValue)
        counts.count(app, situation, session: session, hour: hour, at: now)
        byTime.grow(to: counts.rowCount * Self.timesPerRow, with: Learned())
        features.invalidate()
        features.session = session
    }

    private mutating func learn(_ launched: Int?, _ kind: Int) {
        var misses: [Float] = []
        swap(&misses, &parts[kind].powers)
        let scale = Float(-1 / parts[kind].sum)
        misses.scale(by: scale)
        if let launched { misses[launched] += 1 }
        let unlaunchedMiss = parts[kind].unlaunchedPower * scale + (launched == nil ? 1 : 0)
        learnWeights(kind, misses, unlaunchedMiss)
        learnBiases(kind, misses, unlaunchedMiss)
        let (cells, first) = (features.cells, kind * NextAppFeatures.times)
        var byTime = byTime.mutableSpan
        for row in misses.indices where abs(misses[row]) > Self.leastMiss {
            Self.learn(&byTime[row * Self.timesPerRow + first + cells[row].time], misses[row])
        }
        swap(&misses, &parts[kind].powers)
    }

    private mutating func learnWeights(_ kind: Int, _ misses: [Float], _ unlaunchedMiss: Float) {
        let own = features.unlaunched * unlaunchedMiss
        let popularity = PortableMath.dot(misses, features.popularity) + own[0]
        var gradient = SIMD8<Float>.zero
        gradient[0] = popularity
        gradient[1] = PortableMath.dot(misses, features.recent) + own[1] - popularity
        gradient[2] = PortableMath.dot(misses, features.hourly) + own[2] - popularity
        for (index, followers) in features.followers[kind].enumerated() {
            for lane in 0..<Successors.width where followers.rows[lane] >= 0 {
                gradient[3 + index] += misses[Int(followers.rows[lane])] * followers.logarithms[lane]
            }
        }
        parts[kind].squares += gradient * gradient
        for index in 0..<6 {
            parts[kind].weights[index] +=
                Self.weightStep * gradient[index] * PortableMath.inverseSquareRoot(parts[kind].squares[index])
        }
    }

    private mutating func learnBiases(_ kind: Int, _ misses: [Float], _ unlaunchedMiss: Float) {
        // Taken out while it changes, so that each change is in place.
        var cellMisses: [Float] = []
        swap(&cellMisses, &features.cellMisses)
        var sums = cellMisses.mutableSpan
        let cells = features.cells
        for row in misses.indices { sums[cells[row].session(kind)] += misses[row] }
        for (rank, row) in counts.order.enumerated() {
            sums[NextAppFeatures.rankCell(rank)] += misses[Int(row)]
        }
        sums[NextAppFeatures.neverUsed] += unlaunchedMiss
        sums[NextAppFeatures.neverRanked] += unlaunchedMiss
        for cell in sums.indices {
            Self.learn(&parts[kind].biases[cell], sums[cell])
            sums[cell] = 0
        }
        swap(&cellMisses, &features.cellMisses)
    }

    private static func learn(_ bias: inout Learned, _ miss: Float) {
        bias.squares += miss * miss
        bias.number += biasStep * miss * PortableMath.inverseSquareRoot(bias.squares)
    }
}

extension NextAppModel: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&counts)
        for kind in parts.indices {
            for index in 0..<6 {
                var weight = Learned(number: parts[kind].weights[index], squares: parts[kind].squares[index])
                try coder.code(&weight)
                (parts[kind].weights[index], parts[kind].squares[index]) = (weight.number, weight.squares)
            }
            try coder.code(each: &parts[kind].biases)
        }
        byTime.resize(to: counts.rowCount * Self.timesPerRow, with: Learned())
        try coder.code(each: &byTime)
        try coder.code(&features.session)
        if Coder.isReader { features.invalidate() }
    }
}

extension NextAppModel.Learned: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&number, &squares)
        try coder.check(abs(number) <= 1e6 && squares >= 1 && squares <= 1e30)
    }
}
