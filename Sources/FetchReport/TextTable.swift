/// A table for people: columns as wide as they need to be, the first one flush left, the others flush right.
struct TextTable {
    var headers: [String]
    /// A second line of headers, for units.
    var units: [String]
    var rows: [[String]] = []

    /// The table as lines without trailing blanks.
    func lines() -> [String] {
        let all = [headers, units] + rows
        let widths = headers.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
        var lines = [line(headers, widths)]
        if units.contains(where: { !$0.isEmpty }) { lines.append(line(units, widths)) }
        return lines + [rule] + rows.map { line($0, widths) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var text = ""
        for (column, cell) in cells.enumerated() {
            let padding = String(repeating: " ", count: widths[column] - cell.count)
            text += column == 0 ? cell + padding : "  " + padding + cell
        }
        while text.last == " " { text.removeLast() }
        return text
    }
}
