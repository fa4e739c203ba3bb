import FetchSched
import FetchSchedText
import FetchTune

/// A tuning for people: what was gained on devices held out, the parameters found, and what each matters.
package enum TuneTableReport {
    package static func text(_ result: TuneResult, emphasis: (String) -> String = { $0 }) -> String {
        let words = TuneWords(result)
        var lines = [emphasis(words.title), ""] + figures(result, words) + [""]
        lines += words.verdict.flatMap { Wrapped.lines($0, width: 110) }.map(emphasis)
        if !result.validation.folds.isEmpty {
            lines += ["", "each fold's winner: gain on the devices it was chosen on and on others", ""]
            lines += folds(result)
        }
        if !result.validation.contributions.isEmpty {
            lines += ["", "parameters chosen on all devices, and the part of each in the gain there", ""]
            lines += parameters(result, words)
        }
        return (lines + [""] + sensitivities(result, words)).joined(separator: "\n") + "\n"
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
        let title = "devices held out"
        let devices = result.validation.folds.map { $0.groups.map(result.name).joined(separator: " ") }
        let width = (devices + [title]).map(\.count).max() ?? 0
        // Columns are flush right but for the first; these texts are to be flush left.
        func padded(_ text: String) -> String { text + String(repeating: " ", count: width - text.count) }
        var table = TextTable(
            headers: ["fold", "candidates", "chosen", "held out", padded(title)],
            units: ["", "", "%", "%", ""])
        for (index, fold) in result.validation.folds.enumerated() {
            let gain = fold.gains.reduce(0, +) / Double(max(1, fold.gains.count))
            table.rows.append([
                "\(index + 1)", "\(fold.search.candidates)", TuneWords.signed(fold.search.gain),
                TuneWords.signed(gain), padded(devices[index]),
            ])
        }
        return table.lines()
    }

    private static func parameters(_ result: TuneResult, _ words: TuneWords) -> [String] {
        var table = TextTable(
            headers: ["parameter", words.base, "tuned", "unit", "range", "gain"],
            units: ["", "", "", "", "", "%"])
        for part in result.validation.contributions.reversed() {
            let parameter = result.task.parameters[part.dimension]
            table.rows.append([
                parameter.name, DecimalText.text(parameter.value(in: result.task.base)),
                DecimalText.text(result.winner.values[part.dimension]), parameter.unit,
                TuneWords.range(parameter), TuneWords.signed(part.gain),
            ])
        }
        return table.lines()
    }

    private static func sensitivities(_ result: TuneResult, _ words: TuneWords) -> [String] {
        let all = result.validation.sensitivities
        let sorted = all.indices.sorted { (all[$1].size, $0) < (all[$0].size, $1) }
        let shown = sorted.filter { all[$0].size >= 0.000_05 }
        let mute = sorted.filter { all[$0].size < 0.000_05 }.map { result.task.parameters[$0].name }.sorted()
        var lines: [String] = []
        if !shown.isEmpty {
            lines += ["gain of each parameter alone, moved half-way to either end of its range", ""]
            var table = TextTable(
                headers: ["parameter", words.base, "lower", "gain", "higher", "gain"],
                units: ["", "", "", "%", "", "%"])
            for index in shown {
                let parameter = result.task.parameters[index]
                let base = parameter.value(in: result.task.base)
                func cells(_ point: Sensitivity.Point?) -> [String] {
                    point.map { [DecimalText.text($0.value), TuneWords.signed($0.gain)] } ?? ["-", "-"]
                }
                table.rows.append(
                    [parameter.name, DecimalText.text(base)]
                        + cells(all[index].points.first { $0.value < base })
                        + cells(all[index].points.first { $0.value > base }))
            }
            lines += table.lines()
        }
        guard !mute.isEmpty else { return lines }
        if !shown.isEmpty { lines.append("") }
        return lines + Wrapped.lines("no effect: " + mute.joined(separator: ", "), width: 110)
    }
}
