import FetchSim

/// The curves for people, radio by radio: energy at fixed shares, freshness at fixed energies, and what is found.
package enum CurveTableReport {
    package static func text(_ reports: [CurveReport], emphasis: (String) -> String = { $0 }) -> String {
        let most = Figures.plain(CurveReport.budgets.last ?? 0)
        let area = "area: mean distance to the bound's curve up to \(most) J/day"
        return reports.map { report in
            let families = report.families.sorted {
                ($0.areaToBound.value ?? .infinity) < ($1.areaToBound.value ?? .infinity)
            }
            let lines =
                Wrapped.list(title(report)).map(emphasis)
                + ProvenanceText.lines(report.provenance, devices: report.devices)
                + ["", "Energy for a share of fresh launches, J/day"]
                + energies(report, families) + CurvePairTable.lines(report, families) + [
                    "", "Fresh launches for an energy, %",
                ]
                + freshness(report, families) + [""] + legend(report) + [area] + CurveVerdict.lines(report)
                + CurveGainTable.lines([report]).after("")
            return lines.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    private static func title(_ report: CurveReport) -> [String] {
        [
            report.trace, report.radio,
            "\(report.powerProfile) power profile\(Figures.halfLife(report.staleHalfLife))",
            Figures.counted(report.devices, "device"),
            Figures.scored(report.days, after: report.warmupDays),
            "\(Figures.fixed(report.unfetchedFreshShare * 100, decimals: 1)) % fresh without fetches",
            "seed \(report.seed)",
        ]
    }

    private static func energies(_ report: CurveReport, _ families: [CurveReport.FamilyCurve]) -> [String] {
        let levels = CurveReport.levels
        var table = TextTable(
            headers: ["policy"] + levels.map { "\(Figures.fixed($0 * 100, decimals: 0)) %" },
            units: [""] + levels.map { _ in "" })
        for family in families {
            table.rows.append([family.name] + family.joulesAtLevel.map { cell($0, scale: 1) })
        }
        table.rows.append(["clairvoyant"] + levels.map { joules(report.bound.joules(at: $0)) })
        return table.lines()
    }

    private static func freshness(_ report: CurveReport, _ families: [CurveReport.FamilyCurve]) -> [String] {
        let budgets = CurveReport.budgets
        var table = TextTable(
            headers: ["policy"] + budgets.map { "\(Figures.plain($0)) J/day" } + ["area to bound"],
            units: [""] + budgets.map { _ in "%" } + ["points"])
        for family in families {
            table.rows.append(
                [family.name] + family.freshAtBudget.map { cell($0, scale: 100) }
                    + [cell(family.areaToBound, scale: 100)])
        }
        table.rows.append(
            ["clairvoyant"] + budgets.map { joules(report.bound.fresh(at: $0) * 100) } + ["0.0"])
        return table.lines()
    }

    static func legend(_ report: CurveReport) -> [String] {
        let marks = "-: not reached; below 0: fetches spare the foreground more than they cost"
        guard report.devices > 1 else {
            return Wrapped.lines(marks + "; no intervals: they need several devices")
        }
        return Wrapped.lines("[95 % bootstrap interval over devices]; " + marks) + fewDevices(report.devices)
    }

    static func fewDevices(_ devices: Int) -> [String] {
        devices < fewestDevices
            ? ["Note: intervals from \(devices) devices are too narrow, and say little."] : []
    }

    /// From fewer devices the bootstrap makes intervals that are too narrow.
    private static let fewestDevices = 5

    /// - Parameter decimals: of every figure; nil for as many as matter.
    static func cell(_ estimate: BootstrapEstimate, scale: Double, decimals: Int? = nil) -> String {
        func text(_ value: Double) -> String {
            decimals.map { Figures.fixed(value * scale, decimals: $0) } ?? joules(value * scale)
        }
        guard let value = estimate.value else { return "-" }
        guard let interval = estimate.interval else { return text(value) }
        func bound(_ value: Double) -> String { value.isFinite ? text(value) : "-" }
        return "\(text(value)) [\(bound(interval.lowerBound)), \(bound(interval.upperBound))]"
    }

    /// How many times as much, with an interval; infinite where the share is not reached.
    static func times(_ estimate: BootstrapEstimate) -> String {
        guard let interval = estimate.interval else {
            return estimate.value.map { Figures.times($0) } ?? "-"
        }
        if estimate.value == nil, !interval.lowerBound.isFinite { return "-" }
        func text(_ value: Double) -> String { value.isFinite ? Figures.times(value) : "-" }
        let ends = "[\(text(interval.lowerBound)), \(text(interval.upperBound))]"
        return "\(estimate.value.map { Figures.times($0) } ?? "-") \(ends)"
    }

    /// With decimals where they matter.
    static func joules(_ value: Double) -> String {
        Figures.fixed(value, decimals: abs(value) < 99.95 ? 1 : 0)
    }
}

/// Whether a rival does better than the engine anywhere.
enum CurveVerdict {
    static func lines(_ report: CurveReport) -> [String] {
        report.families.filter(\.isEngine).map { family in
            if family.rivalsAbove.isEmpty {
                let most = family.curve.rising.last.map { CurveTableReport.joules($0.joules) } ?? "0"
                return "\(family.name): on the frontier; no run of a baseline up to \(most) J/day, "
                    + "the energy of its most lavish run, lies above its curve."
            }
            return "\(family.name): above its curve lie \(family.rivalsAbove.joined(separator: ", "))."
        }.flatMap { Wrapped.lines($0) }
    }
}

extension [String] {
    /// The lines below `line`; none if there are none.
    func after(_ line: String) -> [String] { isEmpty ? [] : [line] + self }
}
