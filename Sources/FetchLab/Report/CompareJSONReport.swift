import FetchTrace
import FetchSim
import FetchReport

/// A comparison of traces for machines, `fetchsched-compare/1`. Figures that do not exist are null. The keys are
/// described in docs/compare.md.
public enum CompareJSONReport {
    /// The report as JSON text, ending in a newline.
    public static func text(_ report: CompareReport) -> String {
        JSON.object([
            "format": .text("fetchsched-compare/1"), "first": side(report.first),
            "second": side(report.second), "seed": .whole(report.seed), "shuffles": .whole(report.shuffles),
            "shuffled": .text(report.shufflesDevices ? "devices" : "weeks"),
            "statistics": .rows(report.statistics.map(figure)),
            "forecasts": .rows(report.forecasts.map(figure)),
            "policies": .rows(report.policies.map(policy)),
            "criteria": .rows(report.criteria.map(criterion)), "judged": .whole(report.judged),
            "met": .whole(report.met),
        ]).text + "\n"
    }

    private static func side(_ side: CompareReport.Side) -> JSON {
        .object([
            "traces": .list(side.traces.map(JSON.text)), "devices": .whole(side.devices),
            "days": .number(side.days), "launches": .whole(side.launches),
        ])
    }

    private static func figure(_ figure: ComparedFigure) -> JSON {
        .object([
            "key": .text(figure.key), "first": estimate(figure.first), "second": estimate(figure.second),
            "difference": .number(figure.difference), "deviations": .number(figure.deviations),
            "distance": .number(figure.distance),
            "p": .number(figure.p),
        ])
    }

    private static func policy(_ policy: ComparedPolicy) -> JSON {
        .object([
            "policy": .text(policy.policy), "valueJoules": .number(policy.valueJoules),
            "firstFresh": estimate(policy.firstFresh), "secondFresh": estimate(policy.secondFresh),
            "firstShare": estimate(policy.firstShare), "secondShare": estimate(policy.secondShare),
        ])
    }

    private static func criterion(_ criterion: Criterion) -> JSON {
        .object([
            "key": .text(criterion.key), "title": .text(criterion.title),
            "first": .number(criterion.first), "second": .number(criterion.second),
            "tolerance": .number(criterion.tolerance), "detail": .text(criterion.detail),
            "met": .truth(criterion.isMet),
        ])
    }

    private static func estimate(_ estimate: Estimate) -> JSON {
        .object(["mean": .number(estimate.mean), "spread": .number(estimate.spread)])
    }
}
