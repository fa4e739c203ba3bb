import FetchSim

/// The curves for machines, `fetchsched-curve/1`: one object per trace and radio, always in an array. Figures that do
/// not exist are null; so is the end of an interval where the curve did not get there.
public enum CurveJSONReport {
    /// The reports as JSON text, ending in a newline.
    public static func text(_ reports: [CurveReport]) -> String {
        "[\n" + reports.map(object).joined(separator: ",\n") + "\n]\n"
    }

    private static func object(_ report: CurveReport) -> String {
        let bound = CurveReport.budgets.map {
            pair("joulesPerDay", $0, "freshLaunchShare", report.bound.fresh(at: $0))
        }
        let price = CurveReport.levels.map {
            pair("freshLaunchShare", $0, "joulesPerDay", report.bound.joules(at: $0))
        }
        let head = [
            field("format", JSONReport.quoted("fetchsched-curve/1")),
            field("trace", JSONReport.quoted(report.trace)),
            field("radio", JSONReport.quoted(report.radio)),
            field("powerProfile", JSONReport.quoted(report.powerProfile)),
            field("devices", "\(report.devices)"),
            field("days", Figures.plain(report.days)), field("warmupDays", Figures.plain(report.warmupDays)),
            field("seed", "\(report.seed)"),
            field("unfetchedFreshLaunchShare", Figures.plain(report.unfetchedFreshShare)),
            field("bound", "{" + field("atLevel", list(price)) + "," + field("atEnergy", list(bound)) + "}"),
        ]
        let families = report.families.map { "  " + family($0, report.gains) }.joined(separator: ",\n")
        return "{" + head.joined(separator: ",") + ",\"families\":[\n\(families)\n]}"
    }

    private static func family(_ family: CurveReport.FamilyCurve, _ gains: [CurveGain]) -> String {
        let points = family.curve.points.map {
            "{" + field("run", JSONReport.quoted($0.name)) + ","
                + field("joulesPerDay", Figures.plain($0.joules)) + ","
                + field("freshLaunchShare", Figures.plain($0.fresh)) + "}"
        }
        let energies = zip(CurveReport.levels, family.joulesAtLevel).map {
            "{" + field("freshLaunchShare", Figures.plain($0)) + "," + estimate("joulesPerDay", $1) + "}"
        }
        let shares = zip(CurveReport.budgets, family.freshAtBudget).map {
            "{" + field("joulesPerDay", Figures.plain($0)) + "," + estimate("freshLaunchShare", $1) + "}"
        }
        let above = family.isEngine ? list(family.rivalsAbove.map(JSONReport.quoted)) : "null"
        let fields = [
            field("policy", JSONReport.quoted(family.name)), field("points", list(points)),
            field("atLevel", list(energies)), field("atEnergy", list(shares)),
            "\"areaToBound\":{" + estimate("value", family.areaToBound) + "}", field("rivalsAbove", above),
            field(
                "gains", family.isEngine ? list(gains.filter { $0.policy == family.name }.map(gain)) : "null"),
        ]
        return "{" + fields.joined(separator: ",") + "}"
    }

    private static func gain(_ gain: CurveGain) -> String {
        let fields = [
            field("valueJoules", number(gain.valueJoules)), field("joulesPerDay", number(gain.joulesPerDay)),
            field("boundJoulesPerDay", number(gain.boundJoulesPerDay)),
            field("bestRival", gain.bestRival.map(JSONReport.quoted) ?? "null"),
            field("bestRivalJoulesPerDay", number(gain.bestRivalJoulesPerDay)),
        ]
        return "{" + fields.joined(separator: ",") + "}"
    }

    private static func estimate(_ key: String, _ estimate: CurveReport.Estimate) -> String {
        let interval = estimate.interval.map { "[\(number($0.lowerBound)),\(number($0.upperBound))]" }
        return field(key, number(estimate.value)) + "," + field("interval95", interval ?? "null")
    }

    private static func pair(_ one: String, _ first: Double, _ other: String, _ second: Double) -> String {
        "{" + field(one, number(first)) + "," + field(other, number(second)) + "}"
    }

    private static func number(_ value: Double?) -> String {
        value.map { $0.isFinite ? Figures.plain($0) : "null" } ?? "null"
    }

    private static func field(_ key: String, _ value: String) -> String { JSONReport.field(key, value) }

    private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}
