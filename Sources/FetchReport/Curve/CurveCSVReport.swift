import FetchSim

/// The curves as CSV: a line for each run, and for each figure that is read off a curve, with its interval.
package enum CurveCSVReport {
    package static func text(_ reports: [CurveReport]) -> String {
        reports.reduce(CSVReport.line(header)) { $0 + lines($1) }
    }

    private static let header = [
        "trace", "radio", "powerProfile", "devices", "days", "policy", "figure", "run", "valueJoules",
        "joulesPerDay", "freshLaunchShare", "low95", "high95", "timesEngine", "timesEngineLow95",
        "timesEngineHigh95", "provenance",
    ]

    private static func lines(_ report: CurveReport) -> String {
        let start = [
            CSVReport.name(report.trace), CSVReport.name(report.radio), CSVReport.name(report.powerProfile),
            "\(report.devices)", CSVReport.figure(report.days),
        ]
        let provenance = ProvenanceText.text(report.provenance, devices: report.devices) ?? ""
        func line(_ policy: String, _ figure: String, _ cells: [String]) -> String {
            let filled = cells + [String](repeating: "", count: max(0, 9 - cells.count))
            return CSVReport.line(
                start + [CSVReport.name(policy), figure] + filled + [CSVReport.name(provenance)])
        }
        var text = ""
        for family in report.families {
            for point in family.curve.points {
                text += line(
                    family.name, "run",
                    [
                        CSVReport.name(point.name), CSVReport.figure(point.valueJoules),
                        CSVReport.figure(point.joules), CSVReport.figure(point.fresh),
                    ])
            }
            for (level, share) in CurveReport.levels.enumerated() {
                let energy = family.joulesAtLevel[level]
                let times = family.timesEngineAtLevel.isEmpty ? nil : family.timesEngineAtLevel[level]
                text += line(
                    family.name, "energyForShare",
                    ["", "", CSVReport.figure(energy.value), CSVReport.figure(share)] + ends(energy)
                        + (times.map { [CSVReport.figure($0.value)] + ends($0) } ?? []))
            }
            for (budget, joules) in CurveReport.budgets.enumerated() {
                let fresh = family.freshAtBudget[budget]
                text += line(
                    family.name, "shareForEnergy",
                    ["", "", CSVReport.figure(joules), CSVReport.figure(fresh.value)] + ends(fresh))
            }
        }
        for share in CurveReport.levels {
            text += line(
                PolicyChoice.clairvoyant, "energyForShare",
                ["", "", CSVReport.figure(report.bound.joules(at: share)), CSVReport.figure(share)])
        }
        for joules in CurveReport.budgets {
            text += line(
                PolicyChoice.clairvoyant, "shareForEnergy",
                ["", "", CSVReport.figure(joules), CSVReport.figure(report.bound.fresh(at: joules))])
        }
        return text
    }

    /// Both ends of an interval; empty where there is none, or where it has no end because the curve does not get there.
    private static func ends(_ estimate: BootstrapEstimate) -> [String] {
        guard let interval = estimate.interval else { return ["", ""] }
        return [interval.lowerBound, interval.upperBound].map {
            $0.isFinite ? CSVReport.figure($0) : ""
        }
    }
}
