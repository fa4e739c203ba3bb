import FetchSim

extension ReportSection {
    /// What the fetches found.
    static let outcomes = ReportSection("outcomes", "Fetches by outcome") { context in
        .group(
            context.chapter.reports.map { report in
                Parts.heading(context.setting(report)) + chart(report)
            })
    }

    private static func chart(_ report: BenchReport) -> Markup {
        let bars = report.byNetValue.compactMap { row -> StackedBars.Bar? in
            guard let fetches = row.fetchesPerDay, fetches > 0 else { return nil }
            let noData = fetches * (row.noDataShare ?? 0)
            let failed = fetches * (row.failedShare ?? 0)
            return StackedBars.Bar(
                name: row.policy, parts: [max(0, fetches - noData - failed), noData, failed],
                total: "\(Parts.short(fetches))", isEngine: row.family == "adaptive")
        }
        guard !bars.isEmpty else { return Parts.nothing("No policy fetches in the background.") }
        let chart = StackedBars(
            bars: bars, partNames: ["newData", "noData", "failed"],
            axisTitle: "fetches per device and day", unit: "a day")
        return Parts.figure(
            "How many fetches a day brought something new, found nothing new, or failed. A fetch of a source that "
                + "has nothing new costs a request, and little where the radio is awake anyway.",
            chart.markup("Fetches by outcome, a bar per policy"))
    }
}
