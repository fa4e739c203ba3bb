/// For each app, the few apps that most often follow it, with decayed counts.
///
/// Bounded memory per app: when a table is full, the least counted successor gives way to a new one, and its
/// count goes to the part that is not told apart (as in the Space-Saving sketch of Metwally et al., ICDT
/// 2005, without carrying the count over).
///
/// - Complexity: O(``width``) per event and query.
struct SuccessorTable: Sendable {
    /// Successors remembered per app.
    static let width = FloatLanes.scalarCount

    /// What was counted after an app: the successors told apart, -1 where there is none; how often each came; and
    /// everything ever counted.
    struct Followers: Sendable {
        var apps = IntLanes(repeating: -1)
        var counts = FloatLanes.zero
        var total = 0.0

        /// What came and is not told apart.
        @inline(__always)
        var rest: Double { Swift.max(0, total - Double(counts.total)) }
    }

    private var apps: [IntLanes] = []
    private var weights: [FloatLanes] = []
    /// Everything ever counted after the app, decayed.
    private var totals: [Double] = []

    mutating func grow(to count: Int) {
        totals.grow(to: count, with: 0)
        apps.grow(to: count, with: IntLanes(repeating: -1))
        weights.grow(to: count, with: .zero)
    }

    /// Forgets what followed `from`.
    mutating func clear(_ from: Int) {
        totals[from] = 0
        apps[from] = IntLanes(repeating: -1)
        weights[from] = .zero
    }

    /// Forgets what followed `from`; the rows after it move up.
    ///
    /// - Complexity: O(rows).
    mutating func remove(_ from: Int) {
        totals.remove(at: from)
        apps.remove(at: from)
        weights.remove(at: from)
    }

    /// Forgets that `app` followed others.
    ///
    /// - Complexity: O(rows).
    mutating func forget(_ app: Int) {
        for row in apps.indices {
            guard let found = slot(of: app, in: row) else { continue }
            totals[row] = max(0, totals[row] - Double(weights[row][found]))
            for slot in found..<Self.width - 1 {
                (apps[row][slot], weights[row][slot]) = (apps[row][slot + 1], weights[row][slot + 1])
            }
            (apps[row][Self.width - 1], weights[row][Self.width - 1]) = (-1, 0)
        }
    }

    /// Where an app is among the successors of a row.
    @inline(__always)
    private func slot(of app: Int, in row: Int) -> Int? {
        // No app has its number below zero; it is what empty slots have.
        guard app >= 0 else { return nil }
        let found = apps[row].isSame(as: Int32(truncatingIfNeeded: app))
        // It is in one slot at most.
        let slot = (found & IntLanes(1, 2, 3, 4, 5, 6, 7, 8)).wrappedSum()
        return slot > 0 ? Int(slot) - 1 : nil
    }

    mutating func add(_ unit: Double, from: Int, to: Int) {
        totals[from] += unit
        if let slot = slot(of: to, in: from) {
            weights[from][slot] += Float(unit)
            return
        }
        let counts = weights[from]
        var (least, count) = (0, counts[0])
        for slot in 1..<Self.width where counts[slot] < count { (least, count) = (slot, counts[slot]) }
        apps[from][least] = Int32(truncatingIfNeeded: to)
        weights[from][least] = Float(unit)
    }

    mutating func scale(by factor: Double) {
        for row in weights.indices { weights[row] *= Float(factor) }
        totals.scale(by: factor)
    }

    /// What was counted after `from`.
    @inline(__always)
    func followers(of from: Int) -> Followers {
        Followers(apps: apps[from], counts: weights[from], total: totals[from])
    }

    /// The chance that `to` follows `from`, mixed with `prior` of that strength; what the table does not tell
    /// apart follows the prior too.
    func share(from: Int, to: Int, prior: Double, strength: Double) -> Double {
        let followers = followers(of: from)
        let own = slot(of: to, in: from).map { Double(followers.counts[$0]) } ?? 0
        return (own + (strength + followers.rest) * prior) / (followers.total + strength)
    }
}

extension SuccessorTable {
    /// One row: how many slots are taken, and these; only apps that are known may follow.
    mutating func code<Coder: SnapshotCoder>(
        row: Int, _ coder: inout Coder, isKnown: (Int) -> Bool
    ) throws(Coder.Failure) {
        var taken = Self.width
        while taken > 0, apps[row][taken - 1] < 0 { taken -= 1 }
        try coder.code(&taken, in: 0...Self.width)
        if Coder.isReader { clear(row) }
        guard taken > 0 else { return }
        for slot in 0..<taken {
            var (app, weight) = (apps[row][slot], weights[row][slot])
            try coder.code(&app)
            try coder.code(amount: &weight)
            try coder.check(app >= 0 && isKnown(Int(app)))
            (apps[row][slot], weights[row][slot]) = (app, weight)
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
