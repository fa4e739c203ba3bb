import FetchReport

/// Forecast scores for people.
package enum ForecastTable {
    /// The tables of one trace as text.
    ///
    /// - Parameter emphasis: turns a line into one that stands out (bold on a terminal).
    package static func text(_ report: ModelReport, emphasis: (String) -> String = { $0 }) -> String {
        var lines = Wrapped.list(title(report)).map(emphasis) + [""]
        if report.models.count > 1 {
            lines += figures(report) + [""] + differences(report)
        } else if let model = report.models.first {
            lines += figures(model, report) + reliability(model)
        }
        return (lines + few(report)).joined(separator: "\n") + "\n"
    }

    private static func title(_ report: ModelReport) -> [String] {
        let perDay = Double(report.launches) / max(1e-9, report.days * Double(report.devices))
        return [
            report.trace, report.devices == 1 ? "1 device" : "\(report.devices) devices",
            "\(Figures.plain(report.days, decimals: 1)) days scored after "
                + "\(Figures.plain(report.warmupDays, decimals: 1)) of warm-up",
            report.launches > 0
                ? "\(report.launches) launches (\(Figures.fixed(perDay, decimals: 1)) a day)" : "no launches",
        ]
    }

    private static func figures(_ model: ModelReport.ModelScore, _ report: ModelReport) -> [String] {
        var table = TextTable(headers: ["figure", "unit", "value", "95 %"], units: ["", "", "", ""])
        table.words = [0, 1, 3]
        for one in model.figures where one.isKnown {
            table.rows.append([
                one.figure.title, one.figure.unit, one.figure.text(one.estimate.value),
                one.figure.text(one.estimate.interval),
            ])
        }
        table.fit()
        return Wrapped.lines(
            Wrapped.keepingFigures("\(model.name), with 95 % bootstrap intervals over ") + draws(report)
                + "; " + meaning + "; use: \(meaningOfUse)") + [""] + table.lines()
    }

    private static func reliability(_ model: ModelReport.ModelScore) -> [String] {
        let questions = [
            ("every half hour", model.halfHours), ("after each launch and end of use", model.moments),
            ("after each notification", model.answers),
        ]
        return questions.filter { $0.1.joined().contains { $0.count > 0 } }.flatMap {
            let known = $1.joined().compactMap(\.isOff)
            let off = known.count { $0 }
            return [""]
                + Wrapped.lines(
                    "Calibration, asked \($0): \(off) of \(known.count) bins of \(ReliabilityBin.fewestQuestions) questions or "
                        + "more are off by more than a fifth and 2 points")
        }
    }

    private static let meaning: String = {
        let times = ForecastFigure.all.filter(\.isOfMoments).map(\.span).joined(separator: ", ")
        return Wrapped.keepingFigures(
            "when, which: log scores; hit@1: the likeliest app is right; \(times): Brier skill for launches within that "
                + "time, asked every half hour; for all of these more is better. content, answer: log loss for new "
                + "content at a launch, and for a launch within that time of a notification; less is better"
        )
    }()
    private static let meaningOfUse = "skill over each app's base rate (more is better)"

    private static func figures(_ report: ModelReport) -> [String] {
        let moments = ForecastFigure.all.filter(\.isOfMoments)
        let others = ForecastFigure.all.filter { !$0.isOfMoments && !$0.isOfAnswers }
        return table(report, others, head: \.title, meaning) + [""]
            + table(
                report, moments, head: \.span,
                Wrapped.keepingFigures(
                    "Asked after each launch and end of a foreground period (use \(moments[0].span) and so on below): "
                        + meaningOfUse))
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
        return Wrapped.lines(title) + [""] + table.lines()
    }

    private static func differences(_ report: ModelReport) -> [String] {
        var table = TextTable(
            headers: ["model", "figure", "unit", "difference", "95 %", ""],
            units: Array(repeating: "", count: 6))
        table.words = [0, 1, 2, 4, 5]
        for model in report.models {
            for one in model.figures where one.isKnown {
                guard let difference = one.difference else { continue }
                table.rows.append([
                    model.name, one.figure.title, one.figure.unit,
                    one.figure.text(difference.value, isDifference: true),
                    one.figure.text(difference.interval, isDifference: true), one.verdict,
                ])
            }
        }
        table.fit()
        let title =
            "Each figure less that of \(report.models[0].name), with the 95 % bootstrap interval of the difference over "
            + "the same \(draws(report)); better or worse if the interval excludes 0, "
            + "same if no draw differs"
        return Wrapped.lines(title) + [""] + table.lines()
    }

    private static func draws(_ report: ModelReport) -> String {
        Wrapped.joined("\(report.deviceDays) device-days") + ", resampled "
            + Wrapped.joined("\(report.bootstrap.resamples) times") + ", "
            + Wrapped.joined("seed \(report.bootstrap.seed)")
    }

    /// From fewer days than ten the bootstrap makes intervals that are too narrow.
    private static func few(_ report: ModelReport) -> [String] {
        guard report.deviceDays < 10 else { return [] }
        let days = report.deviceDays == 1 ? "1 device-day" : "\(report.deviceDays) device-days"
        return [
            "",
            report.deviceDays < 2
                ? "Note: from \(days) there are no intervals."
                : "Note: intervals from \(days) are too narrow, and say little.",
        ]
    }
}
