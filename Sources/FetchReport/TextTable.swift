/// A table for people: columns as wide as they need to be.
package struct TextTable {
    package var headers: [String]
    /// A second line of headers, for units.
    package var units: [String]
    package var rows: [[String]] = []
    package var gap = 2
    /// Columns of words, which are flush left. Those of figures are flush right.
    package var words: Set<Int> = [0]

    package init(headers: [String], units: [String] = [], gap: Int = 2, words: Set<Int> = [0]) {
        self.headers = headers
        self.units = units
        self.gap = gap
        self.words = words
    }

    package var width: Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }

    /// Puts the columns closer together if the lines are wider than a terminal.
    package mutating func fit() {
        if width > Wrapped.width { gap = 1 }
    }

    private var widths: [Int] {
        let all = [headers, units] + rows
        return headers.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    }

    package func lines() -> [String] {
        let widths = widths
        let blank = String(repeating: " ", count: gap)
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: blank)
        var lines = [line(headers, widths, blank)]
        if units.contains(where: { !$0.isEmpty }) { lines.append(line(units, widths, blank)) }
        return lines + [rule] + rows.map { line($0, widths, blank) }
    }

    private func line(_ cells: [String], _ widths: [Int], _ blank: String) -> String {
        var text = ""
        for (column, cell) in cells.enumerated() {
            let padding = String(repeating: " ", count: widths[column] - cell.count)
            text += (column == 0 ? "" : blank) + (words.contains(column) ? cell + padding : padding + cell)
        }
        while text.last == " " { text.removeLast() }
        return text
    }
}
