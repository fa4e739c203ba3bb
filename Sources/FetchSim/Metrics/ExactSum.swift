/// A sum of floating-point numbers that does not depend on their order: the exact sum, rounded once.
///
/// Totals over devices must come out the same however the devices are cut into shards, to the last bit; plain addition
/// rounds at every step, so that its result depends on the order.
///
/// The sum is stored as disjoint parts, from the least to the greatest; they are few unless the numbers differ
/// in size by many orders of magnitude.
///
/// Source: Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", Discrete &
/// Computational Geometry 18, 1997, section 2.3.
struct ExactSum: Sendable {
    private var parts: [Double] = []
    /// The sum of infinities and NaN, which have no exact sum.
    private var beyond = 0.0

    /// Adds a number.
    ///
    /// - Complexity: O(parts); there is seldom more than two.
    mutating func add(_ number: Double) {
        var sum = number
        var count = 0
        for index in parts.indices {
            let (large, small) = abs(sum) < abs(parts[index]) ? (parts[index], sum) : (sum, parts[index])
            sum = large + small
            // The rounding error of the sum, exactly.
            let rest = small - (sum - large)
            if rest != 0 {
                parts[count] = rest
                count += 1
            }
        }
        parts.removeLast(parts.count - count)
        if sum.isFinite {
            if sum != 0 { parts.append(sum) }
        } else {
            parts = []
            beyond += sum
        }
    }

    mutating func add(_ numbers: some Sequence<Double>) {
        for number in numbers { add(number) }
    }

    /// The number nearest to the exact sum.
    package var value: Double {
        guard beyond == 0 else { return beyond }
        guard var sum = parts.last else { return 0 }
        var index = parts.count - 1
        var rest = 0.0
        while index > 0, rest == 0 {
            index -= 1
            let large = sum
            sum = large + parts[index]
            rest = parts[index] - (sum - large)
        }
        // Half of the last place, with more of the same sign below it, is rounded away from zero.
        if index > 0, (rest < 0) == (parts[index - 1] < 0), rest != 0 {
            let twice = rest * 2
            let rounded = sum + twice
            if rounded - sum == twice { sum = rounded }
        }
        return sum
    }
}

extension Sequence<Double> {
    var exactSum: Double {
        var sum = ExactSum()
        sum.add(self)
        return sum.value
    }
}
