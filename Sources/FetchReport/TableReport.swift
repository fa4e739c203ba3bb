import FetchSim
import FetchTrace

/// The report for people: what was found in sentences, then a table, sorted by net value, the bound last.
package enum TableReport {
    /// Shares of fresh launches at which energies are compared.
    private static let levels = [0.5, 0.6, 0.65, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99]

    package static func text(
        _ reports: [BenchReport], columns: [ReportColumn] = ReportColumns.usual, others: [BenchReport] = [],
        emphasis: (String) -> String = { $0 }
    ) -> String {
        var lines: [String] = []
        for report in reports {
            if !lines.isEmpty { lines.append("") }
            let sameRadio = reports.filter { $0.radio == report.radio && $0.trace == report.trace }
            let reading =
                Reading.lines(report, sameRadio)
                + ProfileReading.lines(others.filter { $0.isLike(report) })
            lines += title(report).map(emphasis)
            lines +=
                ProvenanceText.lines(report.provenance, devices: report.devices) + reading.after("") + [""]
                + table(report, columns)
            let policies = report.policies.byNetValue
            if report.isAlwaysOn, !columns.contains(where: { $0.key.hasPrefix("updates.") }) {
                lines += section(
                    "Updates of the sources, opened or not", ReportColumns.updates, policies, emphasis)
            }
            lines += PairedText.lines(report, emphasis)
            lines += section("Beside the fetches", ReportColumns.usualWork, policies, emphasis)
            if sameRadio.count > 1, report == sameRadio.last { lines += equalFreshness(sameRadio, emphasis) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(_ report: BenchReport, _ columns: [ReportColumn]) -> [String] {
        TextTable(columns, report.policies.byNetValue.map { ($0.policy, $0) }).lines()
    }

    private static func title(_ report: BenchReport) -> [String] {
        let launches = report.policies.lazy.compactMap(\.launchesPerDay).first
        return Wrapped.list([
            report.trace, report.radio, "\(report.powerProfile) power profile",
            "V = \(Figures.plain(report.valueJoules)) J\(Figures.halfLife(report.staleHalfLife))",
            Figures.counted(report.devices, "device"),
            Figures.scored(report.days, after: report.warmupDays),
            launches.map { "\(Figures.fixed($0, decimals: 1)) launches/day" } ?? "no launches",
            "seed \(report.seed)",
        ])
    }

    /// A table in the columns that have figures, of the policies that have any; nothing if none has.
    private static func section(
        _ title: String, _ columns: [ReportColumn], _ policies: [PolicyResult], _ emphasis: (String) -> String
    ) -> [String] {
        let columns = columns.filter { column in policies.contains { column.figure($0) != nil } }
        let rows = policies.filter { policy in columns.contains { $0.figure(policy) != nil } }
        guard !rows.isEmpty else { return [] }
        return ["", emphasis(title), ""] + TextTable(columns, rows.map { ($0.policy, $0) }).lines()
    }

    private static func equalFreshness(_ reports: [BenchReport], _ emphasis: (String) -> String) -> [String] {
        let families = EnergyCurve.families(reports)
        // Not those that take no energy, and those that no policy reaches.
        let levels = levels.filter { level in
            families.contains { abs($0.curve.joules(at: level) ?? 0) >= 0.05 }
        }
        if levels.isEmpty { return [] }
        var table = TextTable(
            headers: ["fresh launches"] + levels.map { "\(Figures.plain($0 * 100, decimals: 1)) %" },
            units: [""] + levels.map { _ in "J/day" })
        for (family, curve) in families {
            let cells = levels.map { curve.joules(at: $0).map { Figures.fixed($0, decimals: 1) } ?? "-" }
            table.rows.append([family] + cells)
        }
        table.fit()
        let title = printable("Energy at equal freshness, \(reports[0].trace), \(reports[0].radio)")
        return ["", emphasis(title), ""] + table.lines() + ["", "- : not reached by these runs"]
    }
}
