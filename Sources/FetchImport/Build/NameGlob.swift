/// A pattern for names: `*` stands for any text, `?` for one character; upper and lower case are the same.
package struct NameGlob: Sendable {
    private let pattern: FoldedName

    package init(_ pattern: String) {
        self.pattern = FoldedName(pattern)
    }

    /// Whether the whole of `name` is as the pattern says.
    package func matches(_ name: String) -> Bool { matches(FoldedName(name)) }

    /// Whether the whole of `name` is as the pattern says; a name that many patterns are tried on is folded once.
    ///
    /// - Complexity: O(characters of the name × characters of the pattern).
    func matches(_ name: FoldedName) -> Bool {
        let (pattern, name) = (pattern.scalars, name.scalars)
        // At a difference, it returns to the last star and lets that stand for one character more. The stars before that
        // need no second try.
        var (at, position) = (0, 0)
        var retry: (pattern: Int, name: Int)?
        while position < name.count {
            if at < pattern.count, pattern[at] == "*" {
                at += 1
                retry = (at, position)
            } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[position] {
                at += 1
                position += 1
            } else if let last = retry {
                (at, position) = (last.pattern, last.name + 1)
                retry = (at, position)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == "*" }
    }
}

/// A name in lower case, ready to be compared with patterns.
struct FoldedName: Sendable {
    let scalars: [Unicode.Scalar]

    init(_ name: String) { scalars = Array(name.lowercased().unicodeScalars) }
}
