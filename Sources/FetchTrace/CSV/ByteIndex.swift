/// A look-up from the bytes of a name to its number that makes no `String`.
///
/// It is a cache in front of a ``NameTable``: an open-addressing table whose search gives up after a fixed
/// number of steps. Whoever misses asks the table of names, so that neither names chosen to collide nor two
/// spellings of the same Unicode text can do more harm than cost time.
///
/// - Complexity: O(*n*) in the length of the name, to find and (amortized) to insert.
struct ByteIndex: Sendable {
    private struct Entry {
        var hash: UInt64
        var start: Int
        var length: Int
        var number: Int32
    }

    private static let longestSearch = 32

    /// One more than the position of an entry, or 0; the count is a power of two.
    private var slots = [Int32](repeating: 0, count: 64)
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    /// The number that was inserted for `name`, or nil.
    func find(_ name: Span<UInt8>) -> Int32? {
        let hash = Self.hash(name)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        for _ in 0..<Self.longestSearch {
            let position = slots[slot]
            if position == 0 { return nil }
            let entry = entries[Int(position) - 1]
            if entry.hash == hash, entry.length == name.count, isEqual(entry, name) { return entry.number }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Remembers `number` for `name`, which must not be there yet.
    mutating func insert(_ name: Span<UInt8>, number: Int32) {
        if entries.count * 2 >= slots.count { grow() }
        let entry = Entry(hash: Self.hash(name), start: bytes.count, length: name.count, number: number)
        guard place(entry.hash, Int32(truncatingIfNeeded: entries.count + 1)) else { return }
        entries.append(entry)
        for index in 0..<name.count { bytes.append(name[index]) }
    }

    private mutating func grow() {
        slots = [Int32](repeating: 0, count: slots.count * 2)
        for (index, entry) in entries.enumerated() {
            _ = place(entry.hash, Int32(truncatingIfNeeded: index + 1))
        }
    }

    /// Takes the first free slot of the search, if there is one.
    private mutating func place(_ hash: UInt64, _ position: Int32) -> Bool {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        for _ in 0..<Self.longestSearch {
            if slots[slot] == 0 {
                slots[slot] = position
                return true
            }
            slot = (slot + 1) & mask
        }
        return false
    }

    private func isEqual(_ entry: Entry, _ name: Span<UInt8>) -> Bool {
        for index in 0..<name.count where bytes[entry.start + index] != name[index] { return false }
        return true
    }

    /// FNV-1a, with its high bits folded into the low ones that choose the slot.
    private static func hash(_ name: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<name.count { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
        return hash ^ (hash >> 32)
    }
}
