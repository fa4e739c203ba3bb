import FetchReport

/// A comparison of traces for people.
package enum CompareTable {
    /// The tables and verdicts as text of 80 columns.
    ///
    /// - Parameter emphasis: turns a line into one that stands out (bold on a terminal).
    package static func text(_ report: CompareReport, emphasis: (String) -> String = { $0 }) -> String {
        var lines = side("first", report.first) + side("second", report.second)
        lines.append("seed \(report.seed)")
        lines += section("Habits", figures(report.statistics), emphasis)
        lines += section("Forecasts: log scores of a launch", figures(report.forecasts), emphasis)
        for value in values(report) {
            let rows = report.policies.filter { $0.valueJoules == value }
            let title = "Policies, V = \(Figures.plain(value)) J: fresh launches and share of the bound"
            lines += section(title, policies(rows), emphasis)
        }
        lines += section(
            "Criteria: both sides, how far apart, and how far they may be", report.criteria.flatMap(verdict),
            emphasis)
        lines += ["", "\(report.met) of \(report.judged) criteria pass"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(
        _ title: String, _ body: [String], _ emphasis: (String) -> String
    ) -> [String] { ["", emphasis(title), ""] + body }

    private static func side(_ name: String, _ side: CompareReport.Side) -> [String] {
        let files = side.traces.count > 3 ? ["\(side.traces.count) traces"] : side.traces
        return Wrapped.list([
            "\(name): " + files.joined(separator: " + "),
            side.devices == 1 ? "1 device" : "\(side.devices) devices",
            "\(Figures.plain(side.days, decimals: 1)) days", "\(side.launches) launches",
        ])
    }

    private static func figures(_ figures: [ComparedFigure]) -> [String] {
        let headers = ["", "first", "second", "change"]
        var table = TextTable(headers: headers, units: headers.map { _ in "" })
        for figure in figures {
            func cell(_ estimate: Estimate) -> String {
                text(estimate, scale: figure.scale, decimals: figure.decimals)
            }
            table.rows.append([
                figure.title, cell(figure.first), cell(figure.second),
                figure.difference.map { signed($0 * figure.scale, figure.decimals) } ?? "-",
            ])
        }
        table.fit()
        return table.lines()
    }

    private static func policies(_ rows: [ComparedPolicy]) -> [String] {
        var table = TextTable(
            headers: ["policy", "fresh, first", "second", "bound, first", "second", "change"],
            units: ["", "%", "%", "%", "%", "points"])
        for row in rows {
            let difference = row.firstShare.mean.flatMap { one in row.secondShare.mean.map { $0 - one } }
            table.rows.append(
                [row.policy]
                    + [row.firstFresh, row.secondFresh, row.firstShare, row.secondShare].map {
                        text($0, scale: 100, decimals: 1)
                    } + [difference.map { signed($0 * 100, 1) } ?? "-"])
        }
        table.fit()
        return table.lines()
    }

    private static func verdict(_ criterion: Criterion) -> [String] {
        let word = criterion.isMet.map { $0 ? "pass" : "MISS" } ?? "-   "
        guard let tolerance = criterion.tolerance else {
            let text = criterion.title + (criterion.detail.isEmpty ? "" : ", but for \(criterion.detail)")
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

    private static func text(_ estimate: Estimate, scale: Double, decimals: Int) -> String {
        guard let mean = estimate.mean else { return "-" }
        let text = Figures.fixed(mean * scale, decimals: decimals)
        return text + (estimate.spread.map { "+-" + Figures.fixed($0 * scale, decimals: decimals) } ?? "")
    }

    private static func signed(_ value: Double, _ decimals: Int) -> String {
        let text = Figures.fixed(value, decimals: decimals)
        return text.hasPrefix("-") ? text : "+" + text
    }

    private static func values(_ report: CompareReport) -> [Double] {
        report.policies.reduce(into: []) { if !$0.contains($1.valueJoules) { $0.append($1.valueJoules) } }
    }
}
