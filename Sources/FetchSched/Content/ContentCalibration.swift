/// Makes probabilities of something new come true: a logistic model on top of what ``ContentBelief`` says of a source.
///
/// Sources are burstier than a Gamma mixture of constant rates, and each in its own way: after a look that found
/// something new more comes soon, and hours differ. The log-odds are those of the belief times a weight, a constant,
/// and biases by hour of the day, by what the last two looks found, and by app. Learned from every look at every source
/// by the gradient of the log loss, each number with its own step (AdaGrad: Duchi, Hazan and Singer, JMLR 12, 2011).
struct ContentCalibration: Sendable, SnapshotCoded {
    /// Constant, and weight of the belief's log-odds.
    private var constant = Learned()
    private var weight = Learned(number: 1)
    private var byHour = [Learned](repeating: Learned(), count: 24)
    private var byHistory = [Learned](repeating: Learned(), count: 4)
    private let mostLift: Double

    init(_ parameters: ContentParameters = ContentParameters()) { mostLift = max(1, parameters.mostLift) }

    /// A learned number, and the sum of its squared gradients.
    fileprivate struct Learned: Sendable, SnapshotCoded {
        var number = 0.0
        var squares = 4.0

        mutating func learn(_ gradient: Double, step: Double) {
            squares += gradient * gradient
            number += step * gradient / PortableMath.squareRoot(squares)
        }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&number, in: -1e6...1e6)
            try coder.code(&squares, in: 4...1e30)
        }
    }

    /// The numbers of one app.
    struct Bias: Hashable, Sendable, SnapshotCoded {
        var odds: Float = 0
        var squares: Float = 4
        /// Results of the last two checks: 1 for the last one, 2 for the one before.
        var history: UInt8 = 0

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&odds, &squares, &history)
            try coder.check(abs(odds) <= 4 && squares >= 4 && squares <= 1e30 && history < 4)
        }
    }

    private static let denseStep = 0.1
    private static let biasStep = 0.2
    private static let mostOdds = 9.0

    private static func odds(_ probability: Double) -> Double {
        guard probability > 0 else { return -mostOdds }
        guard probability < 1 else { return mostOdds }
        return min(max(PortableMath.log(probability / (1 - probability)), -mostOdds), mostOdds)
    }

    private static func probability(_ odds: Double) -> Double { 1 / (1 + PortableMath.exp(-odds)) }

    /// The probability of something new, of which a belief says `believed`, in that hour of the day.
    func probability(_ believed: Double, _ own: Bias, hour: Int) -> Double {
        probability(believed, own, hourBias: byHour[hour].number)
    }

    /// The probability where the hour has that bias.
    func probability(_ believed: Double, _ own: Bias, hourBias: Double) -> Double {
        guard believed > 0 else { return 0 }
        let bias = constant.number + hourBias + byHistory[Int(own.history)].number + Double(own.odds)
        let calibrated = Self.probability(bias + weight.number * Self.odds(believed))
        // Small probabilities are rarely tested, and a line through the log-odds of the others makes them too high.
        return believed < 0.01 ? min(calibrated, mostLift * believed) : calibrated
    }

    /// Increase of the log-odds of something new at a time of day, in milliseconds: linear from hour to hour.
    func hourBias(at timeOfDay: Int64) -> Double {
        let place = Double(timeOfDay) / 3_600_000 + 23.5
        let hour = Int(place)
        let (before, after) = (byHour[hour % 24].number, byHour[(hour + 1) % 24].number)
        return before + (place - Double(hour)) * (after - before)
    }

    /// The mean over all hours.
    var meanHourBias: Double { byHour.reduce(0) { $0 + $1.number } / 24 }

    /// Learns what a look found, of which a belief said `believed`.
    ///
    /// - Parameter pace: a factor on all steps.
    mutating func learn(_ foundNew: Bool, _ believed: Double, _ own: inout Bias, hour: Int, pace: Double) {
        let miss = (foundNew ? 1 : 0) - probability(believed, own, hour: hour)
        constant.learn(miss, step: pace * Self.denseStep)
        weight.learn(miss * Self.odds(believed), step: pace * Self.denseStep)
        weight.number = min(max(weight.number, 0.3), 2)
        byHour[hour].learn(miss, step: pace * Self.biasStep)
        byHistory[Int(own.history)].learn(miss, step: pace * Self.biasStep)
        var odds = Learned(number: Double(own.odds), squares: Double(own.squares))
        odds.learn(miss, step: pace * Self.biasStep)
        (own.odds, own.squares) = (Float(min(max(odds.number, -4), 4)), Float(odds.squares))
        own.history = (own.history << 1 | (foundNew ? 1 : 0)) & 3
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&constant, &weight)
        try coder.check(weight.number >= 0.3 && weight.number <= 2)
        for hour in byHour.indices { try coder.code(&byHour[hour]) }
        for cell in byHistory.indices { try coder.code(&byHistory[cell]) }
    }
}
