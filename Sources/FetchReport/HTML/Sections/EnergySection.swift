import FetchSim

extension ReportSection {
    /// What the energy went into.
    static let energy = ReportSection("energy", "Energy by cause") { context in
        .group(
            context.chapter.reports.map { report in
                Parts.heading(context.setting(report)) + chart(report)
            })
    }

    private static func chart(_ report: BenchReport) -> Markup {
        let bars = report.byNetValue.compactMap { row -> StackedBars.Bar? in
            guard let energy = row.backgroundEnergyPerDay, row.family != "none" else { return nil }
            return StackedBars.Bar(
                name: row.policy,
                parts: [energy.promotionJoules, energy.activeJoules, energy.tailJoules],
                total: "\(Parts.short(energy.joules)) J", isEngine: row.family == "adaptive")
        }
        guard !bars.isEmpty else { return Parts.nothing("No policy fetches in the background.") }
        let chart = StackedBars(
            bars: bars, partNames: ["promotion", "transfer", "tail"],
            axisTitle: "background energy, J per device and day", unit: "J/day", magnifiesShort: true)
        return Parts.figure(
            "What the radio spends on \(report.radio) beyond what it would without background fetches, by cause: "
                + "waking it, transferring, and waiting in the tail. A part can be negative: what was fetched in time "
                + "is not loaded while the user waits.",
            chart.markup("Background energy by cause, a bar per policy"))
    }
}
