/// The few apps that most often follow one app, or two, with decayed counts.
///
/// Bounded memory: when all slots are taken, the least counted app gives way to a new one, and its count goes to the
/// rest (as in the Space-Saving sketch of Metwally et al., ICDT 2005, without carrying the count over).
struct Successors: Hashable, Sendable, SnapshotElement {
    /// How many apps are remembered.
    static let width = 8

    /// The apps, -1 in an empty slot; and how often each came.
    private(set) var apps = SIMD8<Int32>(repeating: -1)
    private(set) var counts = SIMD8<Float>.zero
    /// Everything that ever followed.
    private(set) var total: Float = 0

    /// Followers that are not remembered.
    var rest: Float { Swift.max(0, total - counts.sum()) }

    /// How often `app` followed, as far as is remembered.
    func count(of app: Int32) -> Float {
        for slot in 0..<Self.width where apps[slot] == app && app >= 0 { return counts[slot] }
        return 0
    }

    mutating func add(_ unit: Double, _ app: Int) {
        let (unit, app) = (Float(unit), Int32(truncatingIfNeeded: app))
        total += unit
        var least = 0
        for slot in 0..<Self.width {
            if apps[slot] == app { return counts[slot] += unit }
            if counts[slot] < counts[least] { least = slot }
        }
        (apps[least], counts[least]) = (app, unit)
    }

    mutating func forget(_ app: Int) {
        for slot in 0..<Self.width where Int(apps[slot]) == app {
            total = Swift.max(0, total - counts[slot])
            (apps[slot], counts[slot]) = (-1, 0)
        }
    }

    mutating func scale(by factor: Float) {
        counts *= factor
        total *= factor
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amount: &total)
        guard total > 0 else { return }
        for slot in 0..<Self.width {
            try coder.code(&apps[slot])
            try coder.check(apps[slot] >= -1)
            try coder.code(amount: &counts[slot])
        }
    }
}

/// The apps that most often follow two apps in a row.
///
/// Pairs share a table by their hash; a pair that meets another one in its row takes it over, so that memory is bounded
/// and what is remembered is the user's present habits.
struct PairSuccessors: Sendable {
    private static let rows = 512

    private var pairs = [Int64](repeating: -1, count: rows)
    private var successors = [Successors](repeating: Successors(), count: rows)

    private static func key(_ pair: (Int, Int)) -> Int64 { Int64(pair.0) << 32 | Int64(pair.1) & 0xFFFF_FFFF }

    private static func row(_ key: Int64) -> Int {
        // Fibonacci hashing: the golden ratio of 2^64.
        Int((UInt64(truncatingIfNeeded: key) &* 0x9E37_79B9_7F4A_7C15) >> 55)
    }

    /// Followers of the pair; nil if nothing is known of it.
    func following(_ pair: (Int, Int)) -> Successors? {
        let key = Self.key(pair)
        let row = Self.row(key)
        return pairs[row] == key ? successors[row] : nil
    }

    mutating func add(_ unit: Double, _ app: Int, after pair: (Int, Int)) {
        let key = Self.key(pair)
        let row = Self.row(key)
        if pairs[row] != key { (pairs[row], successors[row]) = (key, Successors()) }
        successors[row].add(unit, app)
    }

    /// Forgets all pairs of an app, and that it followed others.
    mutating func forget(_ app: Int) {
        for row in pairs.indices where pairs[row] >= 0 {
            successors[row].forget(app)
            if pairs[row] >> 32 == Int64(app) || pairs[row] & 0xFFFF_FFFF == Int64(app) {
                (pairs[row], successors[row]) = (-1, Successors())
            }
        }
    }

    mutating func scale(by factor: Float) {
        for row in successors.indices { successors[row].scale(by: factor) }
    }

    /// The rows that are taken; only apps that are known may be there.
    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, isKnown: (Int32) -> Bool
    ) throws(Coder.Failure) {
        var taken = pairs.indices.filter { pairs[$0] >= 0 }
        var count = taken.count
        try coder.code(&count, in: 0...Self.rows)
        for index in 0..<count {
            var key = Coder.isReader ? 0 : pairs[taken[index]]
            try coder.code(&key)
            let row = Self.row(key)
            if Coder.isReader {
                try coder.check(key >= 0 && pairs[row] < 0)
                let pair = (Int32(truncatingIfNeeded: key >> 32), Int32(truncatingIfNeeded: key))
                try coder.check(isKnown(pair.0) && isKnown(pair.1))
                pairs[row] = key
                taken.append(row)
            }
            try coder.code(&successors[row])
            let apps = successors[row].apps
            for slot in 0..<Successors.width { try coder.check(apps[slot] < 0 || isKnown(apps[slot])) }
        }
    }
}
