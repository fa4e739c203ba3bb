import FetchSim

/// One line per comparison: the engine compared with no background fetch, the bound, and the best rival of all.
package enum SummaryReport {
    package static func text(_ groups: [[BenchReport]], emphasis: (String) -> String = { $0 }) -> String {
        let reports = groups.flatMap { $0 }.filter { $0.engine != nil }
        guard let first = reports.first else { return "" }
        // Settings that all runs share stand above the table.
        let settings = settings.filter { setting in
            reports.contains { setting.text($0) != setting.text(first) }
                || setting.title == "trace" && groups.count > 1
        }
        let common = self.settings.filter { setting in !settings.contains { $0.title == setting.title } }
        var table = TextTable(
            headers: settings.map(\.title)
                + ["none", "fresh", "energy", "bound", "gain", "best baseline", "gain", "ratio"],
            units: settings.map(\.unit) + ["%", "%", "J/day", "%", "J/day", "", "J/day", ""])
        for report in reports { table.rows.append(settings.map { $0.text(report) } + cells(report)) }
        table.fit()
        let title = ["adaptive and the best baseline"] + common.map { $0.said(first) }
        let families = reports.map(\.rivalFamilies).max() ?? 0
        let legend =
            "none, fresh: launches that are fresh without background fetches, and with adaptive. best baseline: the one of "
            + "\(families) that gains most, its setting chosen in hindsight; none where no baseline gains. "
            + "ratio: gain of adaptive over that of the best baseline."
        return
            (Wrapped.list(title).map(emphasis) + ProvenanceText.lines(reports) + [""] + table.lines()
            + (families > 0 ? [""] + Wrapped.lines(legend) : []))
            .joined(separator: "\n") + "\n"
    }

    /// Settings that differ between comparisons.
    private struct Setting: Sendable {
        let title: String
        let unit: String
        let text: @Sendable (BenchReport) -> String
        let said: @Sendable (BenchReport) -> String
    }

    private static let settings = [
        Setting(title: "trace", unit: "", text: { baseName($0.trace) }, said: { $0.trace }),
        Setting(title: "radio", unit: "", text: { $0.radio }, said: { $0.radio }),
        Setting(
            title: "V", unit: "J", text: { Figures.plain($0.valueJoules) },
            said: { "V = \(Figures.plain($0.valueJoules)) J\(Figures.halfLife($0.staleHalfLife))" }),
        Setting(
            title: "power", unit: "", text: { $0.powerProfile }, said: { "\($0.powerProfile) power profile" }),
    ]

    private static func cells(_ report: BenchReport) -> [String] {
        let own = report.engine
        return [
            percent(report.unfetchedFreshShare), percent(own?.freshLaunchShare),
            own?.backgroundJoulesPerDay.map(Figures.short) ?? "-", percent(own?.shareOfClairvoyant),
            own?.gainJoulesPerDay.map(Figures.short) ?? "-",
        ] + (GainComparison(report)?.cells ?? ["-", "-", "-"])
    }

    private static func percent(_ share: Double?) -> String {
        share.map { Figures.fixed($0 * 100, decimals: 1) } ?? "-"
    }

    /// The last part of a path, without `.csv`.
    private static func baseName(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(".csv") && name.count > 4 ? String(name.dropLast(4)) : name
    }
}

/// A baseline's energy for the freshness that the engine reached.
enum EqualFreshness {
    /// The rival family that needs least, and its joules per day (`none` and 0 if none is needed); nil if none does.
    static func bestRival(
        of own: PolicyResult, among reports: [BenchReport]
    ) -> (family: String, joules: Double)? {
        guard let fresh = own.freshLaunchShare else { return nil }
        // Rivals that gain nothing have no point of their own.
        if let unfetched = reports.first?.unfetchedFreshShare, unfetched >= fresh { return ("none", 0) }
        return EnergyCurve.families(reports, withRivals: true)
            .filter { PolicyFamily.named($0.family)?.isEngine != true && $0.curve.points.count > 1 }
            .compactMap { rival in rival.curve.joules(at: fresh).map { (rival.family, $0) } }
            .min { $0.1 < $1.1 }
    }
}
