import FetchSim

/// The engine's gain over no background fetch at each value of a launch, with that of the best baseline of all.
enum CurveGainTable {
    /// The table of `reports`, which differ only in the radio; nothing without an engine.
    static func lines(_ reports: [CurveReport], emphasis: (String) -> String = { $0 }) -> [String] {
        let hasRadios = reports.count > 1
        let engines = Set(reports.flatMap { $0.gains.map(\.policy) })
        let hasNames = engines.count > 1
        guard !engines.isEmpty else { return [] }
        var table = TextTable(
            headers: (hasRadios ? ["radio"] : []) + (hasNames ? ["policy"] : [])
                + [
                    "V", hasNames ? "gain" : engines.first ?? "", "of bound", "best baseline", "its gain",
                    "ratio",
                ],
            units: (hasRadios ? [""] : []) + (hasNames ? [""] : []) + ["J", "J/day", "%", "", "J/day", ""])
        for report in reports {
            for gain in report.gains {
                let comparison = GainComparison(
                    own: gain.joulesPerDay, rival: gain.bestRival, rivalJoules: gain.bestRivalJoulesPerDay)
                let bound = gain.boundJoulesPerDay
                table.rows.append(
                    (hasRadios ? [report.radio] : []) + (hasNames ? [gain.policy] : [])
                        + [
                            Figures.plain(gain.valueJoules), Figures.short(gain.joulesPerDay),
                            bound > 1e-9 ? Figures.fixed(gain.joulesPerDay / bound * 100, decimals: 1) : "-",
                        ] + comparison.cells)
            }
        }
        let families = reports[0].families.count { !$0.isEngine }
        let title =
            "Gain, and that of the best of \(families) baselines at its best setting"
        return Wrapped.lines(title).map(emphasis) + [""] + table.lines()
    }
}
