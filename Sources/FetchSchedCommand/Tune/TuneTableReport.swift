import FetchReport
import FetchSchedText
import FetchTune

/// A tuning for people: what was gained on devices held out, and the parameters found.
enum TuneTableReport {
    static func text(_ result: TuneResult, emphasis: (String) -> String = { $0 }) -> String {
        let words = TuneWords(result: result)
        var lines = [emphasis(words.title), ""] + figures(result, words) + [""]
        lines += words.verdict.flatMap { Wrapped.lines($0, width: 110) }.map(emphasis)
        if !result.validation.folds.isEmpty {
            lines += ["", "each fold's winner: gain on the devices it was chosen on and on others", ""]
            lines += folds(result)
        }
        let changes = result.task.space.changes(of: result.winner)
        if !changes.isEmpty {
            lines += ["", "parameters chosen on all devices", ""] + parameters(result, changes, words)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func figures(_ result: TuneResult, _ words: TuneWords) -> [String] {
        var table = TextTable(
            headers: [words.judgedOn, "of bound", "fresh", "energy"], units: ["", "%", "%", "J/day"])
        for (name, figures) in [(words.base, result.base), ("tuned", result.tuned)] {
            let cells = [figures.ofBound * 100, figures.freshShare * 100, figures.joulesPerDay]
            table.rows.append([name] + cells.map { Figures.fixed($0, decimals: 2) })
        }
        return table.lines()
    }

    private static func folds(_ result: TuneResult) -> [String] {
        var table = TextTable(
            headers: ["fold", "candidates", "chosen", "held out", "devices held out"],
            units: ["", "", "%", "%", ""])
        table.words = [0, 4]
        for (index, fold) in result.validation.folds.enumerated() {
            let gain = fold.gains.reduce(0, +) / Double(max(1, fold.gains.count))
            table.rows.append([
                "\(index + 1)", "\(fold.search.candidates)", TuneWords.signed(fold.search.gain),
                TuneWords.signed(gain), fold.groups.map(result.name).joined(separator: " "),
            ])
        }
        return table.lines()
    }

    private static func parameters(_ result: TuneResult, _ changes: [Int], _ words: TuneWords) -> [String] {
        var table = TextTable(
            headers: ["parameter", words.base, "tuned", "unit", "range"], units: ["", "", "", "", ""])
        for dimension in changes {
            let parameter = result.task.parameters[dimension]
            table.rows.append([
                parameter.name, DecimalText.text(parameter.value(in: result.task.base)),
                DecimalText.text(result.winner.values[dimension]), parameter.unit, TuneWords.range(parameter),
            ])
        }
        return table.lines()
    }
}
