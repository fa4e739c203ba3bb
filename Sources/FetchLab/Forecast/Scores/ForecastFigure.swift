import FetchSched
import FetchTrace
import FetchSim

/// One of the main figures of forecasts, those that have intervals: a quotient of two sums over days, or 1 less it.
public enum ForecastFigure: Hashable, Sendable {
    /// Mean log score of when an app is opened, in nats per launch.
    case when
    /// Mean log score of which app is opened, in nats per launch.
    case which
    /// Share of launches whose app had the highest chance.
    case hitAt1
    /// Brier skill over the constant rate at one of the times asked about, by its place among them.
    case skill(Int)
    /// The same over the base rate, asked after free moments.
    case momentSkill(Int)
    /// Mean log loss of whether a launch finds new content, in nats.
    case content

    /// All of them, in the order of reports.
    public static let all: [ForecastFigure] =
        [.when, .which, .hitAt1] + HorizonTally.spans.indices.map { .skill($0) }
        + HorizonTally.spans.indices.map { .momentSkill($0) } + [.content]

    /// Where it stands in ``all``.
    var place: Int {
        switch self {
        case .when: 0
        case .which: 1
        case .hitAt1: 2
        case .skill(let span): 3 + span
        case .momentSkill(let span): 3 + HorizonTally.spans.count + span
        case .content: 3 + 2 * HorizonTally.spans.count
        }
    }

    /// The time asked about, in minutes; nil for what asks about none.
    public var minutes: Double? {
        switch self {
        case .skill(let span), .momentSkill(let span): HorizonTally.spans[span].seconds / 60
        default: nil
        }
    }

    /// Whether it is asked after free moments.
    public var isOfMoments: Bool {
        if case .momentSkill = self { return true }
        return false
    }

    /// Whether more of it is better, not less.
    public var isMoreBetter: Bool { self != .content }

    /// Its value from what is divided and what by; nil where there is nothing to divide by.
    func value(_ sums: SIMD2<Double>) -> Double? {
        guard sums[1] > 0 else { return nil }
        return switch self {
        case .skill, .momentSkill: 1 - sums[0] / sums[1]
        default: sums[0] / sums[1]
        }
    }
}
