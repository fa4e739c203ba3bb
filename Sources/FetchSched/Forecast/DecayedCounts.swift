/// Counts in which old events weigh less: each new event weighs a little more than the last one, and all are
/// scaled down together before the weights grow large.
///
/// - Complexity: O(1) per event, O(counters) once every few thousand events.
struct DecayedCounts: Sendable {
    private(set) var weights = RowTable<Float>(0)
    private(set) var total: Double = 0

    mutating func grow(to count: Int) { weights.grow(to: count) }

    /// Counts one event of present weight `unit` for `index`.
    mutating func add(_ unit: Double, to index: Int) {
        weights[index] += Float(unit)
        total += unit
    }

    /// Forgets what was counted for `index`; those after it move up.
    ///
    /// - Complexity: O(counters).
    mutating func remove(_ index: Int) {
        let gone = weights[index]
        weights.remove(index)
        // Added up anew, as what is left of differences would add up over the years.
        if gone > 0 { total = (0..<weights.rowCount).reduce(0) { $0 + Double(weights[$1]) } }
    }

    mutating func scale(by factor: Double) {
        weights.scale(by: Float(factor))
        total *= factor
    }

    /// The share of `index`, mixed with `prior` as if `strength` events of weight `unit` had said so.
    func share(_ index: Int, prior: Double, strength: Double) -> Double {
        (Double(weights[index]) + strength * prior) / (total + strength)
    }
}

extension DecayedCounts: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(counters: &weights.rowMajor)
        try coder.code(amount: &total)
    }
}
