import FetchTrace

/// The text after an unknown name: names that exist.
package enum NameHint {
    /// More names than this are not listed.
    private static let most = 8

    /// All names if they are few, else those that look like `name`, or some of them if none does.
    package static func text(for name: String, among names: [String]) -> String {
        if names.count <= most { return list(names) }
        let wanted = letters(name)
        var near: [(start: Int, whole: Int, name: String)] = []
        for name in names {
            let distances = distances(wanted, letters(name))
            let (start, whole) = (distances.min() ?? 0, distances.last ?? 0)
            if start <= wanted.count / 3 { near.append((start, whole, name)) }
        }
        near.sort { ($0.start, $0.whole, $0.name) < ($1.start, $1.whole, $1.name) }
        guard !near.isEmpty else { return list(names) }
        return "one of \(names.count) names, such as " + alternatives(near.prefix(3).map { quoted($0.name) })
    }

    /// The names, or the first of them if they are many.
    package static func list(_ names: [String]) -> String {
        if names.isEmpty { return "none: there are none" }
        if names.count <= most { return alternatives(names.map { quoted($0) }) }
        return names.prefix(most).map { quoted($0) }.joined(separator: ", ")
            + " or another of \(names.count) names"
    }

    /// The name that differs from `name` in two letters or a third of them at most; nil if there is none.
    package static func nearest(to name: String, among names: [String]) -> String? {
        let wanted = letters(name)
        let far = names.map { (distance: distances(wanted, letters($0)).last ?? 0, name: $0) }
        return far.filter { $0.distance <= max(2, wanted.count / 3) && $0.distance < wanted.count }
            .min { $0 < $1 }?.name
    }

    /// The part of a name that is compared.
    private static func letters(_ name: String) -> [Unicode.Scalar] {
        Array(name.lowercased().unicodeScalars.prefix(64))
    }

    /// How many scalars have to be changed, put in or left out to make one text each start of the other
    /// (Levenshtein): the last is of the whole of it.
    private static func distances(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> [Int] {
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
        return row
    }
}
