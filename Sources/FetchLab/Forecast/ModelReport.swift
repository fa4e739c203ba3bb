import FetchSched
import FetchTrace
import FetchSim

/// The main figures of several models over the same days, and how far they differ from the first's.
public struct ModelReport: Hashable, Sendable {
    /// What was scored.
    public let head: ForecastHead
    /// In the order asked for.
    public let models: [ModelScore]

    /// One model.
    public struct ModelScore: Hashable, Sendable {
        /// Its name, see ``ForecastModel``.
        public let name: String
        /// In the order of ``ForecastFigure/all``.
        public let figures: [Figure]
    }

    /// One figure of a model.
    public struct Figure: Hashable, Sendable {
        /// Which.
        public let figure: ForecastFigure
        /// Its value, with its interval over days.
        public let estimate: BootstrapEstimate
        /// Its value less that of the first model, with the interval of the difference over the same days, drawn
        /// together; nil for the first model itself.
        public let difference: BootstrapEstimate?

        /// What the difference says of the model; nil where it may be chance, or there is no interval.
        public var verdict: Verdict? {
            guard let interval = difference?.interval else { return nil }
            if interval == 0...0 { return .same }
            if interval.contains(0) { return nil }
            return (interval.lowerBound > 0) == figure.isMoreBetter ? .better : .worse
        }

        /// See ``verdict``.
        public enum Verdict: String, Sendable {
            /// The whole interval is on one side of 0.
            case better, worse
            /// The figure is the same whichever days are drawn.
            case same
        }
    }

    /// - Parameter tallies: one per model, all of the same days.
    init(_ head: ForecastHead, _ names: [String], _ tallies: [ForecastTally]) {
        self.head = head
        let logs = tallies.map(\.dayLog)
        let values = logs.map(\.figures)
        let samples = logs.map { $0.samples(head.bootstrap) }
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
                })
        }
    }

    private static func difference(_ one: Double?, _ other: Double?) -> Double? {
        one.flatMap { one in other.map { one - $0 } }
    }
}
