import FetchSim
import FetchTrace
import FetchReport

/// The main figures for people, with their intervals: of one model, or of several and how they differ.
enum ModelTable {
    /// The figures of one model.
    static func lines(_ figures: [ModelReport.Figure], _ head: ForecastHead) -> [String] {
        var table = TextTable(headers: ["figure", "value", "95 %"], units: ["", "", ""])
        table.words = [0, 2]
        table.gap = 1
        for one in figures {
            table.rows.append([
                one.figure.words, one.figure.text(one.estimate.value), one.figure.text(one.estimate.interval),
            ])
        }
        let title =
            "The mixture's main figures (more is better but for log loss) with 95 % bootstrap intervals over "
            + draws(head)
        return Wrapped.lines(title) + [""] + table.lines() + few(head)
    }

    /// Several models.
    static func lines(_ report: ModelReport) -> [String] {
        figures(report) + [""] + differences(report) + few(report.head)
    }

    private static func figures(_ report: ModelReport) -> [String] {
        let (others, moments) = (
            ForecastFigure.all.filter { !$0.isOfMoments }, ForecastFigure.all.filter(\.isOfMoments)
        )
        let times = moments.map(\.span).joined(separator: ", ")
        return table(
            report, others, head: \.title,
            "when, which: log scores; hit@1; \(times): Brier skill at saying what is opened within that time, asked every "
                + "half hour (more is better); content: log loss of whether a launch finds something new (less is better)"
        ) + [""]
            + table(
                report, moments, head: \.span,
                "The same asked after each launch and end of a use (use \(moments[0].span) and so on below), skill "
                    + "over each app's base rate (more is better)")
    }

    private static func table(
        _ report: ModelReport, _ columns: [ForecastFigure], head: (ForecastFigure) -> String, _ title: String
    ) -> [String] {
        var table = TextTable(headers: ["model"] + columns.map(head), units: [""] + columns.map(\.unit))
        for model in report.models {
            let shown = model.figures.filter { columns.contains($0.figure) }
            table.rows.append([model.name] + shown.map { $0.figure.text($0.estimate.value) })
        }
        table.fit()
        return Wrapped.lines(Wrapped.keepingFigures(title)) + [""] + table.lines()
    }

    private static func differences(_ report: ModelReport) -> [String] {
        var table = TextTable(
            headers: ["model", "figure", "unit", "difference", "95 %", ""],
            units: Array(repeating: "", count: 6))
        table.words = [0, 1, 2, 4, 5]
        for model in report.models {
            for one in model.figures {
                guard let difference = one.difference else { continue }
                table.rows.append([
                    model.name, one.figure.title, one.figure.unit,
                    one.figure.text(difference.value, isDifference: true),
                    one.figure.text(difference.interval, isDifference: true),
                    one.verdict?.rawValue ?? "",
                ])
            }
        }
        table.fit()
        let first = report.models.first?.name ?? ""
        let title =
            "Each figure less that of \(first), with the 95 % bootstrap interval of the difference over the same "
            + "\(draws(report.head)); better or worse where the interval does not hold 0, "
            + "same where no draw differs"
        return Wrapped.lines(title) + [""] + table.lines()
    }

    private static func draws(_ head: ForecastHead) -> String {
        Wrapped.joined("\(head.deviceDays) device-days") + ", drawn anew "
            + Wrapped.joined("\(head.resamples) times") + ", " + Wrapped.joined("seed \(head.seed)")
    }

    /// From fewer days the bootstrap makes intervals that are too narrow.
    private static let fewestDays = 10

    private static func few(_ head: ForecastHead) -> [String] {
        guard head.deviceDays < fewestDays else { return [] }
        let days = head.deviceDays == 1 ? "1 device-day" : "\(head.deviceDays) device-days"
        return [
            "",
            head.deviceDays < 2
                ? "Note: from \(days) there are no intervals."
                : "Note: intervals from \(days) are too narrow, and say little.",
        ]
    }
}
