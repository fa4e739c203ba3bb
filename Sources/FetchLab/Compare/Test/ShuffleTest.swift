import FetchSched
import FetchTrace
import FetchSim

/// A permutation test of two sides: how often sides drawn at random from all units are as far apart as the two are.
///
/// What is shuffled are whole weeks or whole devices, not launches: launches hang together within a session, a day and
/// a week, and a test that took them for independent would find every difference significant. Within a week anything
/// may depend on anything; weeks are taken for exchangeable.
enum ShuffleTest {
    /// The p-value, (1 + shuffles at least as far apart) / (1 + shuffles), never below 1 / (1 + shuffles); nil with
    /// fewer than two units on a side.
    ///
    /// It is the same whichever side is called the first, if `distance` is made of the units in the order of
    /// ``canonical(_:_:)``.
    static func p(
        _ distance: some Distance, firstUnits: Int, shuffles: Int, seed: UInt64
    ) -> Double? {
        let units = distance.units
        guard firstUnits >= 2, units - firstUnits >= 2, shuffles > 0 else { return nil }
        let observed = distance.between((0..<units).map { $0 < firstUnits })
        // What differs in the last bits alone is equal.
        let least = observed - 1e-12 * max(1, observed)
        var draw = SplitMix64(seed: seed)
        var numbers = Array(0..<units)
        var asFar = 0
        for _ in 0..<shuffles {
            var isFirst = [Bool](repeating: false, count: units)
            for index in 0..<firstUnits {
                numbers.swapAt(index, index + Int(draw.next() % UInt64(units - index)))
                isFirst[numbers[index]] = true
            }
            if distance.between(isFirst) >= least { asFar += 1 }
        }
        return Double(1 + asFar) / Double(1 + shuffles)
    }

    /// The two sides' units in an order that does not depend on which is called the first, so that the same shuffles
    /// are drawn either way.
    static func canonical(_ one: [[Double]], _ other: [[Double]]) -> (first: [[Double]], second: [[Double]]) {
        isBefore(other, one) ? (other, one) : (one, other)
    }

    private static func isBefore(_ one: [[Double]], _ other: [[Double]]) -> Bool {
        if one.count != other.count { return one.count < other.count }
        for (left, right) in zip(one, other) where left != right {
            return left.lexicographicallyPrecedes(right)
        }
        return false
    }
}
