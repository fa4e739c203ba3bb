/// What the length of the present use or pause makes of a rhythm's rate: the ratio of the launches that came
/// in each context to those that the rhythm alone expected there.
///
/// Habits come in bursts: shortly after a launch the next one is far likelier than the rhythm says, after a
/// long pause less likely. Contexts are those of ``OccasionForecast``. Learned like an actuary's table: events
/// over exposure.
///
/// - Complexity: O(contexts) per launch, O(1) otherwise.
struct PauseFactors: Sendable {
    /// What was seen in a context.
    struct Cell: Sendable {
        /// Launches expected by each of the rhythms.
        var expected = SIMD4<Double>.zero
        var launches = 0.0
        var seconds = 0.0
    }

    private(set) var cells = [Cell](repeating: Cell(), count: OccasionForecast.spans)
    /// Launches of belief that the rhythm alone is right: few, as in the first seconds of a pause launches are
    /// hundreds of times likelier than the rhythm says.
    private static let prior = 0.05
    /// What is kept of the counts at each launch: half after 1,400 launches.
    private static let kept = 0.9995

    /// Makes factors that begin with what is believed of pauses, if anything.
    init(_ start: [ModelStart.Pause]? = nil) {
        guard let start else { return }
        let first = cells.count - start.count
        for (length, pause) in start.enumerated() {
            let expected = SIMD4(pause.expected, pause.expected, pause.expected, 0)
            cells[first + length] = Cell(
                expected: expected, launches: pause.launches, seconds: pause.seconds)
        }
    }

    /// Learns that a launch came.
    mutating func observe(context: Int) {
        var span = cells.mutableSpan
        for context in span.indices {
            span[context].expected *= Self.kept
            span[context].launches *= Self.kept
            span[context].seconds *= Self.kept
        }
        span[context].launches += 1
    }

    /// Lets time pass without a launch, during which the rhythms named the rates `bases`.
    mutating func pass(_ seconds: Double, context: Int, bases: SIMD4<Double>) {
        cells[context].seconds += seconds
        cells[context].expected += bases * seconds
    }

    /// The factor on the daily rhythm's rate.
    @inline(__always)
    func factor(_ context: Int) -> Double {
        (cells[context].launches + Self.prior) / (cells[context].expected[0] + Self.prior)
    }

    /// The factors on the rhythms' rates.
    @inline(__always)
    func factors(_ context: Int) -> SIMD4<Double> {
        (cells[context].launches + Self.prior) / (cells[context].expected + Self.prior)
    }

    /// Launches per second in a context, whatever the time of day.
    @inline(__always)
    func rate(_ context: Int, overall: Double) -> Double {
        (cells[context].launches + Self.prior) / (cells[context].seconds + Self.prior / overall)
    }
}

/// How busy the last hours were beside what was expected of them.
///
/// - Complexity: O(1).
struct Activity: Sendable {
    private var launches = 0.0
    private var expected = 0.0
    /// Launches of belief that all is as usual.
    private static let prior = 6.0
    /// Time after which launches weigh 1/e: 8 hours.
    private static let memory = 28_800.0

    mutating func observe() { launches += 1 }

    mutating func pass(_ seconds: Double, expected: Double) {
        let kept = PortableMath.exp(-seconds / Self.memory)
        launches *= kept
        self.expected = self.expected * kept + expected
    }

    /// The factor on the expected rate.
    var factor: Double { (launches + Self.prior) / (expected + Self.prior) }
}

extension PauseFactors: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var launches = cells.map { $0.launches }
        var seconds = cells.map { $0.seconds }
        try coder.code(counters: &launches)
        try coder.code(counters: &seconds)
        for context in cells.indices {
            try coder.code(&cells[context].expected, orBlank: .zero)
            (cells[context].launches, cells[context].seconds) = (launches[context], seconds[context])
        }
    }
}

extension Activity: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amount: &launches)
        try coder.code(amount: &expected)
    }
}
