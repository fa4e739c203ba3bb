/// The thresholds of ``PollingRule``, read off a table.
///
/// With the cost of a request as a part s of what it can bring at the most, s = c / (V q), and l = 1 - q, the threshold is
/// about s + sqrt(2 s l): exactly so at either end, and never less than 0.41 times that. The table has what it is beside
/// that. Near 0 it depends on how s compares with l alone, so that the table goes by their direction from there, and by
/// the larger of their roots; then it is smooth everywhere.
///
/// - Complexity: O(1) per answer, some 60 multiplications; 4 KB for all schedulers together.
enum PollingThresholds {
    /// Cells along either side.
    private static let cells = 32

    /// By the larger root, and then by the direction.
    private static let table: [Float] = {
        var table: [Float] = []
        for row in 0...cells {
            for column in 0...cells { table.append(ratio(row: row, column: column)) }
        }
        return table
    }()

    /// What the threshold is beside the guess, at a corner of the table.
    private static func ratio(row: Int, column: Int) -> Float {
        let direction = Double(column) / Double(cells)
        // At the very ends it is not defined, so that what it is near them stands there.
        let larger = max(1e-3, Double(row) / Double(cells)) / max(direction, 1 - direction)
        let cost = min(max(1e-4, larger * (1 - direction)), 1 - 1e-9)
        let left = min(max(1e-4, larger * direction), 1 - 1e-4)
        let rule = PollingRule(
            value: 1, usedInTime: 1 - left * left, emptyCost: cost * cost * (1 - left * left), findCost: 0)
        guard let threshold = rule.searchedThreshold() else { return 1 }
        return Float(threshold / guess(cost, left))
    }

    /// s + sqrt(2 s l), from the roots of both.
    private static func guess(_ cost: Double, _ left: Double) -> Double {
        cost * (cost + 1.414_213_562_373_095_1 * left)
    }

    /// The threshold where the cost is that part of what a request can bring, within 0.4 %.
    ///
    /// - Parameters:
    ///   - part: c / (V q), above 0 and below 1.
    ///   - usedInTime: q.
    static func threshold(costing part: Double, usedInTime q: Double) -> Double {
        let cost = root(part)
        let left = root(max(0, 1 - q))
        let larger = max(cost, left)
        // Written so that NaN asks for certainty.
        guard larger <= 1, left + cost > 0 else { return 1 }
        let row = larger * Double(cells)
        let column = left / (left + cost) * Double(cells)
        let (i, j) = (min(Int(row), cells - 1), min(Int(column), cells - 1))
        let (down, across) = (row - Double(i), column - Double(j))
        let corner = i * (cells + 1) + j
        let upper = along(corner, across)
        let lower = along(corner + cells + 1, across)
        return min(1, (upper + down * (lower - upper)) * guess(cost, left))
    }

    /// The square root of a number from 0 to 1, to a millionth: `PortableMath.squareRoot` without the last steps.
    @inline(__always)
    private static func root(_ x: Double) -> Double {
        var y = Double(bitPattern: 0x5FE6_EB50_C7B5_37A9 &- x.bitPattern >> 1)
        y *= 1.5 - 0.5 * x * y * y
        y *= 1.5 - 0.5 * x * y * y
        y *= 1.5 - 0.5 * x * y * y
        return x * y
    }

    private static func along(_ corner: Int, _ part: Double) -> Double {
        let left = Double(table[corner])
        return left + part * (Double(table[corner + 1]) - left)
    }
}
