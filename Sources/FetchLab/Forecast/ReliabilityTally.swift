/// Probabilities and their outcomes, in ten bins of the probability. Where the two agree the forecast is calibrated.
struct ReliabilityTally: Sendable {
    /// The bins' bounds; finer where launches are rare, as most questions are about apps that will not be opened.
    static let bounds = [0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1]

    private var counts = [Int](repeating: 0, count: 10)
    private var happened = [Int](repeating: 0, count: 10)
    private var probabilities = [Double](repeating: 0, count: 10)

    /// Counts a probability in the bin that starts at or below it; the last bin has its upper bound too.
    mutating func add(_ probability: Double, _ event: Bool) {
        var bin = 0
        while bin < 9, probability >= Self.bounds[bin + 1] { bin += 1 }
        counts[bin] += 1
        happened[bin] += event ? 1 : 0
        probabilities[bin] += probability
    }

    /// Counts what another device has.
    mutating func add(_ other: ReliabilityTally) {
        for bin in counts.indices {
            counts[bin] += other.counts[bin]
            happened[bin] += other.happened[bin]
            probabilities[bin] += other.probabilities[bin]
        }
    }

    var bins: [ReliabilityBin] {
        counts.indices.map { bin in
            ReliabilityBin(
                lower: Self.bounds[bin], upper: Self.bounds[bin + 1], count: counts[bin],
                forecast: counts[bin] > 0 ? probabilities[bin] / Double(counts[bin]) : nil,
                observed: counts[bin] > 0 ? Double(happened[bin]) / Double(counts[bin]) : nil)
        }
    }
}

/// One bin of a reliability table.
package struct ReliabilityBin: Hashable, Sendable {
    /// The probabilities in the bin: from here ...
    package let lower: Double
    /// ... to below here (in the last bin, to here).
    package let upper: Double
    /// How many questions.
    package let count: Int
    /// Mean probability given, nil for an empty bin.
    package let forecast: Double?
    /// Share that came true, nil for an empty bin.
    package let observed: Double?

    /// From fewer questions a bin says little of whether its probabilities are right.
    package static let fewestQuestions = 100

    /// Whether what came is off by more than a fifth of what was promised and by more than 2 points; nil for a bin with
    /// fewer than ``fewestQuestions``.
    package var isOff: Bool? {
        guard count >= Self.fewestQuestions, let forecast, let observed else { return nil }
        return abs(observed - forecast) > max(forecast / 5, 0.02)
    }
}
