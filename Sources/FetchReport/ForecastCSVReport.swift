import FetchSim

/// Forecast scores as CSV (RFC 4180), one figure per line, with the names of the JSON keys. Figures that do not
/// exist are empty.
public enum ForecastCSVReport {
    /// The reports as CSV text.
    public static func text(_ reports: [ForecastReport]) -> String {
        var lines = ["trace,section,row,figure,value"]
        for report in reports {
            let trace = CSVReport.name(report.trace)
            for section in ForecastSection.all(report) {
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
