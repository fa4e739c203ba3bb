/// The kinds of events by name, each in a place of its own.
///
/// The name of every kind has at most eight bytes, so that it is one integer; a longer one would not be found here, and
/// its records would not be read as plain ones.
struct KindTable: Sendable {
    private struct Entry {
        /// The name, the first byte lowest; 0 for none.
        var name: UInt64
        /// In bytes, -1 for none; a longer text that goes on with zero bytes is another one.
        var length: Int
        var kind: EventKind
    }

    private var entries: [Entry] = []
    /// Multiplying by it sends no two names to the same place.
    private var factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    init() {
        // One factor in ten or so will do.
        for _ in 0..<1000 {
            if fill() { return }
            factor = factor &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_406
        }
    }

    /// The kind of the name of so many bytes, the first lowest.
    @inline(__always)
    subscript(name: UInt64, length: Int) -> EventKind? {
        let entry = entries[place(name)]
        return entry.name == name && entry.length == length ? entry.kind : nil
    }

    /// - Returns: False if two names come to the same place.
    private mutating func fill() -> Bool {
        entries = Array(repeating: Entry(name: 0, length: -1, kind: .zone), count: 64)
        for kind in EventKind.allCases {
            let text = Array(kind.schema.name.utf8)
            guard text.count <= 8 else { continue }
            let name = text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
            guard entries[place(name)].name == 0 else { return false }
            entries[place(name)] = Entry(name: name, length: text.count, kind: kind)
        }
        return true
    }

    @inline(__always)
    private func place(_ name: UInt64) -> Int { Int(truncatingIfNeeded: (name &* factor) >> 58) }
}
