import FetchSim
import FetchTrace
import FetchReport

/// Forecast scores for people.
public enum ForecastTableReport {
    /// The tables of one trace as text.
    ///
    /// - Parameter emphasis: turns a line into one that stands out (bold on a terminal).
    public static func text(_ report: ForecastReport, emphasis: (String) -> String = { $0 }) -> String {
        let model = report.model == ForecastModel.adaptive.name ? [] : ["model \(report.model)"]
        var lines = Wrapped.list(title(report.head) + model).map(emphasis)
        lines += [""] + ModelTable.lines(report.figures, report.head)
        for section in ForecastSection.all(report) where !section.title.isEmpty {
            let title = section.title.split(separator: "\n").joined(separator: " ")
            lines += [""] + Wrapped.lines(title) + [""] + table(section)
            if let closing = section.closing { lines += [""] + Wrapped.lines(closing) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Several models side by side.
    public static func text(_ report: ModelReport, emphasis: (String) -> String = { $0 }) -> String {
        let lines = Wrapped.list(title(report.head)).map(emphasis) + [""] + ModelTable.lines(report)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func title(_ head: ForecastHead) -> [String] {
        let perDay = Double(head.launches) / max(1e-9, head.days * Double(head.devices))
        return [
            head.trace, head.devices == 1 ? "1 device" : "\(head.devices) devices",
            "\(Figures.plain(head.days, decimals: 1)) days scored after "
                + "\(Figures.plain(head.warmupDays, decimals: 1)) of warm-up",
            head.launches > 0
                ? "\(head.launches) launches (\(Figures.fixed(perDay, decimals: 1)) a day)" : "no launches",
        ]
    }

    private static func table(_ section: ForecastSection) -> [String] {
        let shown = section.figures.indices.filter { section.figures[$0].title != nil }
        let labels = section.labels
        // Labels stand flush left, so they become one first column.
        let widths = labels.indices.map { column in
            (section.rows.map { $0.texts[column].count } + [labels[column].title.count]).max() ?? 0
        }
        func joined(_ texts: [String]) -> String {
            zip(texts, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
                .joined(separator: "  ")
        }
        var table = TextTable(
            headers: [joined(labels.map(\.title))] + shown.map { section.figures[$0].title ?? "" },
            units: [""] + shown.map { section.figures[$0].unit })
        for row in section.rows {
            table.rows.append([joined(row.texts)] + shown.map { cell(row.values[$0], section.figures[$0]) })
        }
        table.fit()
        return table.lines()
    }

    private static func cell(_ value: Double?, _ figure: ForecastSection.Figure) -> String {
        if let mark = figure.mark { return value == 1 ? mark : "" }
        return value.map { Figures.fixed($0 * figure.scale, decimals: figure.decimals) } ?? "-"
    }

    /// One line per trace: the engine beside the best baseline.
    public static func summary(
        _ reports: [ForecastReport], emphasis: (String) -> String = { $0 }
    ) -> String {
        var table = TextTable(
            headers: [
                "trace", "mixture", "baseline", "hit@1", "5 min", "15 min", "1 h", "4 h",
                "content",
            ],
            units: ["", "nats", "nats", "%", "%", "%", "%", "%", "nats"])
        table.gap = 1
        for report in reports {
            let mixture = report.totals[0]
            func total(_ kind: Forecaster.Kind) -> Double? {
                report.totals.filter { $0.when.forecaster.kind == kind }.compactMap(\.natsPerLaunch).max()
            }
            func fixed(_ value: Double?, _ decimals: Int, scale: Double = 1) -> String {
                value.map { Figures.fixed($0 * scale, decimals: decimals) } ?? "-"
            }
            let skills = report.within.filter { $0.forecaster.kind == .engine }.map(\.skill)
            table.rows.append(
                [
                    report.head.trace.split(separator: "/").last.map(String.init) ?? report.head.trace,
                    fixed(mixture.natsPerLaunch, 3),
                    fixed(total(.baseline), 3), fixed(mixture.which.hitAt1, 1, scale: 100),
                ] + skills.map { fixed($0, 1, scale: 100) } + [fixed(report.content.first?.logLoss, 3)])
        }
        let models = Set(reports.map(\.model)).subtracting([ForecastModel.adaptive.name]).sorted()
        let title = emphasis(
            "Forecasts of the mixture\(models.map { ", model \($0)" }.joined()) (more is better but for content)"
        )
        let key =
            "mixture, baseline: log score per launch of the engine and of the best baseline. "
            + "5 min, 15 min, 1 h, 4 h: skill at saying what is opened within that time. content: log loss of "
            + "whether a launch finds something new."
        return ([title, ""] + table.lines() + [""] + Wrapped.lines(key)).joined(separator: "\n") + "\n"
    }
}
