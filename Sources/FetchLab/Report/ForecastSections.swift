import FetchSim
import FetchTrace
import FetchReport

/// Which tables there are, and what stands in them.
extension ForecastSection {
    private static func names(_ forecaster: Forecaster) -> [Name] {
        [.text(forecaster.kind.rawValue), .text(forecaster.name)]
    }

    private static func names(_ figure: ForecastFigure) -> [Name] {
        [.text(figure.key), .number(figure.minutes)]
    }

    private static let figure = Label(title: "figure", keys: ["figure", "minutes"])
    private static let forecaster = Label(title: "forecaster", keys: ["kind", "forecaster"])
    private static let span = Label(title: "within", keys: ["minutes"])

    /// The tables of a report, in their order.
    static func all(_ report: ForecastReport) -> [ForecastSection] {
        [
            figures(report.figures), totals(report.totals), when(report.when), which(report.which),
            within("within", "of every app every half hour", report.within),
            reliability("reliability", "half hours", report.reliability),
            within("moments", "after each launch and end of a use of every app", report.moments),
            reliability("momentReliability", "launches and ends of a use", report.momentReliability),
            content(report.content), weeks(report.weeks),
        ]
    }

    /// The main figures, for machines; for people see ``ModelTable``.
    private static func figures(_ figures: [ModelReport.Figure]) -> ForecastSection {
        ForecastSection(
            "figures", "", labels: [figure], figures, texts: { [$0.figure.words] },
            names: { [names($0.figure)] }, columns: estimate { $0 })
    }

    /// Several models beside the first, for machines.
    static func models(_ report: ModelReport) -> ForecastSection {
        ForecastSection(
            "models", "", labels: [Label(title: "model", keys: ["model"]), figure],
            report.models.flatMap { model in model.figures.map { (model: model.name, figure: $0) } },
            texts: { [$0.model, $0.figure.figure.words] },
            names: { [[.text($0.model)], names($0.figure.figure)] },
            columns: estimate(\.figure) + [
                column("difference") { $0.figure.difference?.value },
                column("differenceLow95") { $0.figure.difference?.interval?.lowerBound },
                column("differenceHigh95") { $0.figure.difference?.interval?.upperBound },
            ])
    }

    private static func estimate<T>(_ figure: @escaping (T) -> ModelReport.Figure) -> [Column<T>] {
        [
            column("value") { figure($0).estimate.value },
            column("low95") { figure($0).estimate.interval?.lowerBound },
            column("high95") { figure($0).estimate.interval?.upperBound },
        ]
    }

    private static func totals(_ scores: [TotalScore]) -> ForecastSection {
        ForecastSection(
            "totals", "When and which together: mean log score of a launch (more is better)",
            labels: [
                Label(title: "when", keys: ["whenKind", "when"]),
                Label(title: "which", keys: ["whichKind", "which"]),
            ],
            scores, texts: { [$0.when.forecaster.label, $0.which.forecaster.label] },
            names: { [names($0.when.forecaster), names($0.which.forecaster)] },
            columns: [
                column("whenNatsPerLaunch", "when", "nats", 3) { $0.when.natsPerLaunch },
                column("whichNatsPerLaunch", "which", "nats", 3) { $0.which.natsPerLaunch },
                column("natsPerLaunch", "total", "nats", 3) { $0.natsPerLaunch },
            ])
    }

    private static func when(_ scores: [WhenScore]) -> ForecastSection {
        ForecastSection(
            "when",
            "When an app is opened: log score (more is better); launches expected per launch, and in a wait "
                + "(1 is right);\ndistance of the waits from what was forecast (less is better; a right "
                + "forecast stays below the 5 % limit)",
            labels: [forecaster], scores, texts: { [$0.forecaster.label] }, names: { [names($0.forecaster)] },
            columns: [
                column("natsPerLaunch", "score", "nats", 3) { $0.natsPerLaunch },
                column("expectedPerLaunch", "expected", "/launch", 3) { $0.expectedPerLaunch },
                column("waits") { Double($0.rescaling.count) },
                column("meanWait", "mean wait", "launches", 3) { $0.rescaling.mean },
                column("distance", "distance", "", 3) { $0.rescaling.distance },
                column("criticalDistance", "5 % limit", "", 3) { $0.rescaling.criticalDistance },
            ]
                + (0..<10).map { tenth in
                    column("waitsInTenth\(tenth + 1)") {
                        $0.rescaling.tenths.isEmpty ? nil : $0.rescaling.tenths[tenth]
                    }
                })
    }

