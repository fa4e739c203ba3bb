import FetchSim
import FetchTrace
import FetchReport

/// How well the engine forecasts either side.
enum ForecastComparison {
    /// One score of a device.
    private struct Score: Sendable {
        var key: String
        var title: String
        var unit = "nats"
        var scale = 1.0
        var decimals = 3
        /// Whether the sides' scores must be within ``Tolerance/nats``.
        var isJudged = false
        var value: @Sendable (ForecastReport) -> Double?
        /// The same of a week, if that is known.
        var week: (@Sendable (WeekScore) -> Double?)?
    }

    private static let scores: [Score] = [
        Score(key: "forecast.when", title: "when an app is opened", isJudged: true) {
            $0.when.first?.natsPerLaunch
        } week: {
            $0.when
        },
        Score(key: "forecast.which", title: "which app is opened", isJudged: true) {
            $0.which.first?.natsPerLaunch
        } week: {
            $0.which
        },
        Score(key: "forecast.popularity", title: "by popularity alone") {
            popularity($0)?.natsPerLaunch
        },
        Score(key: "forecast.gain", title: "what knowing the past adds") { report in
            report.which.first?.natsPerLaunch.flatMap { own in
                popularity(report)?.natsPerLaunch.map { own - $0 }
            }
        },
        Score(key: "forecast.hitAt1", title: "right at the first guess", unit: "%", scale: 100, decimals: 1) {
            $0.which.first?.hitAt1
        },
        Score(key: "forecast.content", title: "log loss of new content", isJudged: true) {
            $0.content.first?.logLoss
        } week: {
            $0.contentLogLoss
        },
    ]

    private static func popularity(_ report: ForecastReport) -> WhichScore? {
        report.which.first { $0.forecaster.kind == .baseline && $0.forecaster.name == "popularity" }
    }

    /// The scores of both sides, a report per device.
    ///
    /// They are tested as ``Statistic``s are, where they are known by week.
    static func figures(
        _ first: [ForecastReport], _ second: [ForecastReport], shuffles: Int, seed: UInt64
    ) -> [ComparedFigure] {
        scores.map { score in
            let byDevice = Statistic.shufflesDevices(first.count, second.count)
            func units(_ side: [ForecastReport]) -> [[Double]] {
                let values =
                    byDevice
                    ? side.map(score.value) : side.flatMap { $0.weeks.map { score.week?($0) } }
                return values.compactMap { $0.map { [$0] } }
            }
            let (one, other) = ShuffleTest.canonical(units(first), units(second))
            return ComparedFigure(
                key: score.key, title: score.title, unit: score.unit, scale: score.scale,
                decimals: score.decimals, first: Estimate(first.map(score.value)),
                second: Estimate(second.map(score.value)), distance: nil,
                p: ShuffleTest.p(
                    MeanDistance(one + other), firstUnits: one.count, shuffles: shuffles,
                    seed: seed &+ score.key.portableHash))
        }
    }

    static func criteria(_ figures: [ComparedFigure]) -> [Criterion] {
        let judged = Set(scores.filter(\.isJudged).map(\.key))
        return figures.filter { judged.contains($0.key) }.map {
            Criterion($0.key, "forecast: \($0.title)", $0.first.mean, $0.second.mean, within: Tolerance.nats)
        }
    }
}
