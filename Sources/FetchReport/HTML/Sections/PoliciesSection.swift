import FetchSim

extension ReportSection {
    /// Every policy with every figure that the table for people has.
    static let policies = ReportSection(id: "policies", title: "All policies") { context in
        .group(
            context.chapter.reports.map { report in
                Parts.heading(context.setting(report)) + table(report)
            })
    }

    private static func table(_ report: BenchReport) -> Markup {
        let columns = ReportColumns.page
        var table = PageTable(
            [.init(title: "policy", isNumber: false)]
                + columns.map { .init(title: $0.header.title, unit: $0.header.unit) })
        let best = report.bestRival
        let unlisted = best.flatMap { report.policies.contains($0) ? nil : $0 }
        for row in (report.policies + [unlisted].compactMap { $0 }).byNetValue {
            let look = row.family == "adaptive" ? "own" : row.isBound ? "bound" : nil
            table.add(
                [row.policy]
                    + columns.map { column in
                        let text = column.cell(row)
                        return text == "-" ? "–" : text
                    }, look: look)
        }
        let hasBound = report.policies.contains(where: \.isBound)
        return Parts.figure(
            "The comparison on \(report.radio), with V = \(Figures.plain(report.valueJoules)) J. "
                + (best.map { "The best baseline in hindsight is \(Wrapped.plain($0.spelled)). " } ?? "")
                + (hasBound ? "No scheduler can gain more than the bound." : ""), table.markup)
    }
}
