/// A plain list in columns, all flush left.
public enum Listing {
    /// The list with its headers, ending in a newline.
    public static func text(_ headers: [String], _ rows: [[String]]) -> String {
        let all = [headers] + rows
        let widths = headers.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { cells in
            var line = ""
            for (column, cell) in cells.enumerated() {
                line += (column == 0 ? "" : "  ") + cell
                line += String(repeating: " ", count: widths[column] - cell.count)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
