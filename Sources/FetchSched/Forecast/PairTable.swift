/// For pairs of apps launched one after the other, the few apps that most often follow.
///
/// Pairs share a table of ``rows`` rows by their hash; a pair that meets another one in its row takes it over, so
/// that memory is bounded and what is remembered is what the user does at present.
///
/// - Complexity: O(1) per event and query.
struct PairTable: Sendable {
    private static let rows = 512

    private var owners = [Int64](repeating: -1, count: rows)
    private var table = SuccessorTable()

    init() { table.grow(to: Self.rows) }

    private static func key(_ pair: (Int, Int)) -> Int64 { Int64(pair.0) << 32 | Int64(pair.1) & 0xFFFF_FFFF }

    private static func pair(_ key: Int64) -> (Int, Int) {
        (Int(truncatingIfNeeded: key >> 32), Int(truncatingIfNeeded: key & 0xFFFF_FFFF))
    }

    private static func row(_ key: Int64) -> Int {
        // Fibonacci hashing: the golden ratio of 2^64.
        Int((UInt64(truncatingIfNeeded: key) &* 0x9E37_79B9_7F4A_7C15) >> 55)
    }

    mutating func add(_ unit: Double, from pair: (Int, Int), to app: Int) {
        let key = Self.key(pair)
        let row = Self.row(key)
        if owners[row] != key {
            owners[row] = key
            table.clear(row)
        }
        table.add(unit, from: row, to: app)
    }

    /// Forgets what followed an app, and that it followed others.
    ///
    /// - Complexity: O(``rows``).
    mutating func forget(_ app: Int) {
        for row in owners.indices where owners[row] >= 0 {
            let pair = Self.pair(owners[row])
            guard pair.0 == app || pair.1 == app else { continue }
            owners[row] = -1
            table.clear(row)
        }
        table.forget(app)
    }

    mutating func scale(by factor: Double) { table.scale(by: factor) }

    /// What was counted after the pair; nil if nothing is known of it.
    @inline(__always)
    func followers(of pair: (Int, Int)) -> SuccessorTable.Followers? {
        let key = Self.key(pair)
        let row = Self.row(key)
        return owners[row] == key ? table.followers(of: row) : nil
    }

    /// The chance that `app` follows the pair, mixed with `prior` of that strength.
    func share(from pair: (Int, Int), to app: Int, prior: Double, strength: Double) -> Double {
        let key = Self.key(pair)
        let row = Self.row(key)
        guard owners[row] == key else { return prior }
        return table.share(from: row, to: app, prior: prior, strength: strength)
    }
}

extension PairTable {
    /// Only apps that are known may be there.
    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, isKnown: (Int) -> Bool
    ) throws(Coder.Failure) {
        var row = 0
        while row < Self.rows {
            // How many empty rows, then one that is not.
            var taken = Coder.isReader ? row : owners[row...].firstIndex { $0 >= 0 } ?? Self.rows
            var empty = taken - row
            try coder.code(&empty, in: 0...Self.rows - row)
            taken = row + empty
            row = taken + 1
            guard taken < Self.rows else { return }
            try coder.code(&owners[taken])
            try coder.check(owners[taken] >= 0 && Self.row(owners[taken]) == taken)
            let pair = Self.pair(owners[taken])
            try coder.check(isKnown(pair.0) && isKnown(pair.1))
            try table.code(row: taken, &coder, isKnown: isKnown)
        }
    }
}
