enum Parts {
    static func paragraph(_ text: String) -> Markup { element("p", text: text) }

    /// A note in place of a figure without data.
    static func nothing(_ why: String) -> Markup { element("p", ["class": "nothing"], text: why) }

    /// A chart or table with what it shows; numbered by the style sheet.
    static func figure(_ caption: String, _ content: Markup...) -> Markup {
        element("figure", [:], content + [element("figcaption", text: caption)])
    }

    static func heading(_ text: String?) -> Markup {
        text.map { element("h4", text: $0) } ?? .empty
    }

    /// `31.4 %`, or a dash.
    static func percent(_ share: Double?, decimals: Int = 1) -> String {
        share.map { Figures.fixed($0 * 100, decimals: decimals) + " %" } ?? "–"
    }

    /// A number with about three digits that matter, or a dash.
    static func short(_ value: Double?) -> String {
        guard let value else { return "–" }
        let size = abs(value)
        return Figures.fixed(
            value, decimals: size >= 99.95 ? 0 : size >= 0.095 ? 1 : size == 0 ? 0 : size >= 0.0095 ? 2 : 3)
    }
}

/// A table; columns with a unit show it below the title.
struct PageTable {
    struct Column {
        var title: String
        var unit = ""
        var isNumber = true
    }

    var columns: [Column]
    var rows: [(cells: [String], look: String?)] = []

    init(_ columns: [Column]) { self.columns = columns }

    mutating func add(_ cells: [String], look: String? = nil) { rows.append((cells, look)) }

    var markup: Markup {
        let head = columns.map { column in
            element(
                "th", ["scope": "col", "class": column.isNumber ? nil : "t"], .text(column.title),
                column.unit.isEmpty ? .empty : element("small", text: column.unit))
        }
        let body = rows.map { row in
            element("tr", ["class": row.look], zip(columns, row.cells).enumerated().map(Self.cell))
        }
        return element(
            "div", ["class": "wide"],
            element(
                "table", [:], element("thead", [:], element("tr", [:], head)), element("tbody", [:], body)))
    }

    private static func cell(_ index: Int, _ pair: (Column, String)) -> Markup {
        let (column, text) = pair
        if index == 0 { return element("th", ["scope": "row"], text: text) }
        return element("td", ["class": column.isNumber ? nil : "t"], text: text)
    }
}
