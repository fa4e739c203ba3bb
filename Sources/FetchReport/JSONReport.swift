import FetchSim

/// The report for machines, `fetchsched-bench/1`. Keys stand in the order of the contract; figures that do
/// not exist (a share of nothing) are null. One comparison is one object, several are an array of them.
public enum JSONReport {
    /// The reports as JSON text, ending in a newline.
    public static func text(_ reports: [BenchReport]) -> String {
        let objects = reports.map(object)
        if objects.count == 1 { return objects[0] + "\n" }
        return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    }

    private static func object(_ report: BenchReport) -> String {
        let head = [
            field("format", quoted("fetchsched-bench/1")), field("trace", quoted(report.trace)),
            field("radio", quoted(report.radio)), field("powerProfile", quoted(report.powerProfile)),
            field("valueJoules", Figures.plain(report.valueJoules)),
            field("devices", "\(report.devices)"), field("days", Figures.plain(report.days)),
            field("warmupDays", Figures.plain(report.warmupDays)), field("events", "\(report.events)"),
        ]
        let rows = report.policies.map { "  " + row($0) }.joined(separator: ",\n")
        let policies = rows.isEmpty ? "[]" : "[\n\(rows)\n]"
        return "{" + (head + [field("policies", policies)]).joined(separator: ",") + "}"
    }

    private static func row(_ result: PolicyResult) -> String {
        var fields = [field("policy", quoted(result.policy))]
        var group: (name: Substring, fields: [String])?
        func closeGroup() {
            if let open = group {
                fields.append(field(open.name, "{" + open.fields.joined(separator: ",") + "}"))
            }
            group = nil
        }
        for column in ReportColumn.all {
            let value = column.figure(result).map { Figures.plain($0) } ?? "null"
            let parts = column.key.split(separator: ".")
            guard parts.count == 2 else {
                closeGroup()
                fields.append(field(parts[0], value))
                continue
            }
            if group?.name != parts[0] {
                closeGroup()
                group = (parts[0], [])
            }
            group?.fields.append(field(parts[1], value))
        }
        closeGroup()
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// A key and a value that is JSON already.
    static func field(_ key: some StringProtocol, _ value: String) -> String { "\"\(key)\":\(value)" }

    /// A JSON string literal (RFC 8259, section 7).
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
