import FetchTrace
import FetchSim

/// How far two sides are apart, as a function of which units belong to the first.
///
/// Units are what a test shuffles: weeks, or devices. What a unit measured is prepared once, so that a shuffle costs
/// no more than a pass over it.
protocol Distance: Sendable {
    /// How many units there are.
    var units: Int { get }

    /// The distance, 0 or more, if exactly those units are the first side's.
    func between(_ first: [Bool]) -> Double
}

/// Difference of the means of all that two sides' units measured.
struct MeanDistance: Distance {
    private let sums: [(sum: Double, count: Double)]

    init(_ samples: [[Double]]) {
        sums = samples.map { ($0.reduce(0, +), Double($0.count)) }
    }

    var units: Int { sums.count }

    func between(_ first: [Bool]) -> Double {
        var (one, other) = ((sum: 0.0, count: 0.0), (sum: 0.0, count: 0.0))
        for (unit, isFirst) in zip(sums, first) {
            if isFirst {
                one = (one.sum + unit.sum, one.count + unit.count)
            } else {
                other = (other.sum + unit.sum, other.count + unit.count)
            }
        }
        guard one.count > 0, other.count > 0 else { return 0 }
        return abs(one.sum / one.count - other.sum / other.count)
    }
}

/// The largest difference of two empirical distribution functions (Kolmogorov 1933, Smirnov 1939), 0 to 1.
struct SampleDistance: Distance {
    let units: Int
    /// The units' numbers in rising order of the values, with a mark at the last of equal ones.
    private var order: [(unit: Int32, isLast: Bool)] = []
    private let sizes: [Int]

    /// - Complexity: O(n log n) in the number of values.
    init(_ samples: [[Double]]) {
        units = samples.count
        sizes = samples.map(\.count)
        let all = samples.enumerated().flatMap { unit, values in values.map { (value: $0, unit: Int32(unit)) }
        }
        .sorted { ($0.value, $0.unit) < ($1.value, $1.unit) }
        order = all.indices.map { index in
            (all[index].unit, index + 1 == all.count || all[index + 1].value > all[index].value)
        }
    }

    /// - Complexity: O(n).
    func between(_ first: [Bool]) -> Double {
        var counts = (0, 0)
        for (size, isFirst) in zip(sizes, first) {
            if isFirst { counts.0 += size } else { counts.1 += size }
        }
        guard counts.0 > 0, counts.1 > 0 else { return 0 }
        let steps = (1 / Double(counts.0), 1 / Double(counts.1))
        var seen = (0, 0)
        var most = 0.0
        for (unit, isLast) in order {
            if first[Int(unit)] { seen.0 += 1 } else { seen.1 += 1 }
            if isLast { most = max(most, abs(Double(seen.0) * steps.0 - Double(seen.1) * steps.1)) }
        }
        return most
    }
}

/// Half the sum of the differences of two sides' shares (total variation), 0 to 1.
struct ShareDistance: Distance {
    private let counts: [[Double]]

    /// Counts the samples' values, which are numbers of categories.
    init(_ samples: [[Double]], categories: Int) {
        counts = samples.map { sample in
            var counts = [Double](repeating: 0, count: categories)
            for value in sample where value >= 0 && value < Double(categories) { counts[Int(value)] += 1 }
            return counts
        }
    }

    var units: Int { counts.count }

    func between(_ first: [Bool]) -> Double {
        var sums = ([Double](repeating: 0, count: counts.first?.count ?? 0), [Double]())
        sums.1 = sums.0
        for (own, isFirst) in zip(counts, first) {
            for index in own.indices {
                if isFirst { sums.0[index] += own[index] } else { sums.1[index] += own[index] }
            }
        }
        let all = (sums.0.reduce(0, +), sums.1.reduce(0, +))
        guard all.0 > 0, all.1 > 0 else { return 0 }
        return zip(sums.0, sums.1).reduce(0) { $0 + abs($1.0 / all.0 - $1.1 / all.1) } / 2
    }
}
