import FetchSched

/// Draws from the distributions that the generator uses, with the same bits on every platform.
///
/// Built only on ``SplitMix64``, ``PortableMath`` and the IEEE 754 square root. The standard library's
/// `shuffle(using:)` and `random(in:using:)` are avoided: how many bits they draw is not part of their contract.
package struct Sampler: Sendable {
    private var bits: SplitMix64
    /// The second number of the last pair of normal draws, if it has not been used yet.
    private var spareNormal: Double?

    /// Starts the sequence that belongs to these numbers, in this order.
    ///
    /// Different purposes take different numbers, so that a change in how one stream draws leaves the others
    /// as they were.
    package init(_ parts: UInt64...) {
        var state: UInt64 = 0
        for part in parts {
            var mixer = SplitMix64(seed: state ^ part)
            state = mixer.next()
        }
        bits = SplitMix64(seed: state)
    }

    /// 64 random bits, to seed something else.
    package mutating func seed() -> UInt64 { bits.next() }

    /// Uniform in [0, 1).
    package mutating func unit() -> Double { bits.nextUnit() }

    /// Uniform in the range, upper end excluded.
    package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    package mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Double(range.count))
    }

    package mutating func bernoulli(_ probability: Double) -> Bool { unit() < probability }

    /// Standard normal, by Marsaglia's polar method, which needs no trigonometry.
    ///
    /// Source: Marsaglia and Bray, "A convenient method for generating normal variables", SIAM Review 1964.
    package mutating func normal() -> Double {
        if let spare = spareNormal {
            spareNormal = nil
            return spare
        }
        while true {
            let x = 2 * unit() - 1
            let y = 2 * unit() - 1
            let s = x * x + y * y
            if s >= 1 || s == 0 { continue }
            let factor = (-2 * PortableMath.log(s) / s).squareRoot()
            spareNormal = y * factor
            return x * factor
        }
    }

    /// Log-normal with this median; `sigma` is the standard deviation of the logarithm.
    package mutating func logNormal(median: Double, sigma: Double) -> Double {
        median * PortableMath.exp(sigma * normal())
    }

    package mutating func exponential(mean: Double) -> Double { -mean * PortableMath.log(1 - unit()) }

    /// An index drawn in proportion to the weights; nil if no weight is positive.
    ///
    /// - Complexity: O(n).
    package mutating func pick(_ weights: [Double]) -> Int? {
        var total = 0.0
        for weight in weights { total += weight }
        guard total > 0 else { return nil }
        var rest = unit() * total
        var last: Int?
        for index in weights.indices where weights[index] > 0 {
            last = index
            rest -= weights[index]
            if rest < 0 { return index }
        }
        return last
    }

    /// The elements in random order, by Fisher and Yates.
    package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        var index = result.count - 1
        while index > 0 {
            result.swapAt(index, integer(0...index))
            index -= 1
        }
        return result
    }
}
