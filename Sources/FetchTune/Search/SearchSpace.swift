import FetchSched
import FetchSchedText

/// One number that a search may change.
package struct Dimension: Hashable, Sendable {
    package let name: String
    package let range: ClosedRange<Double>
    /// Whether equal factors matter alike, rather than equal differences; the range is then above 0.
    package let isLogarithmic: Bool
    /// Where the search starts, and what it is compared with.
    package let base: Double

    /// Makes a dimension; a `base` outside the range is moved to its nearer end.
    package init(_ name: String, _ range: ClosedRange<Double>, log isLogarithmic: Bool = false, base: Double)
    {
        self.name = name
        self.range = range
        self.isLogarithmic = isLogarithmic && range.lowerBound > 0
        self.base = min(max(base, range.lowerBound), range.upperBound)
    }

    /// Where a value lies in the range: 0 at its lower end, 1 at its upper end.
    package func position(of value: Double) -> Double {
        func scale(_ value: Double) -> Double { isLogarithmic ? PortableMath.log(value) : value }
        let width = scale(range.upperBound) - scale(range.lowerBound)
        guard width > 0 else { return 0 }
        return min(max((scale(value) - scale(range.lowerBound)) / width, 0), 1)
    }

    /// The value at a position, rounded so that its text has few digits: to three significant ones on a
    /// logarithmic scale, to about a thousandth of the range on a linear one. The text says exactly what was tried.
    package func value(at position: Double) -> Double {
        let part = min(max(position, 0), 1)
        let exact: Double
        let step: Double
        if isLogarithmic {
            let low = PortableMath.log(range.lowerBound)
            exact = PortableMath.exp(low + part * (PortableMath.log(range.upperBound) - low))
            step = Self.powerOfTen(below: exact) / 100
        } else {
            let width = range.upperBound - range.lowerBound
            exact = range.lowerBound + part * width
            step = Self.powerOfTen(below: width) / 1000
        }
        guard step > 0 else { return range.lowerBound }
        let rounded = (exact / step).rounded() * step
        let readBack = DecimalText.value(DecimalText.text(rounded).utf8) ?? rounded
        return min(max(readBack, range.lowerBound), range.upperBound)
    }

    /// The largest power of ten that is not above `value`, which must be above 0.
    private static func powerOfTen(below value: Double) -> Double {
        var power = 1.0
        while power > value, power > 1e-300 { power /= 10 }
        while power * 10 <= value, power < 1e300 { power *= 10 }
        return power
    }
}

/// The space of a search: all combinations of the values of some dimensions.
package struct SearchSpace: Hashable, Sendable {
    package let dimensions: [Dimension]

    /// The candidate that all others are compared with.
    package var base: Candidate { Candidate(values: dimensions.map(\.base)) }

    /// The candidate at those positions, one per dimension.
    package func candidate(at positions: [Double]) -> Candidate {
        Candidate(values: zip(dimensions, positions).map { $0.value(at: $1) })
    }

    /// Which dimensions of `candidate` differ from the base.
    package func changes(of candidate: Candidate) -> [Int] {
        dimensions.indices.filter { candidate.values[$0] != dimensions[$0].base }
    }
}

/// One value per dimension of a ``SearchSpace``.
package struct Candidate: Hashable, Sendable {
    package var values: [Double]
}
