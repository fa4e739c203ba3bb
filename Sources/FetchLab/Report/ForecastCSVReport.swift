import FetchSim
import FetchTrace
import FetchReport

/// Forecast scores as CSV (RFC 4180), one figure per line, with the names of the JSON keys. Figures that do not
/// exist are empty.
public enum ForecastCSVReport {
    /// The reports as CSV text.
    public static func text(_ reports: [ForecastReport]) -> String {
        text(reports.map { ($0.head, ForecastSection.all($0)) })
    }

    /// Reports of several models side by side.
    public static func text(_ reports: [ModelReport]) -> String {
        text(reports.map { ($0.head, [ForecastSection.models($0)]) })
    }

    private static func text(_ reports: [(head: ForecastHead, sections: [ForecastSection])]) -> String {
        var lines = ["trace,section,row,figure,value"]
        for report in reports {
            let trace = CSVReport.name(report.head.trace)
            for section in report.sections {
                for row in section.rows {
                    let name = CSVReport.name(row.texts.joined(separator: " / "))
                    for (figure, value) in zip(section.figures, row.values) {
                        let text = value.map { Figures.plain($0) } ?? ""
                        lines.append([trace, section.key, name, figure.key, text].joined(separator: ","))
                    }
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
