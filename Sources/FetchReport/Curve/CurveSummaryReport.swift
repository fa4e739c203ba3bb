import FetchSim

/// The energy that every policy needs for one share, radio by radio, and whether the engine is on the frontier.
package enum CurveSummaryReport {
    /// The summary at `level`, one of ``/FetchSim/CurveReport/levels``; of all traces together, if there are several.
    package static func text(
        _ reports: [CurveReport], level: Double, emphasis: (String) -> String = { $0 }
    ) -> String {
        let pooled = reports.filter(\.isPooled)
        let shown = pooled.isEmpty ? reports : pooled
        guard let first = shown.first, let index = CurveReport.levels.firstIndex(of: level) else { return "" }
        var table = TextTable(
            headers: ["policy"] + shown.map(\.radio), units: [""] + shown.map { _ in "J/day" })
        func energy(_ family: Int) -> Double {
            first.families[family].joulesAtLevel[index].value ?? .infinity
        }
        let order = first.families.indices.sorted(by: { energy($0) < energy($1) })
        for family in order {
            table.rows.append(
                [first.families[family].name]
                    + shown.map { CurveTableReport.cell($0.families[family].joulesAtLevel[index], scale: 1) })
        }
        table.rows.append(
            ["clairvoyant"] + shown.map { CurveTableReport.joules($0.bound.joules(at: level)) })
        let title = [
            "Energy for \(Figures.fixed(level * 100, decimals: 0)) % fresh launches", first.trace,
            "\(first.powerProfile) power profile",
            Figures.counted(first.devices, "device"),
            "\(Figures.fixed(first.unfetchedFreshShare * 100, decimals: 1)) % fresh without fetches",
        ]
        var lines =
            Wrapped.list(title).map(emphasis)
            + ProvenanceText.lines(first.provenance, devices: first.devices) + [""] + table.lines()
        lines += CurvePairTable.lines(shown, level: index, order: order)
        lines += [""] + CurveTableReport.legend(first) + frontier(reports)
        lines += CurveGainTable.lines(shown, emphasis: emphasis).after("")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func frontier(_ reports: [CurveReport]) -> [String] {
        // All traces together are no case of their own.
        let cases = reports.filter { !$0.isPooled }
        let engines = cases.flatMap { report in
            report.families.filter(\.isEngine).map { (report: report, family: $0) }
        }
        let pooled = reports.filter(\.isPooled).flatMap { report in
            report.families.filter { $0.isEngine && !$0.rivalsAbove.isEmpty }.map {
                (report: report, family: $0)
            }
        }
        guard !engines.isEmpty else { return [] }
        let beaten = engines.filter { !$0.family.rivalsAbove.isEmpty } + pooled
        let count =
            "on the frontier in \(engines.count - beaten.count + pooled.count) of \(engines.count) cases "
            + "(trace x radio)"
        guard !beaten.isEmpty else {
            return Wrapped.lines(
                count + ": no baseline's run lies above its curve, up to the energy of its most lavish run.")
        }
        return [count + ", but not in"]
            + beaten.map {
                "  \($0.report.trace), \($0.report.radio): "
                    + Self.families($0.family.rivalsAbove).joined(separator: ", ")
            }
    }

    /// The families of runs named like `one-index-0.01`, each once.
    private static func families(_ runs: [String]) -> [String] {
        let byLength = PolicyFamily.all.map(\.name).sorted { $0.count > $1.count }
        var found: [String] = []
        for run in runs {
            let family = byLength.first { run == $0 || run.hasPrefix($0 + "-") || run.hasPrefix($0 + ":") }
            if !found.contains(family ?? run) { found.append(family ?? run) }
        }
        return found
    }
}
