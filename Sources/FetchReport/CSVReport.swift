import FetchSim
import FetchTrace

/// CSV (RFC 4180): a line per policy, radio and value, headed by the JSON keys; empty where there is no figure.
package enum CSVReport {
    /// A line per device, policy, radio and value.
    package static func perDevice(_ reports: [BenchReport]) -> String {
        let head = ["trace", "radio", "valueJoules", "device", "days", "warmupDays", "events", "policy"]
        var text = line(head + ReportColumns.all.map(\.key) + ["powerProfile", "provenance"])
        for report in reports {
            for device in report.perDevice {
                for row in device.policies {
                    let start = [
                        name(report.trace), name(report.radio), figure(report.valueJoules),
                        name(device.device),
                        figure(device.days), figure(device.warmupDays), "\(device.events)", name(row.policy),
                    ]
                    text += line(
                        start + ReportColumns.all.map { figure($0.figure(row)) } + [
                            name(report.powerProfile),
                            name(ProvenanceText.text(device.provenance, devices: 1) ?? ""),
                        ])
                }
            }
        }
        return text
    }

    package static func text(_ reports: [BenchReport]) -> String {
        let head = ["trace", "radio", "valueJoules", "devices", "days", "warmupDays", "events", "policy"]
        // Last, where it came, so that what reads by place goes on to.
        var text = line(head + ReportColumns.all.map(\.key) + ["powerProfile", "provenance"])
        for report in reports {
            for row in report.policies {
                let start = [
                    name(report.trace), name(report.radio), figure(report.valueJoules),
                    "\(report.devices)", figure(report.days), figure(report.warmupDays),
                    "\(report.events)", name(row.policy),
                ]
                text += line(
                    start + ReportColumns.all.map { figure($0.figure(row)) } + [
                        name(report.powerProfile),
                        name(ProvenanceText.text(report.provenance, devices: report.devices) ?? ""),
                    ])
            }
        }
        return text
    }

    static func line(_ cells: [String]) -> String { cells.joined(separator: ",") + "\n" }

    static func figure(_ value: Double?) -> String { value.map { Figures.plain($0) } ?? "" }

    /// A name that may come from elsewhere, quoted. One that a spreadsheet would take for a formula and run gets an
    /// apostrophe in front, which says there that it is text.
    package static func name(_ name: String) -> String {
        let scalars = name.unicodeScalars
        guard scalars.count > 1, let first = scalars.first, formulaStarts.contains(first) else {
            return quoted(name)
        }
        return quoted("'" + name)
    }

    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r"]

    package static func quoted(_ text: String) -> String {
        let special = text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
        guard special else { return text }
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { result += "\"" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
