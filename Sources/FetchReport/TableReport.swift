import FetchSim

/// The report for people: one table per radio and worth of a launch, sorted by net value, the bound last, and
/// below it what it says in a sentence.
public enum TableReport {
    /// Shares of fresh launches at which energies are compared.
    private static let levels = [0.5, 0.6, 0.65, 0.7, 0.8, 0.9]

    /// The reports of one trace as text.
    ///
    /// - Parameter emphasis: turns a line into one that stands out (bold on a terminal).
    public static func text(_ reports: [BenchReport], emphasis: (String) -> String = { $0 }) -> String {
        var lines: [String] = []
        for report in reports {
            if !lines.isEmpty { lines.append("") }
            lines += table(report, emphasis)
            let sameRadio = reports.filter { $0.radio == report.radio && $0.trace == report.trace }
            if let reading = Reading.sentence(report, sameRadio) { lines += ["", reading] }
            if sameRadio.count > 1, report == sameRadio.last { lines += equalFreshness(sameRadio, emphasis) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(_ report: BenchReport, _ emphasis: (String) -> String) -> [String] {
        let columns = ReportColumn.all.filter { $0.header != nil }
        var table = TextTable(
            headers: ["policy"] + columns.map { $0.header?.title ?? "" },
            units: [""] + columns.map { $0.header?.unit ?? "" })
        let policies = report.policies.filter { $0.family != PolicyChoice.clairvoyant }
        let bound = report.policies.filter { $0.family == PolicyChoice.clairvoyant }
        let order = policies.enumerated().sorted { one, other in
            let left = one.element.netValueJoulesPerDay ?? -.infinity
            let right = other.element.netValueJoulesPerDay ?? -.infinity
            return left != right ? left > right : one.offset < other.offset
        }
        for row in order.map(\.element) + bound {
            table.rows.append([row.policy] + columns.map { $0.cell(row) })
        }
        let launches = report.policies.lazy.compactMap(\.launchesPerDay).first
        let title = [
            report.trace, report.radio, "V = \(Figures.plain(report.valueJoules)) J",
            report.devices == 1 ? "1 device" : "\(report.devices) devices",
            "\(Figures.plain(report.days, decimals: 1)) days scored after "
                + "\(Figures.plain(report.warmupDays, decimals: 1)) of warm-up",
            launches.map { "\(Figures.fixed($0, decimals: 1)) launches/day" } ?? "no launches",
            "seed \(report.seed)",
        ]
        return [emphasis(title.joined(separator: ", ")), ""] + table.lines()
    }

    private static func equalFreshness(_ reports: [BenchReport], _ emphasis: (String) -> String) -> [String] {
        let families = Frontier.families(reports)
        var table = TextTable(
            headers: ["fresh launches"] + levels.map { "\(Figures.fixed($0 * 100, decimals: 0)) %" },
            units: [""] + levels.map { _ in "J/day" })
        for family in families {
            let cells = levels.map { family.joules(at: $0).map { Figures.fixed($0, decimals: 1) } ?? "-" }
            table.rows.append([family.family] + cells)
        }
        let title = "Energy at equal freshness, \(reports[0].trace), \(reports[0].radio)"
        return ["", emphasis(title), ""] + table.lines() + ["", "- : not reached by these runs"]
    }
}
