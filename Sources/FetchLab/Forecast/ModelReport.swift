import FetchSched
import FetchSim

/// The figures of several models over the same days, and how far they differ from the first's.
package struct ModelReport: Hashable, Sendable {
    /// The trace's name.
    package let trace: String
    package let devices: Int
    /// Days scored and days of warm-up, per device.
    package let days: Double, warmupDays: Double
    /// Lines of the trace.
    let events: Int
    /// Launches scored.
    package let launches: Int
    /// Local days of a device of which anything was scored, all devices together, which are resampled for the intervals.
    let deviceDays: Int
    let bootstrap: Bootstrap
    /// In the requested order.
    package let models: [ModelScore]

    /// One model.
    package struct ModelScore: Hashable, Sendable {
        /// The model's name, as in `no-silence` or `adaptive:content.calibration=0`.
        package let name: String
        /// In the order of ``ForecastFigure/all``.
        package let figures: [Figure]
        /// Forecasts and outcomes by ``ForecastFigure/spans``, at every half hour and after opportunities.
        let halfHours: [[ReliabilityBin]], moments: [[ReliabilityBin]]
        /// Forecasts and outcomes after notifications, in the order of ``ForecastFigure/answerSpans``.
        let answers: [[ReliabilityBin]]
    }

    /// One figure of a model.
    package struct Figure: Hashable, Sendable {
        /// Which.
        package let figure: ForecastFigure
        /// The value, with its interval over days.
        package let estimate: BootstrapEstimate
        /// The value minus that of the first model, with the interval of the difference over the same resampled days;
        /// nil for the first model itself.
        package let difference: BootstrapEstimate?

        /// Whether the trace has what it is about; all have it but those without notifications.
        var isKnown: Bool { !figure.isOfAnswers || estimate.value != nil }

        /// The verdict on the model: better or worse if the whole interval is on one side of 0, same if the figure is
        /// equal whichever days are drawn, empty if the difference may be noise.
        var verdict: String {
            guard let interval = difference?.interval else { return "" }
            if interval == 0...0 { return "same" }
            if interval.contains(0) { return "" }
            return (interval.lowerBound > 0) != figure.isLoss ? "better" : "worse"
        }
    }

    /// - Parameter tallies: one per model, all of the same days.
    init(_ bench: ForecastBench, _ names: [String], _ tallies: [ForecastTally]) {
        let (devices, first) = (bench.devices, tallies.first ?? ForecastTally())
        let count = Double(max(1, devices.count))
        trace = bench.trace
        self.devices = devices.count
        days = first.days / count
        let warmups = devices.map { bench.rules.scoringStart($0.span) - $0.span.lowerBound }
        warmupDays = warmups.reduce(0.0) { $0 + $1.seconds / 86_400 } / count
        events = devices.reduce(0) { $0 + $1.eventCount }
        launches = first.launches
        deviceDays = first.dayLog.days.count
        let bootstrap = Bootstrap(resamples: bench.resamples, seed: bench.seed)
        self.bootstrap = bootstrap
        let values = tallies.map(\.dayLog.figures)
        let samples = tallies.map { $0.dayLog.samples(bootstrap) }
        models = names.indices.map { model in
            ModelScore(
                name: names[model],
                figures: ForecastFigure.all.enumerated().map { place, figure in
                    let (own, other) = (samples[model][place], samples[0][place])
                    return Figure(
                        figure: figure,
                        estimate: BootstrapEstimate(values[model][place], samples: own.compactMap { $0 }),
                        difference: model == 0
                            ? nil
                            : BootstrapEstimate(
                                Self.difference(values[model][place], values[0][place]),
                                samples: zip(own, other).compactMap(Self.difference)))
                }, halfHours: tallies[model].halfHours.map(\.bins),
                moments: tallies[model].moments.map(\.bins), answers: tallies[model].answers.map(\.bins))
        }
    }

    private static func difference(_ one: Double?, _ other: Double?) -> Double? {
        one.flatMap { one in other.map { one - $0 } }
    }
}
