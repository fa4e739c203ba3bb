import FetchSim
import FetchTrace
import FetchReport

/// What a main figure is called, and how people read it.
extension ForecastFigure {
    /// The name for machines; those of several times have ``/FetchSim/ForecastFigure/minutes`` beside it.
    var key: String {
        switch self {
        case .when: "when"
        case .which: "which"
        case .hitAt1: "hitAt1"
        case .skill: "skill"
        case .momentSkill: "momentSkill"
        case .content: "contentLogLoss"
        }
    }

    /// The head of its column.
    var title: String {
        switch self {
        case .when: "when"
        case .which: "which"
        case .hitAt1: "hit@1"
        case .skill: span
        case .momentSkill: "use \(span)"
        case .content: "content"
        }
    }

    /// The time asked about; empty for what asks about none.
    var span: String { minutes.map(ForecastSection.time) ?? "" }

    /// What it is, with its unit.
    var words: String {
        switch self {
        case .when: "when an app is opened: log score, nats"
        case .which: "which app is opened: log score, nats"
        case .hitAt1: "which app is opened: hit@1, %"
        case .skill: "whether within \(span): skill, %"
        case .momentSkill: "after free moments, within \(span): skill, %"
        case .content: "whether content is new: log loss, nats"
        }
    }

    /// The unit; empty for none.
    var unit: String { scale == 1 ? "nats" : "%" }

    /// What it is multiplied with for people.
    private var scale: Double {
        switch self {
        case .when, .which, .content: 1
        case .hitAt1, .skill, .momentSkill: 100
        }
    }

    /// A value of it, or the difference of two, which is known better.
    func text(_ value: Double?, isDifference: Bool = false) -> String {
        let decimals = scale == 1 ? 3 : isDifference ? 2 : 1
        return value.map { Figures.fixed($0 * scale, decimals: decimals) } ?? "-"
    }

    /// Its interval, as in `[2.1, 4.6]`.
    func text(_ interval: ClosedRange<Double>?, isDifference: Bool = false) -> String {
        interval.map { interval in
            let ends = [interval.lowerBound, interval.upperBound]
            return "[\(ends.map { text($0, isDifference: isDifference) }.joined(separator: ", "))]"
        } ?? "-"
    }
}
