import FetchSim
import FetchTrace

enum AppColumns {
    static let all: [Column<AppResult>] = [
        .init("freshLaunchShare", "fresh", "%", scale: 100, 1) { $0.freshLaunchShare },
        .init("launchesPerDay", "launches", "/day", 1) { $0.launchesPerDay },
        .init("staleMinutes", "stale", "min", 1) { $0.staleMinutes },
        .init("fetchesPerDay", "fetches", "/day", 1) { $0.fetchesPerDay },
        .init("usefulShare", "useful", "%", scale: 100, 0) { $0.usefulShare },
        .init("noDataShare", "noData", "%", scale: 100, 0) { $0.noDataShare },
        .init("failedShare", "failed", "%", scale: 100, 0) { $0.failedShare },
        .init("bytesPerDay", "data", "MB/day", scale: 1e-6, 2) { $0.bytesPerDay },
    ]

    /// The columns of ``all`` in the table for people, which fits 80 columns.
    static let usual = all.filter { $0.key != "failedShare" }
}

/// `bench --app`: a table per app, radio and value; the freshest first, then the one that fetches least.
package enum AppTableReport {
    package static func text(
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
        let rows = report.policies.filter { $0.apps.indices.contains(index) }.map {
            ($0.policy, $0.apps[index])
        }
        let sorted = rows.sorted { one, other in
            let (left, right) = (one.1.freshLaunchShare ?? 0, other.1.freshLaunchShare ?? 0)
            if left != right { return left > right }
            return (one.1.fetchesPerDay ?? 0) < (other.1.fetchesPerDay ?? 0)
        }
        let title = [
            escaped(report.trace), "app \(escaped(app))", report.radio,
            "\(report.powerProfile) power profile",
            "V = \(Figures.plain(report.valueJoules)) J",
            Figures.counted(report.devices, "device"),
            Figures.scored(report.days, after: report.warmupDays),
            "seed \(report.seed)",
        ]
        return Wrapped.list(title).map(emphasis) + [""] + TextTable(AppColumns.usual, sorted).lines()
    }
}
