/// A pattern for names: `*` stands for any text, `?` for one character; upper and lower case are the same.
package struct NameGlob: Sendable {
    private static let star = UInt32(UInt8(ascii: "*"))
    private static let mark = UInt32(UInt8(ascii: "?"))

    private let pattern: [UInt32]
    /// The characters that a name must have.
    private let kinds: UInt128

    package init(_ pattern: String) {
        self.pattern = FoldedName(pattern).scalars
        kinds = FoldedName.kinds(of: self.pattern.filter { $0 != Self.star && $0 != Self.mark })
    }

    /// Whether the whole of `name` is as the pattern says.
    package func matches(_ name: String) -> Bool { matches(FoldedName(name)) }

    /// Whether the whole of `name` is as the pattern says; a name that many patterns are tried on is folded once.
    ///
    /// - Complexity: O(characters of the name × characters of the pattern).
    func matches(_ name: FoldedName) -> Bool {
        // Most names lack a character of the pattern.
        if kinds & ~name.kinds != 0 { return false }
        let (pattern, name) = (pattern.span, name.scalars.span)
        // At a difference, it returns to the last star and lets that stand for one character more. The stars before that
        // need no second try.
        var (at, position) = (0, 0)
        var retry: (pattern: Int, name: Int)?
        while position < name.count {
            if at < pattern.count, pattern[at] == Self.star {
                at += 1
                retry = (at, position)
            } else if at < pattern.count, pattern[at] == Self.mark || pattern[at] == name[position] {
                at += 1
                position += 1
            } else if let last = retry {
                (at, position) = (last.pattern, last.name + 1)
                retry = (at, position)
            } else {
                return false
            }
        }
        while at < pattern.count, pattern[at] == Self.star { at += 1 }
        return at == pattern.count
    }
}

/// A name in lower case, ready to be compared with patterns.
struct FoldedName: Sendable {
    /// The values of its scalars.
    let scalars: [UInt32]
    /// The scalars that are among them.
    let kinds: UInt128

    init(_ name: String) {
        let bytes = Array(name.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) {
            scalars = bytes.map { UInt32($0) + (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? 0x20 : 0) }
        } else {
            scalars = name.lowercased().unicodeScalars.map(\.value)
        }
        kinds = Self.kinds(of: scalars)
    }

    /// A bit for each scalar of ASCII; others share them.
    static func kinds(of scalars: [UInt32]) -> UInt128 { scalars.reduce(0) { $0 | 1 << UInt128($1 & 127) } }
}
