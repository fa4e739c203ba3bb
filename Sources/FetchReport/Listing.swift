import FetchTrace

/// A plain list in columns, all flush left, for terminals of 80 columns.
package enum Listing {
    /// A last column with less room than this stands below its line instead.
    private static let leastLast = 32

    /// The list with its headers, ending in a newline. What the last column says is broken into lines where the list
    /// would be wider than `width`.
    package static func text(_ headers: [String], _ rows: [[String]], width: Int = 80) -> String {
        let all = ([headers] + rows).map { $0.map(printable) }
        let widths = headers.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let before = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let room = max(width - before, 0)
        guard (widths.last ?? 0) > room else { return all.map { line($0, widths) }.joined() }
        if room >= leastLast { return all.map { folded($0, widths, room, indent: before) }.joined() }
        return all.map { cells in
            line(Array(cells.dropLast()), widths)
                + indented(Wrapped.lines(cells.last ?? "", width: width - 4), by: 4)
        }.joined()
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        TextTable.line(cells, widths, "  ") { _ in true } + "\n"
    }

    private static func folded(_ cells: [String], _ widths: [Int], _ room: Int, indent: Int) -> String {
        let lines = Wrapped.lines(cells.last ?? "", width: room)
        return line(cells.dropLast() + [lines.first ?? ""], widths.dropLast() + [room])
            + indented(Array(lines.dropFirst()), by: indent)
    }

    private static func indented(_ lines: [String], by indent: Int) -> String {
        lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
    }
}
