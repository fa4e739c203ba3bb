import FetchSim

/// One figure of a report, for JSON, CSV and the tables alike: a new one is one entry in a list of columns.
package struct Column<Row>: Sendable {
    /// The key in JSON and CSV; what stands before a dot groups figures in JSON.
    package let key: String
    /// Header and unit in the table for people.
    package let header: (title: String, unit: String)
    /// The figure in a few words.
    package let meaning: String
    /// Factor and decimals in the table for people.
    let scale: Double
    let decimals: Int
    package let figure: @Sendable (Row) -> Double?

    package init(
        _ key: String, _ title: String, _ unit: String, scale: Double = 1, _ decimals: Int,
        _ meaning: String = "", _ figure: @escaping @Sendable (Row) -> Double?
    ) {
        self.key = key
        header = (title, unit)
        self.meaning = meaning
        self.scale = scale
        self.decimals = decimals
        self.figure = figure
    }

    /// The name that is quick to type: the header, in one word.
    package var shortName: String { header.title.split(separator: " ").joined(separator: "-") }

    /// The figure as it stands in the table for people: without decimals from a thousand on.
    func cell(_ row: Row) -> String {
        guard let value = figure(row) else { return "-" }
        let shown = value * scale
        return Figures.fixed(shown, decimals: abs(shown) < 999.95 ? decimals : 0)
    }
}

package typealias ReportColumn = Column<PolicyResult>

extension TextTable {
    /// A row for each policy, in columns that are close together if need be.
    package init<Row>(_ columns: [Column<Row>], _ rows: [(policy: String, figures: Row)]) {
        self.init(
            headers: ["policy"] + columns.map(\.header.title), units: [""] + columns.map(\.header.unit))
        self.rows = rows.map { row in [row.policy] + columns.map { $0.cell(row.figures) } }
        fit()
    }
}
