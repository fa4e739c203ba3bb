import FetchReport

/// A comparison of traces for people.
package enum CompareTable {
    /// The verdicts as text of 80 columns.
    ///
    /// - Parameter emphasis: turns a line into one that stands out (bold on a terminal).
    package static func text(_ report: CompareReport, emphasis: (String) -> String = { $0 }) -> String {
        var lines = side("first", report.first) + side("second", report.second)
        lines += ["seed \(report.seed)", ""]
        lines += [emphasis("Criteria: both sides, the distance, and the most allowed"), ""]
        lines += report.criteria.flatMap(verdict)
        lines += ["", "\(report.met) of \(report.judged) criteria pass"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func side(_ name: String, _ side: CompareReport.Side) -> [String] {
        let files = side.traces.count > 3 ? ["\(side.traces.count) traces"] : side.traces
        return Wrapped.list([
            "\(name): " + files.joined(separator: " + "),
            side.devices == 1 ? "1 device" : "\(side.devices) devices",
            "\(Figures.plain(side.days, decimals: 1)) days", "\(side.launches) launches",
        ])
    }

    private static func verdict(_ criterion: Criterion) -> [String] {
        let word = criterion.isMet.map { $0 ? "pass" : "MISS" } ?? "-   "
        guard let tolerance = criterion.tolerance else {
            let text = criterion.title + (criterion.detail.isEmpty ? "" : ", except \(criterion.detail)")
            let lines = Wrapped.lines(text, width: Wrapped.width - 6)
            return lines.enumerated().map { ($0 == 0 ? "\(word)  " : "      ") + $1 }
        }
        func number(_ value: Double?) -> String {
            let text = value.map { Figures.fixed($0, decimals: 3) } ?? "-"
            return String(repeating: " ", count: max(0, 6 - text.count)) + text
        }
        let difference = criterion.first.flatMap { one in criterion.second.map { abs($0 - one) } }
        let title = criterion.title + String(repeating: " ", count: max(0, 33 - criterion.title.count))
        return [
            "\(word)  \(title)  \(number(criterion.first))  \(number(criterion.second))  "
                + "apart \(number(difference)) (\(Figures.plain(tolerance)))"
        ]
    }
}
