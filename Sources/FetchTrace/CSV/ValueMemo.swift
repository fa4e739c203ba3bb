/// The values that short texts were decoded to, for the texts of the value column that come again and again.
///
/// Each text has one place, which the last one takes. A longer text is not remembered.
struct ValueMemo: Sendable {
    /// A text of a kind's value column.
    struct Key: Equatable, Sendable {
        /// The first eight bytes, and those behind them; zeros behind a shorter text.
        var head: UInt64
        var tail: UInt64
        var length: UInt8
        var kind: EventKind
    }

    /// The longest text of a key, in bytes.
    static let longest = 16

    private struct Entry {
        var key: Key
        var value: EventValue
    }

    private static let count = 256
    /// No text has length 0, so that these are no texts.
    private var entries = [Entry](
        repeating: Entry(key: Key(head: 0, tail: 0, length: 0, kind: .zone), value: .none), count: count)

    /// The value of the text, if it is remembered.
    @inline(__always)
    subscript(key: Key) -> EventValue? {
        let entry = entries[Self.place(key)]
        return entry.key == key ? entry.value : nil
    }

    /// Remembers the value of a text.
    mutating func insert(_ value: EventValue, for key: Key) {
        entries[Self.place(key)] = Entry(key: key, value: value)
    }

    /// A multiplicative hash (Knuth's).
    @inline(__always)
    private static func place(_ key: Key) -> Int {
        let prime: UInt64 = 0x9E37_79B9_7F4A_7C15
        let mixed = ((key.head &* prime) ^ key.tail ^ UInt64(key.kind.rawValue)) &* prime
        return Int(truncatingIfNeeded: mixed >> 56)
    }
}
