/// A look-up from the bytes of a name to its number that makes no `String`.
///
/// It is a cache in front of a ``NameTable``: an open-addressing table whose search gives up after a fixed
/// number of steps. Whoever misses asks the table of names, so that neither names chosen to collide nor two
/// spellings of the same Unicode text can do more harm than cost time.
///
/// - Complexity: O(*n*) in the length of the name, to find and (amortized) to insert.
struct ByteIndex: Sendable {
    private struct Entry {
        /// The first eight bytes, the first lowest, which are all of most names.
        var head: UInt64 = 0
        /// Where in `bytes` the name begins.
        var start = 0
        var number: Int32 = 0
        /// In bytes; 0 where there is no entry.
        var length: Int32 = 0
        /// Whether it stands in a file as it is, not in quotes.
        var isPlain = false
    }

    private static let longestSearch = 32

    /// The count is a power of two.
    private var entries = [Entry](repeating: Entry(), count: 64)
    private var count = 0
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
        if name.count <= 8 {
            // Most names are where they are looked for first.
            let hash = Self.begin(name.count, head)
            let entry = entries[Self.slot(hash ^ (hash >> 32), entries.count)]
            if entry.head == head, Int(entry.length) == name.count, entry.isPlain { return entry.number }
        }
        guard let entry = find(name, head: head), entry.isPlain else { return nil }
        return entry.number
    }

    @inline(never)
    private func find(_ name: Span<UInt8>, head: UInt64) -> Entry? {
        var slot = Self.slot(Self.hash(name, head), entries.count)
        for _ in 0..<Self.longestSearch {
            let entry = entries[slot]
            if entry.length == 0 { return nil }
            if entry.head == head, Int(entry.length) == name.count, hasEqualTail(entry, name) { return entry }
            slot = (slot + 1) & (entries.count - 1)
        }
        return nil
    }

    /// Remembers `number` for `name`, which must not be there yet.
    mutating func insert(_ name: Span<UInt8>, number: Int32) {
        if name.isEmpty { return }
        if count * 2 >= entries.count { grow() }
        var isPlain = true
        for index in 0..<name.count {
            switch name[index] {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isPlain = false
            default: break
            }
        }
        let head = Self.word(name, at: 0)
        let entry = Entry(
            head: head, start: bytes.count, number: number, length: Int32(truncatingIfNeeded: name.count),
            isPlain: isPlain)
        guard place(entry, Self.hash(name, head)) else { return }
        for index in 0..<name.count { bytes.append(name[index]) }
    }

    private mutating func grow() {
        let old = entries
        entries = Array(repeating: Entry(), count: old.count * 2)
        count = 0
        for entry in old where entry.length > 0 {
            let hash = Self.hash(bytes.span.extracting(range(entry)), entry.head)
            _ = place(entry, hash)
        }
    }

    /// Takes the first free slot of the search, if there is one.
    private mutating func place(_ entry: Entry, _ hash: UInt64) -> Bool {
        var slot = Self.slot(hash, entries.count)
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

    private func range(_ entry: Entry) -> Range<Int> { entry.start..<entry.start + Int(entry.length) }

    /// Whether the bytes after the first eight are the same.
    @inline(__always)
    private func hasEqualTail(_ entry: Entry, _ name: Span<UInt8>) -> Bool {
        if name.count <= 8 { return true }
        let known = bytes.span.extracting(range(entry))
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

    @inline(__always)
    private static func slot(_ hash: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: hash) & (count - 1)
    }

    /// The hash of the length and the first word, before its bits are folded.
    @inline(__always)
    private static func begin(_ length: Int, _ head: UInt64) -> UInt64 {
        (head ^ UInt64(truncatingIfNeeded: length)) &* prime
    }

    private static let prime: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// A multiplicative hash (Knuth's) of words of eight bytes and the length, with the high bits folded into the low
    /// ones that choose the slot. A word takes one multiplication where single bytes take eight, one after the other.
    @inline(__always)
    private static func hash(_ name: Span<UInt8>, _ head: UInt64) -> UInt64 {
        var hash = begin(name.count, head)
        var start = 8
        while start < name.count {
            hash = ((hash ^ (hash >> 32)) ^ word(name, at: start)) &* prime
            start += 8
        }
        return hash ^ (hash >> 32)
    }
}
