import FetchSim
import FetchTrace

/// The curves as `fetchsched-curve/1`, always an array; null where a curve does not get there.
package enum CurveJSONReport {
    package static func text(_ reports: [CurveReport], from source: ReportSource) -> String {
        JSON.rows(reports.map { object($0, source) }, indent: "").text + "\n"
    }

    private static func object(_ report: CurveReport, _ source: ReportSource) -> JSON {
        let prices = CurveReport.levels.map {
            JSON.object([
                "freshLaunchShare": .number($0), "joulesPerDay": .number(report.bound.joules(at: $0)),
            ])
        }
        let shares = CurveReport.budgets.map {
            JSON.object([
                "joulesPerDay": .number($0), "freshLaunchShare": .number(report.bound.fresh(at: $0)),
            ])
        }
        return .object([
            "format": .text("fetchsched-curve/1"), "trace": .text(report.trace),
            "radio": .text(report.radio), "powerProfile": .text(report.powerProfile),
            "staleHalfLifeSeconds": .number(report.staleHalfLife.seconds),
            "devices": .whole(report.devices), "days": .number(report.days),
            "warmupDays": .number(report.warmupDays), "seed": .whole(report.seed),
            "version": .text(source.version),
            "command": .text(source.command),
            "traceDigest": .text(hexadecimal(report.traceDigest, digits: 16)),
            "provenance": ProvenanceText.json(report.provenance),
            "unfetchedFreshLaunchShare": .number(report.unfetchedFreshShare),
            "bound": .object(["atLevel": .list(prices), "atEnergy": .list(shares)]),
            "families": .rows(report.families.map { family($0, report.gains) }),
        ])
    }

    private static func family(_ family: CurveReport.FamilyCurve, _ gains: [CurveGain]) -> JSON {
        let points = family.curve.points.map {
            JSON.object([
                "run": .text($0.name), "joulesPerDay": .number($0.joules),
                "freshLaunchShare": .number($0.fresh),
            ])
        }
        let energies = CurveReport.levels.indices.map { level in
            let times = family.timesEngineAtLevel.isEmpty ? nil : family.timesEngineAtLevel[level]
            return JSON.object(
                [("freshLaunchShare", .number(CurveReport.levels[level]))]
                    + estimate("joulesPerDay", family.joulesAtLevel[level])
                    + (times.map { estimate("timesEngine", $0, interval: "timesEngineInterval95") } ?? []))
        }
        let shares = zip(CurveReport.budgets, family.freshAtBudget).map {
            JSON.object([("joulesPerDay", .number($0))] + estimate("freshLaunchShare", $1))
        }
        return .object([
            "policy": .text(family.name), "points": .list(points), "atLevel": .list(energies),
            "atEnergy": .list(shares), "areaToBound": .object(estimate("value", family.areaToBound)),
            "rivalsAbove": family.isEngine ? .list(family.rivalsAbove.map(JSON.text)) : .null,
            "gains": family.isEngine
                ? .list(gains.filter { $0.policy == family.name }.map(gain)) : .null,
        ])
    }

    private static func gain(_ gain: CurveGain) -> JSON {
        .object([
            "valueJoules": .number(gain.valueJoules), "joulesPerDay": .number(gain.joulesPerDay),
            "boundJoulesPerDay": .number(gain.boundJoulesPerDay), "bestRival": .text(gain.bestRival),
            "bestRivalJoulesPerDay": .number(gain.bestRivalJoulesPerDay),
        ])
    }

    static func estimate(
        _ key: String, _ estimate: BootstrapEstimate, interval: String = "interval95"
    ) -> [(String, JSON)] {
        let ends = estimate.interval.map { JSON.list([.number($0.lowerBound), .number($0.upperBound)]) }
        return [(key, .number(estimate.value)), (interval, ends ?? .null)]
    }
}
