import FetchSched

@testable import FetchTune

/// A task whose optimum is known: in six dimensions, three of them logarithmic, the score falls with the square of
/// the distance from it. Units weigh the dimensions differently, and add noise of their own to every candidate.
struct PlantedTask: Sendable {
    let space: SearchSpace
    /// The optimum, as positions in the ranges.
    let optimum: [Double]
    /// Turns each pair of dimensions by this angle's cosine and sine, so that none can be found by itself.
    var turn = (cosine: 1.0, sine: 0.0)
    var noise = 0.05
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        space = SearchSpace(
            dimensions: (0..<6).map { index in
                index % 2 == 0
                    ? Dimension("linear\(index)", -3...5, base: 4.5)
                    : Dimension("log\(index)", 0.01...1000, log: true, base: 0.02)
            })
        optimum = (0..<6).map { _ in 0.2 + 0.6 * random.nextUnit() }
    }

    /// Score on a unit, at most about 0.
    func score(_ candidate: Candidate, on unit: Int) -> Double {
        var differences = zip(space.dimensions, zip(candidate.values, optimum)).map { dimension, pair in
            dimension.position(of: pair.0) - pair.1
        }
        for first in stride(from: 0, to: 6, by: 2) {
            let (x, y) = (differences[first], differences[first + 1])
            differences[first] = turn.cosine * x + turn.sine * y
            differences[first + 1] = 3 * (turn.cosine * y - turn.sine * x)
        }
        var weights = SplitMix64(seed: UInt64(unit) &* 77)
        let loss = differences.reduce(0) { $0 + $1 * $1 * (0.5 + weights.nextUnit()) }
        return -loss + noise(of: candidate, unit)
    }

    /// Largest difference from the optimum, as a part of the range.
    func distance(_ candidate: Candidate) -> Double {
        zip(space.dimensions, zip(candidate.values, optimum)).map { dimension, pair in
            abs(dimension.position(of: pair.0) - pair.1)
        }.max() ?? 0
    }

    /// Score without noise, over many units.
    func truth(_ candidate: Candidate) -> Double {
        var quiet = self
        quiet.noise = 0
        return (0..<50).reduce(0) { $0 + quiet.score(candidate, on: $1) } / 50
    }

    var run: TrialRunner {
        { trials in trials.map { score($0.candidate, on: $0.unit) - score(space.base, on: $0.unit) } }
    }

    /// What noise adds to the score of a candidate on a unit.
    func noise(of candidate: Candidate, _ unit: Int) -> Double {
        var mixed = SplitMix64(seed: UInt64(unit) ^ seed << 32)
        for value in candidate.values { mixed = SplitMix64(seed: mixed.next() ^ value.bitPattern) }
        return noise * (mixed.nextUnit() - 0.5)
    }
}
