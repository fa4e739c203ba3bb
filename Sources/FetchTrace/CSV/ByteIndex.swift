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
        /// The first eight bytes, which are all of most names.
        var head: UInt64
        var start: Int
        var length: Int
        var number: Int32
        /// Whether it stands in a file as it is, not in quotes.
        var isPlain: Bool
    }

    private static let longestSearch = 32

    /// One more than the position of an entry, or 0; the count is a power of two.
    private var slots = [Int32](repeating: 0, count: 64)
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    /// The number that was inserted for `name`, or nil.
    func find(_ name: Span<UInt8>) -> Int32? {
        find(name, head: Self.word(name, at: 0))?.number
    }

    /// The number of `name` if it can stand in a file without quotes, or nil.
    func findPlain(_ name: Span<UInt8>) -> Int32? { findPlain(name, head: Self.word(name, at: 0)) }

    /// The number of `name` if it can stand in a file without quotes, or nil.
    ///
    /// - Parameter head: The first eight bytes of the name, the first lowest; zeros behind a shorter one.
    @inline(__always)
    func findPlain(_ name: Span<UInt8>, head: UInt64) -> Int32? {
        guard let entry = find(name, head: head), entry.isPlain else { return nil }
        return entry.number
    }

    @inline(__always)
    private func find(_ name: Span<UInt8>, head: UInt64) -> Entry? {
        let hash = Self.hash(name, head)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        for _ in 0..<Self.longestSearch {
            let position = slots[slot]
            if position == 0 { return nil }
            let entry = entries[Int(position) - 1]
            if entry.hash == hash, entry.head == head, entry.length == name.count, hasEqualTail(entry, name) {
                return entry
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Remembers `number` for `name`, which must not be there yet.
    mutating func insert(_ name: Span<UInt8>, number: Int32) {
        if entries.count * 2 >= slots.count { grow() }
        let head = Self.word(name, at: 0)
        var isPlain = true
        for index in 0..<name.count {
            switch name[index] {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): isPlain = false
            default: break
            }
        }
        let entry = Entry(
            hash: Self.hash(name, head), head: head, start: bytes.count, length: name.count, number: number,
            isPlain: isPlain)
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

    /// Whether the bytes after the first eight are the same.
    @inline(__always)
    private func hasEqualTail(_ entry: Entry, _ name: Span<UInt8>) -> Bool {
        if name.count <= 8 { return true }
        let known = bytes.span.extracting(entry.start..<entry.start + entry.length)
        var index = 8
        while index < name.count {
            if Self.word(known, at: index) != Self.word(name, at: index) { return false }
            index += 8
        }
        return true
    }

    /// At most eight bytes from `start`, the first lowest; `start` is a multiple of eight within the name.
    @inline(__always)
    private static func word(_ name: Span<UInt8>, at start: Int) -> UInt64 {
        if start + 8 <= name.count { return readLittleEndian(name, start) }
        // The last word of a name overlaps the one before, so that it takes no loop.
        if start > 0 { return readLittleEndian(name, name.count - 8) >> (8 * (start + 8 - name.count)) }
        var word: UInt64 = 0
        for index in (0..<name.count).reversed() { word = word << 8 | UInt64(name[index]) }
        return word
    }

    /// A multiplicative hash (Knuth's) of words of eight bytes and the length, with the high bits folded into the low
    /// ones that choose the slot. A word takes one multiplication where single bytes take eight, one after the other.
    @inline(__always)
    private static func hash(_ name: Span<UInt8>, _ head: UInt64) -> UInt64 {
        let prime: UInt64 = 0x9E37_79B9_7F4A_7C15
        var hash = (head ^ UInt64(truncatingIfNeeded: name.count)) &* prime
        var start = 8
        while start < name.count {
            hash = ((hash ^ (hash >> 32)) ^ word(name, at: start)) &* prime
            start += 8
        }
        return hash ^ (hash >> 32)
    }
}
