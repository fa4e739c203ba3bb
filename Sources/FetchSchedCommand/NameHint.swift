import FetchTrace

/// What to say there is, for a name that there is not.
enum NameHint {
    /// More names than this are not listed.
    private static let most = 8

    /// All names if they are few, else those that look most like `name`.
    static func text(for name: String, among names: [String]) -> String {
        if names.count <= most { return list(names) }
        let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
        let near = names.enumerated().map { index, other in
            (distance(wanted, Array(other.lowercased().unicodeScalars.prefix(64))), index)
        }.sorted { $0 < $1 }.prefix(3).map { names[$0.1] }
        return "one of \(names.count) names, the nearest of which are "
            + alternatives(near.map { quoted($0) })
    }

    /// The names, or the first of them if they are many.
    static func list(_ names: [String]) -> String {
        if names.isEmpty { return "none, as there are none" }
        if names.count <= most { return alternatives(names.map { quoted($0) }) }
        return names.prefix(most).map { quoted($0) }.joined(separator: ", ")
            + " or another of \(names.count) names"
    }

    /// How many scalars have to be changed, put in or left out to make one text the other (Levenshtein).
    private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var row = Array(0...other.count)
        for (index, scalar) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (scalar == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
