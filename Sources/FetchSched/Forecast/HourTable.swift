/// The launches of each app by hour of day, decayed, and those of all together.
///
/// - Complexity: O(1) per launch and query; 96 bytes per row.
struct HourTable: Sendable {
    private var weights = RowTable<Float>(width: 24, 0)
    private var totals = [Double](repeating: 0, count: 24)

    mutating func grow(to rows: Int) { weights.grow(to: rows) }

    /// Counts a launch of present weight `unit`.
    mutating func add(_ unit: Double, to row: Int, hour: Int) {
        weights[row, hour] += Float(unit)
        totals[hour] += unit
    }

    /// Forgets the launches of a row; those after it move up.
    ///
    /// - Complexity: O(rows).
    mutating func remove(_ row: Int) {
        for hour in 0..<24 {
            let gone = weights[row, hour]
            weights[row, hour] = 0
            guard gone > 0 else { continue }
            totals[hour] = (0..<weights.rowCount).reduce(0) { $0 + Double(weights[$1, hour]) }
        }
        weights.remove(row)
    }

    mutating func scale(by factor: Double) {
        weights.scale(by: Float(factor))
        totals.scale(by: factor)
    }

    /// The row's share of the launches in an hour of the day, mixed with `prior` as if launches of weight `strength` had
    /// said so.
    func share(_ row: Int, hour: Int, prior: Double, strength: Double) -> Double {
        let (own, all) = counts(row, hour: hour)
        return (own + strength * prior) / (all + strength)
    }

    /// How many times as often as its `share` of all launches says the row is launched in an hour of the day; near 1 as long as
    /// fewer than `strength` are expected there. So a few launches at other hours say little.
    func factor(_ row: Int, hour: Int, share: Double, strength: Double) -> Double {
        let (own, all) = counts(row, hour: hour)
        return (own + strength) / (share * all + strength)
    }

    /// Launches of the row and of all, in an hour of the day.
    @inline(__always)
    private func counts(_ row: Int, hour: Int) -> (own: Double, all: Double) {
        let (before, after) = Self.neighbours(of: hour)
        let own =
            0.5 * Double(weights[row, hour]) + 0.25 * Double(weights[row, before])
            + 0.25 * Double(weights[row, after])
        return (own, 0.5 * totals[hour] + 0.25 * totals[before] + 0.25 * totals[after])
    }

    /// Half from the hour itself, a quarter from each neighbour.
    @inline(__always)
    private static func neighbours(of hour: Int) -> (before: Int, after: Int) {
        (hour == 0 ? 23 : hour - 1, hour == 23 ? 0 : hour + 1)
    }

    /// Launches of each row, in an hour of the day, to as many blocks of eight rows as there are in `counts`.
    func counts(hour: Int, to counts: inout [FloatLanes]) {
        let ((before, after), width) = (Self.neighbours(of: hour), weights.width)
        var span = counts.mutableSpan
        let weights = weights.lanes.span
        for block in span.indices {
            let first = block * width
            let beside = weights[first + before] + weights[first + after]
            span[block] = 0.5 * weights[first + hour] + 0.25 * beside
        }
    }

    /// The same for eight hours from `first` on: 0, 8 or 16; the same bits.
    @inline(__always)
    func shares(_ row: Int, from first: Int, prior: Double, strength: Double) -> PortableMath.Lanes {
        let weights = smoothed(first) { Double(self.weights[row, $0]) }
        let totals = smoothed(first) { self.totals[$0] }
        return (weights + strength * prior) / (totals + strength)
    }

    @inline(__always)
    private func smoothed(_ first: Int, _ weight: (Int) -> Double) -> PortableMath.Lanes {
        let own = PortableMath.Lanes(
            weight(first), weight(first + 1), weight(first + 2), weight(first + 3), weight(first + 4),
            weight(first + 5), weight(first + 6), weight(first + 7))
        let (before, after) = (weight(first == 0 ? 23 : first - 1), weight(first == 16 ? 0 : first + 8))
        let left = PortableMath.Lanes(before, own[0], own[1], own[2], own[3], own[4], own[5], own[6])
        let right = PortableMath.Lanes(own[1], own[2], own[3], own[4], own[5], own[6], own[7], after)
        return 0.5 * own + 0.25 * left + 0.25 * right
    }
}

extension HourTable: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(counters: &weights.rowMajor)
        try coder.code(counters: &totals)
    }
}
