import FetchSim
import FetchTrace

/// One row per comparison: what ``SummaryReport`` is on a terminal.
enum ComparisonTable {
    /// The table; several chapters have a first column with their traces.
    static func markup(_ chapters: [ReportData.Chapter]) -> Markup {
        let hasTraces = chapters.count > 1
        var table = PageTable(
            (hasTraces ? [.init(title: "trace", isNumber: false)] : []) + [
                .init(title: "radio", isNumber: false), .init(title: "V", unit: "J"),
                .init(title: "none", unit: "fresh %"), .init(title: "adaptive", unit: "fresh %"),
                .init(title: "energy", unit: "J/day"), .init(title: "of bound", unit: "%"),
                .init(title: "gain", unit: "J/day"), .init(title: "best baseline", isNumber: false),
                .init(title: "its gain", unit: "J/day"), .init(title: "ratio"),
                .init(title: "cheapest baseline", unit: "equally fresh", isNumber: false),
                .init(title: "its energy", unit: "J/day"),
            ])
        for chapter in chapters {
            for report in chapter.reports {
                guard let own = report.engine else { continue }
                let trace = hasTraces ? [escaped(report.trace)] : []
                table.add(trace + cells(report, own, chapter))
            }
        }
        guard !table.rows.isEmpty else { return .empty }
        return Parts.figure(
            "The engine on each radio and at each V, and the baseline that gains most, its setting chosen in "
                + "hindsight. The ratio is the engine's gain over the gain of that baseline. The cheapest baseline "
                + "needs the least energy to be as fresh as the engine.",
            table.markup)
    }

    private static func cells(
        _ report: BenchReport, _ own: PolicyResult, _ chapter: ReportData.Chapter
    ) -> [String] {
        let rival = EqualFreshness.bestRival(of: own, among: chapter.comparable(report))
        let energy = own.backgroundJoulesPerDay
        let comparison = GainComparison(report)
        let best = comparison.flatMap { $0.noneGains ? nil : $0.rival }
        func figure(_ value: Double?, _ scale: Double = 1) -> String {
            value.map { Figures.fixed($0 * scale, decimals: 1) } ?? "–"
        }
        return [
            report.radio, Figures.plain(report.valueJoules),
            figure(report.unfetchedFreshShare, 100), figure(own.freshLaunchShare, 100), figure(energy),
            figure(own.shareOfClairvoyant, 100), figure(own.gainJoulesPerDay), best ?? "none gains",
            figure(best == nil ? nil : comparison?.rivalJoules), figure(comparison?.ratio),
            rival?.family ?? "none is as fresh", figure(rival?.joules),
        ]
    }
}
