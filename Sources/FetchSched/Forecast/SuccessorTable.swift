/// For each app, the few apps that most often follow it, with decayed counts.
///
/// Bounded memory per app: when a table is full, the least counted successor gives way to a new one, and its
/// count goes to the part that is not told apart (as in the Space-Saving sketch of Metwally et al., ICDT
/// 2005, without carrying the count over).
///
/// - Complexity: O(``width``) per event and query.
struct SuccessorTable: Sendable {
    /// Successors remembered per app.
    static let width = 8

    private var apps: [Int32] = []
    private var weights: [Float] = []
    /// Everything ever counted after the app, decayed.
    private var totals: [Double] = []

    mutating func grow(to count: Int) {
        totals.grow(to: count, with: 0)
        apps.grow(to: count * Self.width, with: -1)
        weights.grow(to: count * Self.width, with: 0)
    }

    /// Forgets what followed `from`.
    mutating func clear(_ from: Int) {
        totals[from] = 0
        for slot in from * Self.width..<(from + 1) * Self.width {
            apps[slot] = -1
            weights[slot] = 0
        }
    }

    /// Forgets what followed `from`; the rows after it move up.
    ///
    /// - Complexity: O(rows).
    mutating func remove(_ from: Int) {
        totals.remove(at: from)
        let slots = from * Self.width..<(from + 1) * Self.width
        apps.removeSubrange(slots)
        weights.removeSubrange(slots)
    }

    /// Forgets that `app` followed others.
    ///
    /// - Complexity: O(rows).
    mutating func forget(_ app: Int) {
        var next = 0
        // Search and nothing else, as there are many slots and few finds.
        while let slot = apps[next...].firstIndex(of: Int32(truncatingIfNeeded: app)) {
            let (row, last) = (slot / Self.width, slot | (Self.width - 1))
            totals[row] = max(0, totals[row] - Double(weights[slot]))
            for place in slot..<last {
                (apps[place], weights[place]) = (apps[place + 1], weights[place + 1])
            }
            (apps[last], weights[last]) = (-1, 0)
            next = slot + 1
        }
    }

    mutating func add(_ unit: Double, from: Int, to: Int) {
        totals[from] += unit
        let base = from * Self.width
        var least = base
        for slot in base..<base + Self.width {
            if apps[slot] == Int32(truncatingIfNeeded: to) {
                weights[slot] += Float(unit)
                return
            }
            if weights[slot] < weights[least] { least = slot }
        }
        apps[least] = Int32(truncatingIfNeeded: to)
        weights[least] = Float(unit)
    }

    mutating func scale(by factor: Double) {
        for slot in weights.indices { weights[slot] *= Float(factor) }
        for app in totals.indices { totals[app] *= factor }
    }

    /// Everything ever counted after `from`, decayed.
    @inline(__always)
    func total(_ from: Int) -> Double { totals[from] }

    /// What was counted after `from` and is told apart: calls `body` with each successor and its count.
    @inline(__always)
    func visit(_ from: Int, _ body: (_ app: Int, _ count: Double) -> Void) {
        for slot in from * Self.width..<(from + 1) * Self.width where apps[slot] >= 0 {
            body(Int(apps[slot]), Double(weights[slot]))
        }
    }

    /// The chance that `to` follows `from`, mixed with `prior` of that strength; what the table does not tell
    /// apart follows the prior too.
    func share(from: Int, to: Int, prior: Double, strength: Double) -> Double {
        let base = from * Self.width
        var own = 0.0
        var known = 0.0
        for slot in base..<base + Self.width {
            let weight = Double(weights[slot])
            known += weight
            if apps[slot] == Int32(truncatingIfNeeded: to) { own = weight }
        }
        let rest = max(0, totals[from] - known)
        return (own + (strength + rest) * prior) / (totals[from] + strength)
    }
}

extension SuccessorTable {
    /// One row: how many slots are taken, and these; only apps that are known may follow.
    mutating func code<Coder: SnapshotCoder>(
        row: Int, _ coder: inout Coder, isKnown: (Int) -> Bool
    ) throws(Coder.Failure) {
        let slots = row * Self.width..<(row + 1) * Self.width
        var taken = (slots.lastIndex { apps[$0] >= 0 }).map { $0 + 1 - slots.lowerBound } ?? 0
        try coder.code(&taken, in: 0...Self.width)
        if Coder.isReader { clear(row) }
        guard taken > 0 else { return }
        for slot in slots.prefix(taken) {
            try coder.code(&apps[slot])
            try coder.code(amount: &weights[slot])
            try coder.check(apps[slot] >= 0 && isKnown(Int(apps[slot])))
        }
        try coder.code(amount: &totals[row])
    }
}

extension SuccessorTable {
    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, isKnown: (Int) -> Bool
    ) throws(Coder.Failure) {
        for row in totals.indices { try code(row: row, &coder, isKnown: isKnown) }
    }
}
