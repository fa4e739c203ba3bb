/// A pattern for names: `*` stands for any text, `?` for one character; upper and lower case are the same.
public struct NameGlob: Sendable {
    /// The pattern as it was given.
    public let pattern: String
    private let characters: [Character]

    /// Makes a pattern.
    public init(_ pattern: String) {
        self.pattern = pattern
        characters = Array(pattern.lowercased())
    }

    /// Whether the whole of `name` is as the pattern says.
    ///
    /// - Complexity: O(*n* *m*) at worst, in the lengths of name and pattern.
    public func matches(_ name: String) -> Bool {
        let name = Array(name.lowercased())
        var position = 0
        var index = 0
        // Where to go on, should what follows the last star not fit.
        var star: (pattern: Int, name: Int)?
        while index < name.count {
            if position < characters.count, characters[position] == "*" {
                star = (position, index)
                position += 1
            } else if position < characters.count,
                characters[position] == name[index] || characters[position] == "?"
            {
                position += 1
                index += 1
            } else if let back = star {
                star = (back.pattern, back.name + 1)
                position = back.pattern + 1
                index = back.name + 1
            } else {
                return false
            }
        }
        return characters[position...].allSatisfy { $0 == "*" }
    }
}
