import FetchSim

/// Forecast scores for machines, `fetchsched-forecast/1`. Figures that do not exist (a mean of nothing) are null.
/// One trace is one object, several are an array of them. The keys are described in docs/forecast-format.md.
public enum ForecastJSONReport {
    /// The reports as JSON text, ending in a newline.
    public static func text(_ reports: [ForecastReport]) -> String {
        let objects = reports.map(object)
        if objects.count == 1 { return objects[0] + "\n" }
        return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    }

    private static func object(_ report: ForecastReport) -> String {
        let head = [
            field("format", JSONReport.quoted("fetchsched-forecast/1")),
            field("trace", JSONReport.quoted(report.trace)), field("devices", "\(report.devices)"),
            field("days", Figures.plain(report.days)), field("warmupDays", Figures.plain(report.warmupDays)),
            field("events", "\(report.events)"), field("launches", "\(report.launches)"),
        ]
        let sections = ForecastSection.all(report).map { section in
            let rows = section.rows.map { "  " + row($0, section) }.joined(separator: ",\n")
            return field(section.key, rows.isEmpty ? "[]" : "[\n\(rows)\n]")
        }
        return "{" + (head + sections).joined(separator: ",") + "}"
    }

    private static func row(_ row: ForecastSection.Row, _ section: ForecastSection) -> String {
        var fields: [String] = []
        for (label, names) in zip(section.labels, row.names) {
            for (key, name) in zip(label.keys, names) {
                switch name {
                case .text(let text): fields.append(field(key, JSONReport.quoted(text)))
                case .number(let number): fields.append(field(key, Figures.plain(number)))
                }
            }
        }
        for (figure, value) in zip(section.figures, row.values) {
            fields.append(field(figure.key, value.map { Figures.plain($0) } ?? "null"))
        }
        return "{" + fields.joined(separator: ",") + "}"
    }

    private static func field(_ key: String, _ value: String) -> String { "\"\(key)\":\(value)" }
}
