import FetchReport
import FetchSched

/// A figure of forecasts: a quotient of two sums over days, or 1 less it.
package enum ForecastFigure: Hashable, Sendable {
    /// Mean log score of when an app is opened, in nats per launch: the logarithm of the intensity (launches per hour) at
    /// each launch, less the integral of the intensity over the time scored.
    case when
    /// Mean log score of which app is opened, in nats per launch.
    case which
    /// Share of launches whose app had the highest probability.
    case hitAt1
    /// Brier skill over a constant rate within one of ``spans``, measured every half hour.
    case skill(Int)
    /// Brier skill over each app's base rate, measured after free moments.
    case momentSkill(Int)
    /// Mean log loss of whether a launch finds something new, in nats.
    case content
    /// Mean log loss of whether a notification is followed by a launch of its app within one of ``answerSpans``, in nats.
    case answer(Int)

    /// The times for which skill is measured.
    static let spans: [TimeSpan] = [.minutes(5), .minutes(15), .hours(1), .hours(4)]

    /// The times within which a notification may be answered.
    static let answerSpans: [TimeSpan] = [.minutes(1), .minutes(5), .minutes(30)]

    /// All of them, in the order of reports.
    package static let all: [ForecastFigure] =
        [.when, .which, .hitAt1] + spans.indices.map { .skill($0) } + spans.indices.map { .momentSkill($0) }
        + [.content] + answerSpans.indices.map { .answer($0) }

    package var place: Int {
        switch self {
        case .when: 0
        case .which: 1
        case .hitAt1: 2
        case .skill(let span): 3 + span
        case .momentSkill(let span): 3 + Self.spans.count + span
        case .content: 3 + 2 * Self.spans.count
        case .answer(let span): 4 + 2 * Self.spans.count + span
        }
    }

    /// The figure's time, in minutes; nil for a figure without one.
    var minutes: Double? {
        switch self {
        case .skill(let span), .momentSkill(let span): Self.spans[span].seconds / 60
        case .answer(let span): Self.answerSpans[span].seconds / 60
        default: nil
        }
    }

    /// Whether the figure is measured after free moments.
    var isOfMoments: Bool { if case .momentSkill = self { true } else { false } }

    /// Whether it is of the time after a notification.
    var isOfAnswers: Bool { if case .answer = self { true } else { false } }

    var isLoss: Bool { self == .content || isOfAnswers }

    /// The figure's value from a numerator and a denominator; nil if the latter is 0.
    func value(_ sums: SIMD2<Double>) -> Double? {
        guard sums[1] > 0 else { return nil }
        return minutes == nil || isOfAnswers ? sums[0] / sums[1] : 1 - sums[0] / sums[1]
    }

    // MARK: For people and machines

    /// The name for machines; figures of several times have ``minutes`` as well.
    var key: String {
        switch self {
        case .when: "when"
        case .which: "which"
        case .hitAt1: "hitAt1"
        case .skill: "skill"
        case .momentSkill: "momentSkill"
        case .content: "contentLogLoss"
        case .answer: "answerLogLoss"
        }
    }

    var title: String {
        switch self {
        case .hitAt1: "hit@1"
        case .skill: span
        case .momentSkill: "use \(span)"
        case .content: "content"
        case .answer: "answer \(span)"
        default: key
        }
    }

    /// The figure's time; empty for a figure without one.
    var span: String {
        minutes.map { $0 < 60 ? "\(Figures.plain($0)) min" : "\(Figures.plain($0 / 60)) h" } ?? ""
    }

    /// Whether people see it in percent, not in nats.
    private var isShare: Bool { self == .hitAt1 || minutes != nil && !isOfAnswers }

    var unit: String { isShare ? "%" : "nats" }

    /// A value of it, or the difference of two, which is known better.
    func text(_ value: Double?, isDifference: Bool = false) -> String {
        let decimals = isShare ? (isDifference ? 2 : 1) : 3
        return value.map { Figures.fixed($0 * (isShare ? 100 : 1), decimals: decimals) } ?? "-"
    }

    /// The figure's interval, as in `[2.1, 4.6]`.
    func text(_ interval: ClosedRange<Double>?, isDifference: Bool = false) -> String {
        guard let interval else { return "-" }
        let ends = [interval.lowerBound, interval.upperBound]
        return "[\(ends.map { text($0, isDifference: isDifference) }.joined(separator: ", "))]"
    }
}
