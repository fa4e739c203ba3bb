import FetchTrace
import FetchSim
import FetchReport

/// One table of a forecast report, as data: the table for people, JSON and CSV all follow it, so a new figure is
/// one line in ForecastSections.swift.
public struct ForecastSection: Sendable {
    /// The key in JSON, and the name in CSV.
    let key: String
    /// What the table is about, with what is better.
    let title: String
    /// The columns that name a row.
    let labels: [Label]
    /// The columns of figures.
    let figures: [Figure]
    let rows: [Row]
    /// What is said below the table.
    let closing: String?

    /// A column that names a row: one column for people, one key or several in JSON.
    struct Label: Sendable {
        var title: String
        var keys: [String]
    }

    /// A column of figures; without a title it is left out of the table for people.
    struct Figure: Sendable {
        var key: String
        var title: String?
        var unit: String
        var scale: Double
        var decimals: Int
        /// What people see of 1, with nothing for all else; nil where they see numbers.
        var mark: String?
    }

    struct Row: Sendable {
        /// For people, by label.
        var texts: [String]
        /// For machines, by label and key.
        var names: [[Name]]
        var values: [Double?]
    }

    enum Name: Sendable {
        case text(String)
        case number(Double?)
    }

    /// A column of figures and where they come from.
    struct Column<T> {
        var figure: Figure
        var value: (T) -> Double?
    }

    static func column<T>(
        _ key: String, _ title: String? = nil, _ unit: String = "", scale: Double = 1, _ decimals: Int = 0,
        mark: String? = nil, _ value: @escaping (T) -> Double?
    ) -> Column<T> {
        Column(
            figure: Figure(
                key: key, title: title, unit: unit, scale: scale, decimals: decimals, mark: mark),
            value: value)
    }

    init<T>(
        _ key: String, _ title: String, labels: [Label], _ scores: [T], texts: (T) -> [String],
        names: (T) -> [[Name]], columns: [Column<T>], closing: String? = nil
    ) {
        self.closing = closing
        self.key = key
        self.title = title
        self.labels = labels
        figures = columns.map(\.figure)
        rows = scores.map { score in
            Row(texts: texts(score), names: names(score), values: columns.map { $0.value(score) })
        }
    }
}
