/// A look-up from the bytes of a name to its number that makes no `String`.
///
/// It is a cache in front of a ``NameTable``: an open-addressing table whose search gives up after a fixed
/// number of steps. Whoever misses asks the table of names, so that neither names chosen to collide nor two
/// spellings of the same Unicode text can do more harm than cost time.
///
/// - Complexity: O(*n*) in the length of the name, to find and (amortized) to insert.
struct ByteIndex: Sendable {
    private struct Entry {
        /// Where in `bytes` the name begins.
        var start = 0
        /// In bytes; 0 where there is no entry.
        var length = 0
        var number: Int32 = 0
    }

    private static let longestSearch = 32

    /// The count is a power of two.
    private var entries = [Entry](repeating: Entry(), count: 64)
    private var count = 0
    private var bytes: [UInt8] = []

    /// The number that was inserted for `name`, or nil.
    func find(_ name: Span<UInt8>) -> Int32? {
        var slot = Self.hash(name) & (entries.count - 1)
        for _ in 0..<Self.longestSearch {
            let entry = entries[slot]
            if entry.length == 0 { return nil }
            if entry.length == name.count, isEqual(entry, name) { return entry.number }
            slot = (slot + 1) & (entries.count - 1)
        }
        return nil
    }

    /// Remembers `number` for `name`, which must not be there yet.
    mutating func insert(_ name: Span<UInt8>, number: Int32) {
        if name.isEmpty { return }
        if count * 2 >= entries.count { grow() }
        guard place(Entry(start: bytes.count, length: name.count, number: number), Self.hash(name)) else {
            return
        }
        for index in 0..<name.count { bytes.append(name[index]) }
    }

    private mutating func grow() {
        let old = entries
        entries = Array(repeating: Entry(), count: old.count * 2)
        count = 0
        for entry in old where entry.length > 0 {
            _ = place(entry, Self.hash(bytes.span.extracting(entry.start..<entry.start + entry.length)))
        }
    }

    /// Takes the first free slot of the search, if there is one.
    private mutating func place(_ entry: Entry, _ hash: Int) -> Bool {
        var slot = hash & (entries.count - 1)
        for _ in 0..<Self.longestSearch {
            if entries[slot].length == 0 {
                entries[slot] = entry
                count += 1
                return true
            }
            slot = (slot + 1) & (entries.count - 1)
        }
        return false
    }

    @inline(__always)
    private func isEqual(_ entry: Entry, _ name: Span<UInt8>) -> Bool {
        for index in 0..<name.count where bytes[entry.start + index] != name[index] { return false }
        return true
    }

    /// FNV-1a, with the high bits folded into the low ones that choose the slot.
    @inline(__always)
    private static func hash(_ name: Span<UInt8>) -> Int {
        var hash = FNV()
        for index in 0..<name.count { hash.add(name[index]) }
        return Int(truncatingIfNeeded: hash.value ^ (hash.value >> 32))
    }
}
