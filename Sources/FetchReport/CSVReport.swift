import FetchSim
import FetchTrace

/// CSV (RFC 4180): a line per policy, radio and value, headed by the JSON keys; empty where there is no figure.
package enum CSVReport {
    /// A line per device, policy, radio and value.
    package static func perDevice(_ reports: [BenchReport]) -> String {
        reports.reduce(header("device")) { text, report in
            report.perDevice.reduce(text) { text, device in
                text
                    + lines(
                        report, name(device.device), days: device.days, warmupDays: device.warmupDays,
                        events: device.events, device.policies,
                        ProvenanceText.text(device.provenance, devices: 1))
            }
        }
    }

    package static func text(_ reports: [BenchReport]) -> String {
        reports.reduce(header("devices")) { text, report in
            text
                + lines(
                    report, "\(report.devices)", days: report.days, warmupDays: report.warmupDays,
                    events: report.events, report.policies,
                    ProvenanceText.text(report.provenance, devices: report.devices), report.paired)
        }
    }

    /// - Parameter place: the column of the device or of the number of devices.
    private static func header(_ place: String) -> String {
        let head = ["trace", "radio", "valueJoules", place, "days", "warmupDays", "events", "policy"]
        // Last, where it came, so that what reads by place goes on to.
        return line(head + ReportColumns.all.map(\.key) + ["powerProfile", "provenance"] + paired)
    }

    /// The engine's gain less the policy's on the same devices, with its 95 % interval over devices.
    private static let paired = ["pairedDifferenceJoulesPerDay", "pairedLow95", "pairedHigh95"]

    private static func lines(
        _ report: BenchReport, _ place: String, days: Double, warmupDays: Double, events: Int,
        _ policies: [PolicyResult], _ provenance: String?, _ pairs: [PairedGain] = []
    ) -> String {
        let start = [
            name(report.trace), name(report.radio), figure(report.valueJoules), place, figure(days),
            figure(warmupDays), "\(events)",
        ]
        let end = [name(report.powerProfile), name(provenance ?? "")]
        return policies.map { row in
            let difference = pairs.first { $0.other == row.policy }?.difference
            let ends = difference?.interval
            return line(
                start + [name(row.policy)] + ReportColumns.all.map { figure($0.figure(row)) } + end
                    + [difference?.value, ends?.lowerBound, ends?.upperBound].map { figure($0) })
        }.joined()
    }

    package static func line(_ cells: [String]) -> String { cells.joined(separator: ",") + "\n" }

    package static func figure(_ value: Double?) -> String { value.map { Figures.plain($0) } ?? "" }

    /// A name that may come from elsewhere, quoted. One that a spreadsheet would take for a formula and run gets an
    /// apostrophe in front, which says there that it is text; what would steer a terminal is escaped, as `\u{1B}`. Line ends
    /// stay, as programs compare names.
    package static func name(_ name: String) -> String {
        let shown =
            if name.unicodeScalars.contains(where: isEscaped) {
                name.unicodeScalars.map { isEscaped($0) ? escaped(String($0)) : String($0) }.joined()
            } else {
                name
            }
        guard shown.unicodeScalars.count > 1, let first = shown.unicodeScalars.first,
            formulaStarts.contains(first)
        else { return quoted(shown) }
        return quoted("'" + shown)
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        steersTerminal(scalar) && scalar != "\n"
    }

    /// The last four are the first four in full width, as keyboards of East Asia write them.
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\n", "＝", "＋", "－", "＠"]

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
