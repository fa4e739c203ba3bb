/// How often apps are opened in pauses of one kind: a log-linear model over what the rhythms and the pause say.
///
///     ln intensity = ln mean + sum of weight x ln (rate / mean) + bias of the pause's length
///
/// In effect the rates are mixed geometrically, so one that says nothing here has little weight and an exaggerated one is
/// damped: the hour and the length of the pause both say that it is night, and would say it twice if multiplied. Learned
/// online by the gradient of the log likelihood of a point process (each launch, less what was expected of the time before
/// it), with AdaGrad's steps. The biases see to it that as many launches come at each length as were expected.
///
/// Sources: Daley and Vere-Jones, "An Introduction to the Theory of Point Processes", volume I, 2003, chapter 7; Duchi, Hazan
/// and Singer, JMLR 12, 2011.
///
/// - Complexity: O(1) to let time pass and per query, O(``cells``) per launch.
struct UseModel: Sendable {
    typealias Features = SIMD8<Double>

    /// What several sources say of a moment.
    struct Rates {
        /// Launches per second, over all time.
        let mean: Double
        /// Logarithms of what each source says, over the mean; 1 for the constant.
        let features: Features

        init(mean: Double, daily: Double, recent: Double, weekly: Double, pause: Double, activity: Double) {
            self.mean = mean
            let ratios = Features(daily, recent, weekly, pause, activity * mean, mean, mean, mean) / mean
            var features = PortableMath.log(ratios.replacing(with: Self.least, where: ratios .< Self.least))
            features[5] = 1
            self.features = features
        }

        private static let least = 1e-9
    }

    /// How many lengths of a pause are told apart, as ``OccasionForecast`` does.
    static let cells = OccasionForecast.spans / 2

    /// A number that is learned, the sum of its squared gradients, and its gradient since the last launch.
    struct Learned: Equatable, Sendable {
        fileprivate(set) var number = 0.0
        fileprivate(set) var squares = firstBiasSquares
        fileprivate(set) var gradient = 0.0
    }

    private(set) var weights: Features
    private(set) var squares: Features
    private var gradient = Features.zero
    private(set) var biases: [Learned]

    /// What is kept of the sums of squares at each launch.
    private let kept: Double

    private static let weightStep = 0.1
    private static let biasStep = 0.3
    private static let firstSquares = 1.0
    private static let firstBiasSquares = 2.0
    /// Bounds of the logarithm of intensity over mean.
    private static let bounds = (least: -20.0, most: 20.0)

    /// - Parameters:
    ///   - start: what to begin with.
    ///   - forgetting: the part of the sums of squares that is forgotten at each launch.
    init(_ start: ModelStart.Use, forgetting: Double) {
        weights = start.weights
        squares = Features(repeating: max(Self.firstSquares, start.weightSquares))
        biases = [Learned](
            repeating: Learned(squares: max(Self.firstBiasSquares, start.biasSquares)), count: Self.cells)
        for (cell, number) in start.biases.enumerated() { biases[cell].number = number }
        kept = 1 - forgetting
    }

    /// Launches expected per second.
    @inline(__always)
    func intensity(_ rates: Rates, cell: Int) -> Double {
        let logarithm = (weights * rates.features).sum() + biases[cell].number
        return rates.mean * PortableMath.exp(min(max(logarithm, Self.bounds.least), Self.bounds.most))
    }

    /// Lets time pass without a launch.
    ///
    /// - Parameter ratio: how many times as many launches are expected for a reason that this model does not know.
    /// - Returns: the launches expected without that reason.
    @discardableResult
    mutating func pass(_ seconds: Double, _ rates: Rates, cell: Int, times ratio: Double = 1) -> Double {
        let own = intensity(rates, cell: cell) * seconds
        // No stretch of time is expected to have more; so no sum of these is out of a snapshot's bounds.
        let expected = min(own * ratio, 1000)
        gradient -= expected * rates.features
        biases[cell].gradient -= expected
        return own
    }

    /// Learns that a launch came.
    mutating func launch(_ rates: Rates, cell: Int) {
        gradient += rates.features
        biases[cell].gradient += 1
        squares *= kept
        squares.replace(with: Self.firstSquares, where: squares .< Self.firstSquares)
        squares += gradient * gradient
        weights += Self.weightStep * gradient / PortableMath.squareRoot(squares)
        gradient = .zero
        for cell in biases.indices {
            let missed = biases[cell].gradient
            guard missed != 0 else { continue }
            let squares = max(Self.firstBiasSquares, kept * biases[cell].squares) + missed * missed
            let step = Self.biasStep * missed / PortableMath.squareRoot(squares)
            biases[cell] = Learned(number: biases[cell].number + step, squares: squares)
        }
    }
}

extension UseModel: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&weights)
        try coder.code(&squares)
        try coder.code(&gradient)
        try coder.check(all(weights .>= -1e6) && all(weights .<= 1e6))
        try coder.check(all(squares .>= Self.firstSquares) && all(squares .<= 1e30))
        try coder.check(all(gradient .>= -1e15) && all(gradient .<= 1e15))
        for cell in biases.indices { try coder.code(&biases[cell], orBlank: Learned()) }
    }
}

extension UseModel.Learned: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&number)
        try coder.code(&squares)
        try coder.code(&gradient)
        try coder.check(abs(number) <= 1e6 && abs(gradient) <= 1e15)
        try coder.check(squares >= 2 && squares <= 1e30)
    }
}
