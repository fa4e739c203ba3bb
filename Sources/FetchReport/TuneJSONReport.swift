import FetchSched
import FetchSim
import FetchTune

/// A tuning for machines, `fetchsched-tune/1`. Figures that do not exist are null. The keys are described in
/// docs/tune.md.
public enum TuneJSONReport {
    /// The report as JSON text, ending in a newline.
    public static func text(_ result: TuneResult) -> String {
        let task = result.task
        var share: Double?
        if case .energy(let level) = task.objective { share = level }
        let traces = task.sources.map {
            object([("trace", quoted($0.name)), ("fingerprint", quoted($0.fingerprint))])
        }
        let fields = [
            ("format", quoted("fetchsched-tune/1")), ("objective", quoted(task.objective.name)),
            ("atFreshness", number(share)), ("traces", array(traces)),
            ("radios", array(task.radios.map { quoted($0.name) })),
            ("values", array(task.values.map { number($0) })), ("devices", "\(result.devices.count)"),
            ("units", "\(result.units)"), ("unitsLeftOut", "\(result.unitsLeftOut)"),
            ("warmupDays", number(task.rules.warmup.seconds / 86_400)), ("seed", "\(task.seed)"),
            ("seeds", "\(task.seeds)"), ("evaluations", "\(result.settings.evaluations)"),
            ("patience", "\(result.settings.patience)"), ("better", "\(result.validation.isBetter)"),
            ("heldOut", heldOut(result)), ("chosen", chosen(result)), ("folds", lines(folds(result))),
            ("parameters", lines(parameters(result))), ("importance", lines(importance(result))),
        ]
        return object(fields) + "\n"
    }

    private static func heldOut(_ result: TuneResult) -> String {
        guard let interval = result.validation.heldOut else { return "null" }
        return object([
            ("gain", number(interval.mean)), ("lower", number(interval.bounds?.lowerBound)),
            ("upper", number(interval.bounds?.upperBound)), ("base", figures(result.base)),
            ("tuned", figures(result.tuned)),
        ])
    }

    private static func chosen(_ result: TuneResult) -> String {
        let search = result.validation.search
        return object([
            ("gain", number(search.gain)), ("candidates", "\(search.candidates)"),
            ("evaluations", "\(search.evaluations)"), ("rounds", "\(search.rounds)"),
            ("stoppedEarly", "\(search.stoppedEarly)"),
        ])
    }

    private static func folds(_ result: TuneResult) -> [String] {
        result.validation.folds.map { fold in
            let devices = zip(fold.groups, fold.gains).map { group, gain in
                object([("device", quoted(result.name(of: group))), ("gain", number(gain))])
            }
            return object([
                ("chosenGain", number(fold.search.gain)), ("candidates", "\(fold.search.candidates)"),
                ("parameters", changes(fold.search.winner, result)), ("heldOut", array(devices)),
            ])
        }
    }

    private static func parameters(_ result: TuneResult) -> [String] {
        result.validation.contributions.reversed().map { part in
            let parameter = result.task.parameters[part.dimension]
            return object(
                named(parameter, result) + [
                    ("tuned", DecimalText.text(result.winner.values[part.dimension])),
                    ("gain", number(part.gain)),
                ])
        }
    }

    private static func importance(_ result: TuneResult) -> [String] {
        result.validation.sensitivities.map { one in
            let points = one.points.map {
                object([("value", DecimalText.text($0.value)), ("gain", number($0.gain))])
            }
            return object(
                named(result.task.parameters[one.dimension], result) + [
                    ("units", "\(one.units)"), ("tried", array(points)),
                ])
        }
    }

    private static func named(_ parameter: Parameter, _ result: TuneResult) -> [(String, String)] {
        [
            ("parameter", quoted(parameter.name)), ("unit", quoted(parameter.unit)),
            ("least", DecimalText.text(parameter.range.lowerBound)),
            ("most", DecimalText.text(parameter.range.upperBound)),
            ("base", DecimalText.text(parameter.value(in: result.task.base))),
        ]
    }

    private static func changes(_ candidate: Candidate, _ result: TuneResult) -> String {
        object(
            result.task.space.changes(of: candidate).map {
                (result.task.parameters[$0].name, DecimalText.text(candidate.values[$0]))
            })
    }

    private static func figures(_ figures: TuneResult.Figures) -> String {
        object([
            ("objective", number(figures.objective)), ("freshLaunchShare", number(figures.freshShare)),
            ("backgroundJoulesPerDay", number(figures.joulesPerDay)),
        ])
    }

    // MARK: JSON

    private static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { JSONReport.field($0, $1) }.joined(separator: ",") + "}"
    }

    private static func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

    private static func lines(_ items: [String]) -> String {
        items.isEmpty ? "[]" : "[\n" + items.map { "  " + $0 }.joined(separator: ",\n") + "\n]"
    }

    private static func quoted(_ text: String) -> String { JSONReport.quoted(text) }

    private static func number(_ value: Double?) -> String { value.map { Figures.plain($0) } ?? "null" }
}
