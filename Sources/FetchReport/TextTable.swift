import FetchTrace

/// A table for people: columns as wide as they need to be. Names may come from elsewhere, so what would steer the terminal
/// is escaped.
package struct TextTable {
    package var headers: [String]
    /// A second line of headers, for units.
    package var units: [String]
    package var rows: [[String]] = []
    private var gap = 2
    /// Columns of words, which are flush left. Those of figures are flush right.
    package var words: Set<Int> = [0]

    package init(headers: [String], units: [String]) {
        self.headers = headers
        self.units = units
    }

    /// Puts the columns closer together if the lines are wider than a terminal.
    package mutating func fit() {
        let width = widths.reduce(0, +) + gap * max(0, widths.count - 1)
        if width > Wrapped.width { gap = 1 }
    }

    private var widths: [Int] {
        let all = ([headers, units] + rows).map { $0.map(printable) }
        return headers.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    }

    package func lines() -> [String] {
        let widths = widths
        let blank = String(repeating: " ", count: gap)
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: blank)
        func line(_ cells: [String]) -> String {
            Self.line(cells.map(printable), widths, blank, isWord: words.contains)
        }
        let heads = [headers] + (units.contains { !$0.isEmpty } ? [units] : [])
        return heads.map(line) + [rule] + rows.map(line)
    }

    /// Cells in columns of those widths.
    static func line(
        _ cells: [String], _ widths: [Int], _ blank: String, isWord: (Int) -> Bool
    ) -> String {
        let padded = cells.enumerated().map { column, cell in
            let padding = String(repeating: " ", count: widths[column] - cell.count)
            return isWord(column) ? cell + padding : padding + cell
        }
        return Wrapped.trimmed(padded.joined(separator: blank))
    }
}
