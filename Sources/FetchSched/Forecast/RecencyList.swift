/// The apps in order of their last use, newest first, as far as ``length`` places.
///
/// - Complexity: O(``length``) per launch, O(1) per query.
struct RecencyList: Sendable {
    /// Places told apart.
    static let length = 32

    /// The apps by place.
    private(set) var list: [Int32] = []
    private var place: [Int16] = []

    mutating func grow(to count: Int) {
        place.grow(to: count, with: -1)
    }

    /// The app's place, nil beyond the last one.
    func place(of app: Int) -> Int? {
        place[app] >= 0 ? Int(place[app]) : nil
    }

    /// How many places are taken.
    var count: Int { list.count }

    /// Moves the first `count` a place back, the first of all to two.
    private mutating func shift(_ count: Int) {
        var apps = list.mutableSpan
        for index in stride(from: count, to: 0, by: -1) { apps[index] = apps[index - 1] }
    }

    /// Forgets an app; those after it, in the list and by number, move up.
    ///
    /// - Complexity: O(apps).
    mutating func remove(_ app: Int) {
        if let place = place(of: app) { list.remove(at: place) }
        place.remove(at: app)
        for index in list.indices {
            if Int(list[index]) > app { list[index] -= 1 }
            place[Int(list[index])] = Int16(truncatingIfNeeded: index)
        }
    }

    mutating func moveToFront(_ app: Int) {
        if place[app] < 0 {
            if list.count < Self.length {
                list.append(Int32(truncatingIfNeeded: app))
            } else {
                place[Int(list[list.count - 1])] = -1
                list[list.count - 1] = Int32(truncatingIfNeeded: app)
            }
            place[app] = Int16(list.count - 1)
        }
        shift(Int(place[app]))
        list[0] = Int32(truncatingIfNeeded: app)
        let list = list
        var places = place.mutableSpan
        for index in 0...Int(places[app]) { places[Int(list[index])] = Int16(truncatingIfNeeded: index) }
    }
}

extension RecencyList: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&list)
        try coder.check(list.count <= Self.length)
        guard Coder.isReader else { return }
        // Each app's place follows from the list.
        for app in place.indices { place[app] = -1 }
        for (index, app) in list.enumerated() {
            try coder.check(place.indices.contains(Int(app)) && place[Int(app)] < 0)
            place[Int(app)] = Int16(truncatingIfNeeded: index)
        }
    }
}
