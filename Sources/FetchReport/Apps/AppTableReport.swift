import FetchSim
import FetchTrace

/// `bench --app` for people: a table per app, radio and worth of a launch, with a row per policy; the freshest first, and
/// of equally fresh ones the one that fetches least.
public enum AppTableReport {
    /// The reports of one trace as text.
    ///
    /// - Parameter emphasis: turns a line into one that stands out (bold on a terminal).
    public static func text(
        _ reports: [BenchReport], apps: [String], emphasis: (String) -> String = { $0 }
    ) -> String {
        var lines: [String] = []
        for report in reports {
            for (index, app) in apps.enumerated() {
                lines += table(report, app, index, emphasis) + [""]
            }
        }
        let note =
            "Whole devices were replayed, as apps share the radio; so there is no energy of an app alone."
        return (lines + Wrapped.lines(note)).joined(separator: "\n") + "\n"
    }

    private static func table(
        _ report: BenchReport, _ app: String, _ index: Int, _ emphasis: (String) -> String
    ) -> [String] {
        let columns = AppColumn.usual
        var table = TextTable(
            headers: ["policy"] + columns.map(\.header.title), units: [""] + columns.map(\.header.unit))
        let rows = report.policies.filter { $0.apps.indices.contains(index) }.map {
            ($0.policy, $0.apps[index])
        }
        // The standard library documents that `sort` is stable.
        let sorted = rows.sorted { one, other in
            let (left, right) = (one.1.freshLaunchShare ?? 0, other.1.freshLaunchShare ?? 0)
            if left != right { return left > right }
            return (one.1.fetchesPerDay ?? 0) < (other.1.fetchesPerDay ?? 0)
        }
        for (policy, result) in sorted { table.rows.append([policy] + columns.map { $0.cell(result) }) }
        table.fit()
        let title = [
            escaped(report.trace), "app \(escaped(app))", report.radio,
            "\(report.powerProfile) power profile",
            "V = \(Figures.plain(report.valueJoules)) J",
            TimelineReport.counted(report.devices, "device", "devices"),
            "\(Figures.plain(report.days, decimals: 1)) days scored after "
                + "\(Figures.plain(report.warmupDays, decimals: 1)) of warm-up",
            "seed \(report.seed)",
        ]
        return Wrapped.list(title).map(emphasis) + [""] + table.lines()
    }
}

/// `bench --app` as CSV (RFC 4180): one line per policy and app, radio and value.
public enum AppCSVReport {
    /// The reports as CSV text.
    public static func text(_ reports: [BenchReport]) -> String {
        let head = ["trace", "radio", "valueJoules", "devices", "days", "policy", "app"]
        var text = CSVReport.line(head + AppColumn.all.map(\.key))
        for report in reports {
            for row in report.policies {
                for app in row.apps {
                    let start = [
                        CSVReport.name(report.trace), CSVReport.name(report.radio),
                        CSVReport.figure(report.valueJoules), "\(report.devices)",
                        CSVReport.figure(report.days), CSVReport.name(row.policy), CSVReport.name(app.app),
                    ]
                    text += CSVReport.line(start + AppColumn.all.map { CSVReport.figure($0.figure(app)) })
                }
            }
        }
        return text
    }
}
