import FetchCompare

/// A comparison of traces for machines, `fetchsched-compare/1`. Figures that do not exist are null. The keys are
/// described in docs/compare.md.
public enum CompareJSONReport {
    /// The report as JSON text, ending in a newline.
    public static func text(_ report: CompareReport) -> String {
        let fields: [(String, String)] = [
            ("format", JSONReport.quoted("fetchsched-compare/1")),
            ("first", side(report.first)), ("second", side(report.second)),
            ("seed", "\(report.seed)"), ("shuffles", "\(report.shuffles)"),
            ("shuffled", JSONReport.quoted(report.shufflesDevices ? "devices" : "weeks")),
            ("statistics", rows(report.statistics.map(figure))),
            ("forecasts", rows(report.forecasts.map(figure))),
            ("policies", rows(report.policies.map(policy))),
            ("criteria", rows(report.criteria.map(criterion))),
            ("judged", "\(report.judged)"), ("met", "\(report.met)"),
        ]
        return object(fields) + "\n"
    }

    private static func side(_ side: CompareReport.Side) -> String {
        object([
            ("traces", "[" + side.traces.map(JSONReport.quoted).joined(separator: ",") + "]"),
            ("devices", "\(side.devices)"), ("days", Figures.plain(side.days)),
            ("launches", "\(side.launches)"),
        ])
    }

    private static func figure(_ figure: ComparedFigure) -> String {
        object([
            ("key", JSONReport.quoted(figure.key)), ("first", estimate(figure.first)),
            ("second", estimate(figure.second)), ("difference", number(figure.difference)),
            ("distance", number(figure.distance)), ("p", number(figure.p)),
        ])
    }

    private static func policy(_ policy: ComparedPolicy) -> String {
        object([
            ("policy", JSONReport.quoted(policy.policy)),
            ("valueJoules", Figures.plain(policy.valueJoules)),
            ("firstFresh", estimate(policy.firstFresh)), ("secondFresh", estimate(policy.secondFresh)),
            ("firstShare", estimate(policy.firstShare)), ("secondShare", estimate(policy.secondShare)),
        ])
    }

    private static func criterion(_ criterion: Criterion) -> String {
        object([
            ("key", JSONReport.quoted(criterion.key)), ("title", JSONReport.quoted(criterion.title)),
            ("first", number(criterion.first)), ("second", number(criterion.second)),
            ("tolerance", number(criterion.tolerance)), ("detail", JSONReport.quoted(criterion.detail)),
            ("met", criterion.isMet.map { "\($0)" } ?? "null"),
        ])
    }

    private static func estimate(_ estimate: Estimate) -> String {
        object([("mean", number(estimate.mean)), ("spread", number(estimate.spread))])
    }

    private static func number(_ value: Double?) -> String { value.map { Figures.plain($0) } ?? "null" }

    private static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { JSONReport.field($0.0, $0.1) }.joined(separator: ",") + "}"
    }

    private static func rows(_ rows: [String]) -> String {
        rows.isEmpty ? "[]" : "[\n" + rows.map { "  " + $0 }.joined(separator: ",\n") + "\n]"
    }
}