    private static func which(_ scores: [WhichScore]) -> ForecastSection {
        ForecastSection(
            "which", "Which app is opened (more is better)", labels: [forecaster], scores,
            texts: { [$0.forecaster.label] }, names: { [names($0.forecaster)] },
            columns: [
                column("natsPerLaunch", "score", "nats", 3) { $0.natsPerLaunch },
                column("hitAt1", "hit@1", "%", scale: 100, 1) { $0.hitAt1 },
                column("hitAt5", "hit@5", "%", scale: 100, 1) { $0.hitAt5 },
                column("meanReciprocalRank", "MRR", "", 3) { $0.meanReciprocalRank },
            ])
    }

    private static func within(_ key: String, _ asked: String, _ scores: [WithinScore]) -> ForecastSection {
        ForecastSection(
            key,
            "Whether an app is opened within some time, asked \(asked): Brier score and "
                + "log loss (less is better); skill is what the constant rate's Brier score is improved by, "
                + "over base what that of the base rate is (more is better)",
            labels: [span, forecaster], scores, texts: { [time($0.minutes), $0.forecaster.label] },
            names: { [[.number($0.minutes)], names($0.forecaster)] },
            columns: [
                column("questions") { Double($0.questions) },
                column("launchedShare", "launched", "%", scale: 100, 2) { $0.launchedShare },
                column("brier", "Brier", "", 5) { $0.brier },
                column("skill", "skill", "%", scale: 100, 1) { $0.skill },
                column("skillOverBaseRate", "over base", "%", scale: 100, 1) { $0.skillOverBaseRate },
                column("logLoss", "log loss", "nats", 4) { $0.logLoss },
            ])
    }

    private static func reliability(
        _ key: String, _ asked: String, _ scores: [ReliabilityScore]
    ) -> ForecastSection {
        ForecastSection(
            key, "Reliability of the mixture's chances at \(asked): forecast and observed should agree",
            labels: [span, Label(title: "chances", keys: ["lower", "upper"])], scores,
            texts: {
                let bounds = [$0.bin.lower, $0.bin.upper].map { Figures.plain($0 * 100) }
                return [time($0.minutes), bounds.joined(separator: "-") + " %"]
            },
            names: { [[.number($0.minutes)], [.number($0.bin.lower), .number($0.bin.upper)]] },
            columns: [
                column("questions", "questions", "", 0) { Double($0.bin.count) },
                column("forecast", "forecast", "%", scale: 100, 2) { $0.bin.forecast },
                column("observed", "observed", "%", scale: 100, 2) { $0.bin.observed },
                column("off", "", mark: "off") { $0.bin.isOff.map { $0 ? 1 : 0 } },
            ],
            closing: off(scores.compactMap(\.bin.isOff)))
    }

    private static func off(_ bins: [Bool]) -> String {
        let count = bins.count { $0 }
        let of = bins.count == 1 ? "1 bin" : "\(bins.count) bins"
        return "\(count) of \(of) of \(ReliabilityBin.fewestQuestions) questions or more "
            + "\(count == 1 ? "is" : "are") off by more than a fifth and 2 points"
    }

    private static func content(_ scores: [ContentScore]) -> ForecastSection {
        ForecastSection(
            "content", "Whether a launch finds new content (less is better)", labels: [forecaster], scores,
            texts: { [$0.forecaster.label] }, names: { [names($0.forecaster)] },
            columns: [
                column("looks", "launches", "", 0) { Double($0.looks) },
                column("newShare", "new", "%", scale: 100, 1) { $0.newShare },
                column("logLoss", "log loss", "nats", 3) { $0.logLoss },
                column("brier", "Brier", "", 4) { $0.brier },
            ])
    }

    private static func weeks(_ scores: [WeekScore]) -> ForecastSection {
        ForecastSection(
            "weeks",
            "Week by week: log scores of the mixture, beside time-of-day with previous-app (more is better), "
                + "and its\nlog loss on new content (less is better)",
            labels: [Label(title: "week", keys: ["week"])], scores, texts: { ["\($0.week)"] },
            names: { [[.number(Double($0.week))]] },
            columns: [
                column("launches", "launches", "", 0) { Double($0.launches) },
                column("whenNatsPerLaunch", "when", "nats", 3) { $0.when },
                column("whichNatsPerLaunch", "which", "nats", 3) { $0.which },
                column("natsPerLaunch", "total", "nats", 3) { $0.total },
                column("baselineNatsPerLaunch", "baseline", "nats", 3) { $0.baselineTotal },
                column("contentLogLoss", "content", "nats", 3) { $0.contentLogLoss },
            ])
    }

    static func time(_ minutes: Double) -> String {
        minutes < 60 ? "\(Figures.plain(minutes)) min" : "\(Figures.plain(minutes / 60)) h"
    }
}
