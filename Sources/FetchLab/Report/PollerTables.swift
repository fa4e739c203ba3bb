import FetchReport
import FetchSim
import FetchTrace

/// Results of ``PollerBench`` as a table for people, as CSV and as JSON (`fetchsched-pollers/1`).
package enum PollerTables {
    private static let columns: [Column<PollerFigures>] = [
        Column("perDay", "req", "/d", 0) { $0.perDay },
        Column("leastDay", "least", "%", scale: 100, 0) { $0.leastDay },
        Column("mostDay", "most", "%", scale: 100, 0) { $0.mostDay },
        Column("empty", "empty", "%", scale: 100, 0) { $0.empty },
        Column("current", "current", "%", scale: 100, 1) { $0.current },
        Column("missingSeconds", "missing", "min", scale: 1 / 60.0, 1) { $0.missing },
        Column("missing95Seconds", "95 %", "min", scale: 1 / 60.0, 0) { $0.missing95 },
        Column("delaySeconds", "delay", "min", scale: 1 / 60.0, 0) { $0.delay },
        Column("lost", "lost", "%", scale: 100, 1) { $0.lost },
        Column("toDead", "dead", "/d", 0) { $0.toDead },
        Column("refused", "ref", "/d", 0) { $0.refused },
        Column("gapSeconds", "gap", "h", scale: 1 / 3600.0, 0) { $0.gap },
    ]

    package static func text(_ reports: [PollerReport], emphasis: (String) -> String = { $0 }) -> String {
        let tables = reports.map { report in
            let table = TextTable(columns, report.rows.map { (policy: $0.policy, figures: $0.figures) })
            let head = [
                emphasis("\(report.world): \(report.summary)"),
                "\(report.sources) sources, \(Figures.plain(report.perDay)) requests a day, "
                    + Figures.scored(
                        Double(PollerWorld.days - PollerWorld.warmupDays),
                        after: Double(PollerWorld.warmupDays))
                    + ", seed \(report.seed)", "",
            ]
            return (head + table.lines()).joined(separator: "\n") + "\n"
        }
        return (tables + (reports.count > 1 ? [overview(reports, emphasis)] : [])).joined(separator: "\n")
    }

    /// Minutes missing, in each world by each policy.
    private static func overview(_ reports: [PollerReport], _ emphasis: (String) -> String) -> String {
        let policies = reports[0].rows.map(\.policy)
        var table = TextTable(
            headers: ["missing, min"] + policies, units: Array(repeating: "", count: policies.count + 1))
        table.rows = reports.map { report in
            [report.world] + report.rows.map { $0.figures.missing.map { Figures.short($0 / 60) } ?? "-" }
        }
        table.fit()
        return ([emphasis("All worlds"), ""] + table.lines()).joined(separator: "\n") + "\n"
    }

    package static func csv(_ reports: [PollerReport]) -> String {
        let head = ["world", "sources", "allowedPerDay", "seed", "policy", "dial"] + columns.map(\.key)
        return reports.reduce(CSVReport.line(head)) { text, report in
            text
                + report.rows.map { row in
                    CSVReport.line(
                        [
                            report.world, "\(report.sources)", Figures.plain(report.perDay), "\(report.seed)",
                            row.policy,
                            row.dial.map { "\($0)" } ?? "",
                        ] + columns.map { CSVReport.figure($0.figure(row.figures)) })
                }.joined()
        }
    }

    package static func json(_ reports: [PollerReport]) -> String {
        JSON.oneOrSeveral(
            reports.map { report in
                .object([
                    "format": .text("fetchsched-pollers/1"), "world": .text(report.world),
                    "summary": .text(report.summary), "sources": .whole(report.sources),
                    "allowedPerDay": .number(report.perDay), "days": .whole(Int(PollerWorld.days)),
                    "warmupDays": .whole(Int(PollerWorld.warmupDays)), "seed": .whole(report.seed),
                    "policies": .rows(
                        report.rows.map { row in
                            .object(
                                [("policy", .text(row.policy)), ("dial", .number(row.dial))]
                                    + columns.map { ($0.key, .number($0.figure(row.figures))) })
                        }),
                ])
            })
    }
}
