/// Which apps have a process, as far as the scheduler can tell: those that ran last.
///
/// - Complexity: O(processes) when an app runs that did not run last, else O(1).
struct ProcessEstimate: Sendable {
    /// How many there are at most; nil for any number, none of which is then remembered.
    private let capacity: Int?
    /// Who has one, the app that ran longest ago first.
    private var alive: [Int32] = []

    /// More than any device keeps.
    private static let mostRemembered = 64

    init(_ costs: PowerCosts) {
        capacity = costs.aliveProcesses.map { min(max(0, $0), Self.mostRemembered) }
    }

    /// The app runs now.
    ///
    /// - Returns: the app whose process makes room for it, if there is one.
    mutating func run(_ app: Int) -> Int? {
        guard let capacity else { return nil }
        let number = Int32(truncatingIfNeeded: app)
        if alive.last == number { return nil }
        if let place = alive.lastIndex(of: number) { alive.remove(at: place) }
        alive.append(number)
        return alive.count > capacity ? Int(alive.removeFirst()) : nil
    }

    /// Whether the app is remembered to have one.
    func contains(_ app: Int) -> Bool { alive.contains(Int32(truncatingIfNeeded: app)) }

    /// The app's process ended.
    mutating func end(_ app: Int) {
        let number = Int32(truncatingIfNeeded: app)
        if let place = alive.lastIndex(of: number) { alive.remove(at: place) }
    }

    /// All processes ended.
    mutating func endAll() { alive.removeAll(keepingCapacity: true) }
}

extension ProcessEstimate {
    mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, below apps: Int
    ) throws(Coder.Failure) {
        try coder.code(&alive)
        try coder.check(alive.allSatisfy { $0 >= 0 && $0 < apps })
        // A host may restore into a configuration that keeps fewer.
        if let capacity, alive.count > capacity { alive.removeFirst(alive.count - capacity) }
    }
}
