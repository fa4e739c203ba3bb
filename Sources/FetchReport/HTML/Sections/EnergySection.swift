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
            guard let energy = row.backgroundEnergyPerDay, let bill = row.fetchBillPerDay,
                row.family != "none"
            else { return nil }
            return StackedBars.Bar(
                name: row.policy,
                parts: [
                    energy.promotionJoules, energy.activeJoules, energy.tailJoules,
                    bill.runJoules, bill.coldStartJoules, bill.handlingJoules + bill.awakeJoules,
                ],
                total: "\(Parts.short(energy.joules + bill.joules)) J", isEngine: row.family == "adaptive")
        }
        guard !bars.isEmpty else { return Parts.nothing("No policy fetches in the background.") }
        let chart = StackedBars(
            bars: bars, partNames: ["promotion", "transfer", "tail", "run", "cold start", "rest"],
            axisTitle: "background energy, J per device and day", unit: "J/day", magnifiesShort: true)
        return Parts.figure(
            "What is spent on \(report.radio) beyond what it would be without background fetches, by cause: waking "
                + "the radio, transferring, and waiting in its tail; running the apps, making their processes, and the "
                + "rest: handling what came and keeping the device awake. A part of the radio can be negative: what "
                + "was fetched in time is not loaded while the user waits.",
            chart.markup("Background energy by cause, a bar per policy"))
    }
}
