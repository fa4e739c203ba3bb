import FetchSched
import FetchTrace

/// Forecast scores for machines, `fetchsched-forecast/2`. Figures that do not exist (a mean of nothing) are null.
/// One trace is one object, several are an array of them. The keys are described in docs/contributing/forecast-format.md.
package enum ForecastJSON {
    /// The reports as JSON text, ending in a newline.
    package static func text(_ reports: [ModelReport]) -> String { JSON.oneOrSeveral(reports.map(object)) }

    private static func object(_ report: ModelReport) -> JSON {
        .object([
            "format": .text("fetchsched-forecast/2"), "trace": .text(report.trace),
            "devices": .whole(report.devices), "days": .number(report.days),
            "warmupDays": .number(report.warmupDays), "events": .whole(report.events),
            "launches": .whole(report.launches), "deviceDays": .whole(report.deviceDays),
            "resamples": .whole(report.bootstrap.resamples), "seed": .whole(report.bootstrap.seed),
            "models": .rows(report.models.flatMap { model in model.figures.map { row(model.name, $0) } }),
            "reliability": .rows(report.models.flatMap { bins($0.name, $0.halfHours) }),
            "momentReliability": .rows(report.models.flatMap { bins($0.name, $0.moments) }),
            "answerReliability": .rows(
                report.models.flatMap { bins($0.name, $0.answers, ForecastFigure.answerSpans) }),
        ])
    }

    private static func row(_ model: String, _ one: ModelReport.Figure) -> JSON {
        .object([
            "model": .text(model), "figure": .text(one.figure.key), "minutes": .number(one.figure.minutes),
            "value": .number(one.estimate.value), "low95": .number(one.estimate.interval?.lowerBound),
            "high95": .number(one.estimate.interval?.upperBound),
            "difference": .number(one.difference?.value),
            "differenceLow95": .number(one.difference?.interval?.lowerBound),
            "differenceHigh95": .number(one.difference?.interval?.upperBound),
        ])
    }

    private static func bins(
        _ model: String, _ bins: [[ReliabilityBin]], _ spans: [TimeSpan] = ForecastFigure.spans
    ) -> [JSON] {
        zip(spans, bins).flatMap { span, bins in
            bins.map { bin in
                .object([
                    "model": .text(model), "minutes": .number(span.seconds / 60), "lower": .number(bin.lower),
                    "upper": .number(bin.upper), "questions": .whole(bin.count),
                    "forecast": .number(bin.forecast), "observed": .number(bin.observed),
                    "off": .truth(bin.isOff),
                ])
            }
        }
    }
}
