import FetchSim

/// The energy of each policy over that of the engine for the same share of fresh launches, on the same devices.
enum CurvePairTable {
    /// A column for each level, of one report; nothing without an engine, and for a single device.
    static func lines(_ report: CurveReport, _ families: [CurveReport.FamilyCurve]) -> [String] {
        lines(
            report,
            headers: CurveReport.levels.map { "\(Figures.fixed($0 * 100, decimals: 0)) %" },
            rows: families.map { family in (family.name, family.timesEngineAtLevel) })
    }

    /// A column for each of `reports`, which differ in the radio, at one level.
    static func lines(_ reports: [CurveReport], level: Int, order: [Int]) -> [String] {
        guard let first = reports.first else { return [] }
        return lines(
            first, headers: reports.map(\.radio),
            rows: order.map { family in
                (
                    first.families[family].name,
                    reports.compactMap { report in
                        let times = report.families[family].timesEngineAtLevel
                        return times.isEmpty ? nil : times[level]
                    }
                )
            })
    }

    private static func lines(
        _ report: CurveReport, headers: [String], rows: [(name: String, times: [BootstrapEstimate])]
    ) -> [String] {
        let rows = rows.filter { !$0.times.isEmpty }
        guard report.devices > 1, !rows.isEmpty, let engine = report.families.first(where: \.isEngine)
        else { return [] }
        var table = TextTable(headers: ["policy"] + headers, units: [""] + headers.map { _ in "times" })
        for row in rows {
            table.rows.append([row.name] + row.times.map { CurveTableReport.times($0) })
        }
        return ["", "Energy over that of \(engine.name) for the same share, device by device", ""]
            + table.lines() + [""]
            + Wrapped.lines(
                "-: only \(engine.name) reaches the share, or no policy does; 0: \(engine.name) does not")
    }
}
