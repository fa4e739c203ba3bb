import FetchSim

extension ReportSection {
    /// Every policy with every figure that the table for people has.
    static let policies = ReportSection("policies", "All policies") { context in
        .group(
            context.chapter.reports.map { report in
                Parts.heading(context.setting(report)) + table(report)
            })
    }

    private static func table(_ report: BenchReport) -> Markup {
        let columns = ReportColumn.page
        var table = SortableTable(
            [.init(title: "policy", isNumber: false)]
                + columns.map { .init(title: $0.header.title, unit: $0.header.unit) })
        for row in report.byNetValue {
            let look =
                row.family == "adaptive" ? "own" : row.family == PolicyChoice.clairvoyant ? "bound" : nil
            table.add(
                [.text(row.policy)]
                    + columns.map { column in
                        let text = column.cell(row)
                        return .number(column.figure(row), text == "-" ? "–" : text)
                    }, look: look)
        }
        return Parts.figure(
            "The comparison on \(report.radio), each fresh launch worth \(Figures.plain(report.valueJoules)) J; "
                + "a click on a column's title sorts by it. Net value is that worth of all fresh launches less the "
                + "energy; the last row is what no scheduler can exceed.", table.markup)
    }
}
