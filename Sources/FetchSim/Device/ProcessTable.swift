/// Which apps have a process: those that ran last, as many as the device's memory holds.
struct ProcessTable: Sendable {
    /// How many fit; nil for all.
    private let capacity: Int?
    /// The apps that have one, the one that ran longest ago first.
    private var alive: [Int] = []

    init(capacity: Int?) {
        self.capacity = capacity
    }

    /// The app runs now.
    ///
    /// - Returns: whether a process had to be made for it.
    @discardableResult
    mutating func run(_ app: Int) -> Bool {
        let place = alive.lastIndex(of: app)
        if let place { alive.remove(at: place) }
        alive.append(app)
        if let capacity, alive.count > capacity { alive.removeFirst(alive.count - capacity) }
        return place == nil
    }

    mutating func end(_ app: Int) { alive.removeAll { $0 == app } }
}
