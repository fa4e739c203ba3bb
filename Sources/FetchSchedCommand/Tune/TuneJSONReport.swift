import FetchReport
import FetchTune
import FetchTrace

/// A tuning as `fetchsched-tune/1`; docs/tune.md has the keys. Missing figures are null.
enum TuneJSONReport {
    static func text(_ result: TuneResult) -> String {
        let task = result.task
        let traces = task.sources.map {
            JSON.object(["trace": .text($0.name), "fingerprint": .text($0.fingerprint)])
        }
        return JSON.object([
            "format": .text("fetchsched-tune/1"), "traces": .list(traces),
            "radios": .list(task.radios.map { .text($0.name) }),
            "values": .list(task.values.map { .number($0) }), "devices": .whole(result.devices.count),
            "units": .whole(result.units),
            "warmupDays": .number(task.rules.warmup.seconds / 86_400), "seed": .whole(task.seed),
            "evaluations": .whole(result.settings.evaluations),
            "patience": .whole(result.settings.patience), "better": .truth(result.validation.isBetter),
            "heldOut": heldOut(result), "chosen": chosen(result), "folds": .rows(folds(result)),
            "parameters": .rows(parameters(result)),
        ]).text + "\n"
    }

    private static func heldOut(_ result: TuneResult) -> JSON {
        guard let interval = result.validation.heldOut else { return .null }
        return .object([
            "gain": .number(interval.mean), "lower": .number(interval.bounds?.lowerBound),
            "upper": .number(interval.bounds?.upperBound), "base": figures(result.base),
            "tuned": figures(result.tuned),
        ])
    }

    private static func chosen(_ result: TuneResult) -> JSON {
        let search = result.validation.search
        return .object([
            "gain": .number(search.gain), "candidates": .whole(search.candidates),
            "evaluations": .whole(search.evaluations), "rounds": .whole(search.rounds),
            "stoppedEarly": .truth(search.stoppedEarly),
        ])
    }

    private static func folds(_ result: TuneResult) -> [JSON] {
        result.validation.folds.map { fold in
            let devices = zip(fold.groups, fold.gains).map { group, gain in
                JSON.object(["device": .text(result.name(of: group)), "gain": .number(gain)])
            }
            return .object([
                "chosenGain": .number(fold.search.gain), "candidates": .whole(fold.search.candidates),
                "parameters": changes(fold.search.winner, result), "heldOut": .list(devices),
            ])
        }
    }

    private static func parameters(_ result: TuneResult) -> [JSON] {
        result.task.space.changes(of: result.winner).map { dimension in
            let parameter = result.task.parameters[dimension]
            return .object([
                "parameter": .text(parameter.name), "unit": .text(parameter.unit),
                "least": .exact(parameter.range.lowerBound), "most": .exact(parameter.range.upperBound),
                "base": .exact(parameter.value(in: result.task.base)),
                "tuned": .exact(result.winner.values[dimension]),
            ])
        }
    }

    private static func changes(_ candidate: Candidate, _ result: TuneResult) -> JSON {
        .object(
            result.task.space.changes(of: candidate).map {
                (result.task.parameters[$0].name, .exact(candidate.values[$0]))
            })
    }

    private static func figures(_ figures: TuneResult.Figures) -> JSON {
        .object([
            "ofBound": .number(figures.ofBound), "freshLaunchShare": .number(figures.freshShare),
            "backgroundJoulesPerDay": .number(figures.joulesPerDay),
        ])
    }
}
