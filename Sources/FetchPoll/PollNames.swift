#if canImport(FetchSchedText)
    import FetchSchedText
#endif

/// Names by number, and numbers by name. By their bytes: comparing strings takes tables of Unicode that Embedded Swift does not
/// link, and its hash tables a mathematics library.
struct PollNames: Sendable {
    /// The name of each number; nil for a number that has none.
    private(set) var names: [[UInt8]?] = []
    private(set) var count = 0
    /// Numbers at the place that the hash of their name says, or behind it; -1 where none is, -2 where one was.
    private var places = [Int32](repeating: -1, count: 16)
    /// Places that are not -1.
    private var used = 0

    private static func hash(_ name: [UInt8]) -> Int {
        // The last bits of FNV-1a are mixed with the first.
        let hash = FNV.hash(name)
        return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0x3FFF_FFFF)
    }

    /// - Complexity: O(bytes of the name).
    subscript(_ name: [UInt8]) -> Int? {
        var place = Self.hash(name) & (places.count - 1)
        while places[place] != -1 {
            if places[place] >= 0, names[Int(places[place])] == name { return Int(places[place]) }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    func name(_ number: Int) -> [UInt8]? { number < names.count ? names[number] : nil }

    /// Gives a number that has no name one that no number has.
    mutating func set(_ name: [UInt8], _ number: Int) {
        while names.count <= number { names.append(nil) }
        names[number] = name
        count += 1
        used += 1
        if used * 2 > places.count {
            places = [Int32](repeating: -1, count: max(16, places.count * (count * 4 > places.count ? 2 : 1)))
            used = count
            for (number, name) in names.enumerated() where name != nil { put(number) }
        } else {
            put(number)
        }
    }

    private mutating func put(_ number: Int) {
        guard let name = names[number] else { return }
        var place = Self.hash(name) & (places.count - 1)
        while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
        places[place] = Int32(number)
    }

    mutating func remove(_ number: Int) {
        guard let name = name(number) else { return }
        var place = Self.hash(name) & (places.count - 1)
        while places[place] != Int32(number) { place = (place + 1) & (places.count - 1) }
        places[place] = -2
        names[number] = nil
        count -= 1
    }
}
