import FetchSched
import FetchTrace
import FetchSim

/// What a ``ForecastBench`` found, as means over all devices of a trace.
public struct ForecastReport: Hashable, Sendable {
    /// What was scored.
    public let head: ForecastHead
    /// The engine's name, see ``ForecastModel``.
    public let model: String
    /// The engine's main figures, with their intervals.
    public let figures: [ModelReport.Figure]
    /// When and which together, for the engine and for pairs of the others.
    public let totals: [TotalScore]
    /// When an app is opened, whichever it is.
    public let when: [WhenScore]
    /// Which app is opened.
    public let which: [WhichScore]
    /// Whether an app is opened within some time, asked at every whole half hour.
    public let within: [WithinScore]
    /// The engine's chances of that beside what came of them.
    public let reliability: [ReliabilityScore]
    /// The same asked after every launch and end of a use.
    public let moments: [WithinScore]
    /// The engine's chances of that beside what came of them.
    public let momentReliability: [ReliabilityScore]
    /// Whether a launch finds new content.
    public let content: [ContentScore]
    /// The scores week by week.
    public let weeks: [WeekScore]

    init(_ head: ForecastHead, model: String, _ tally: ForecastTally) {
        self.head = head
        self.model = model
        figures = ModelReport(head, [model], [tally]).models[0].figures
        when = zip(Forecaster.when, tally.when).map { WhenScore($0, $1) }
        which = zip(Forecaster.which, tally.which).map { WhichScore($0, $1) }
        totals = TotalScore.pairs(when, which)
        within = WithinScore.all(tally.horizons)
        reliability = ReliabilityScore.all(tally.horizons)
        moments = WithinScore.all(tally.moments)
        momentReliability = ReliabilityScore.all(tally.moments)
        content = zip(Forecaster.content, tally.content).map { ContentScore($0, $1) }
        weeks = tally.weeks.enumerated().filter { $0.element.launches > 0 }.map { WeekScore($0, $1) }
    }
}

/// How well it was forecast when an app is opened, whichever it is; see the log score of a point process.
public struct WhenScore: Hashable, Sendable {
    /// Who.
    public let forecaster: Forecaster
    /// Mean log score of a launch in nats, intensities in launches per hour; more is better.
    public let natsPerLaunch: Double?
    /// Launches expected in all, over those that came; 1 is right.
    public let expectedPerLaunch: Double?
    /// The launches expected between launches.
    public let rescaling: TimeRescaling

    init(_ forecaster: Forecaster, _ tally: PointProcessTally) {
        self.forecaster = forecaster
        natsPerLaunch = tally.natsPerLaunch
        expectedPerLaunch = tally.launches > 0 ? tally.expected / Double(tally.launches) : nil
        rescaling = tally.rescaling
    }
}

/// How well it was forecast which app is opened.
public struct WhichScore: Hashable, Sendable {
    /// Who.
    public let forecaster: Forecaster
    /// Mean logarithm of the chance given to the app launched, in nats; more is better.
    public let natsPerLaunch: Double?
    /// Share of launches whose app had the highest chance, and one of the five highest.
    public let hitAt1: Double?, hitAt5: Double?
    /// Mean of 1 / (place of the app launched in the order of the chances).
    public let meanReciprocalRank: Double?

    init(_ forecaster: Forecaster, _ tally: NextAppTally) {
        self.forecaster = forecaster
        natsPerLaunch = tally.mean(tally.logSum)
        hitAt1 = share(tally.first, of: tally.launches)
        hitAt5 = share(tally.firstFive, of: tally.launches)
        meanReciprocalRank = tally.mean(tally.reciprocalRanks)
    }
}

/// Log scores of when and which together: the log likelihood of each app's own launches.
public struct TotalScore: Hashable, Sendable {
    /// Who said when, and who said which.
    public let when: WhenScore, which: WhichScore

    /// Mean log score of a launch in nats; more is better.
    public var natsPerLaunch: Double? {
        guard let when = when.natsPerLaunch, let which = which.natsPerLaunch else { return nil }
        return when + which
    }

    /// The engine, and baselines of rising effort.
    static func pairs(_ when: [WhenScore], _ which: [WhichScore]) -> [TotalScore] {
        let pairs = [TotalScore(when: when[0], which: which[0])]
        let plain = which[which.count - 2]
        let markov = which[which.count - 1]
        let rates = when.filter { $0.forecaster.kind == .baseline }
        return pairs + rates.prefix(1).map { TotalScore(when: $0, which: plain) }
            + rates.dropFirst().map { TotalScore(when: $0, which: markov) }
    }
}

/// How well chances of launches within some time were kept.
public struct WithinScore: Hashable, Sendable {
    /// The time asked about, in minutes.
    public let minutes: Double
    /// Who.
    public let forecaster: Forecaster
    /// Questions: an app launched before, at a moment at which questions are asked.
    public let questions: Int
    /// Share of them that came true.
    public let launchedShare: Double?
    /// Mean square of chance less outcome (Brier 1950), 0 to 1; less is better.
    public let brier: Double?
    /// 1 - Brier score / that of the constant rate; more is better, 0 is no better than the constant rate.
    public let skill: Double?
    /// The same over each app's own share of questions so far that came true.
    public let skillOverBaseRate: Double?
    /// Mean log loss in nats; less is better.
    public let logLoss: Double?

    /// All forecasters' scores, for tallies in the order of ``HorizonTally/spans``.
    static func all(_ horizons: [HorizonTally]) -> [WithinScore] {
        zip(HorizonTally.spans, horizons).flatMap { all($0, $1) }
    }

    private static func all(_ span: TimeSpan, _ horizon: HorizonTally) -> [WithinScore] {
        zip(Forecaster.within, horizon.chances).map { forecaster, tally in
            func skill(over baseline: Int) -> Double? {
                guard let own = tally.brier, let other = horizon.chances[baseline].brier, other > 0
                else { return nil }
                return 1 - own / other
            }
            return WithinScore(
                minutes: span.seconds / 60, forecaster: forecaster, questions: tally.count,
                launchedShare: tally.share, brier: tally.brier, skill: skill(over: HorizonTally.constant),
                skillOverBaseRate: skill(over: HorizonTally.baseRate), logLoss: tally.logLoss)
        }
    }
}

/// One line of a reliability table.
public struct ReliabilityScore: Hashable, Sendable {
    /// The time asked about, in minutes.
    public let minutes: Double
    /// The bin.
    public let bin: ReliabilityBin

    /// All bins, for tallies in the order of ``HorizonTally/spans``.
    static func all(_ horizons: [HorizonTally]) -> [ReliabilityScore] {
        zip(HorizonTally.spans, horizons).flatMap { span, horizon in
            horizon.reliability.bins.map { ReliabilityScore(minutes: span.seconds / 60, bin: $0) }
        }
    }
}

/// How well it was forecast whether a launch finds new content.
public struct ContentScore: Hashable, Sendable {
    /// Who.
    public let forecaster: Forecaster
    /// Launches of apps whose content changes.
    public let looks: Int
    /// Share of them that found something new.
    public let newShare: Double?
    /// Mean log loss in nats; less is better.
    public let logLoss: Double?
    /// Brier score; less is better.
    public let brier: Double?

    init(_ forecaster: Forecaster, _ tally: ChanceTally) {
        self.forecaster = forecaster
        looks = tally.count
        newShare = tally.share
        logLoss = tally.logLoss
        brier = tally.brier
    }
}

/// The engine's scores in one week.
public struct WeekScore: Hashable, Sendable {
    /// The week of the trace, from 1.
    public let week: Int
    /// Launches scored.
    public let launches: Int
    /// Mean log scores of a launch in nats; more is better.
    public let when: Double, which: Double
    /// The same for when and which together, of the time-of-day histogram with the previous app.
    public let baselineTotal: Double
    /// Mean log loss of whether a launch finds new content, in nats; less is better.
    public let contentLogLoss: Double?

    /// Mean log score of when and which together.
    public var total: Double { when + which }

    init(_ number: Int, _ tally: WeekTally) {
        let launches = Double(tally.launches)
        week = number + 1
        self.launches = tally.launches
        when = tally.when / launches
        which = tally.which / launches
        baselineTotal = tally.baseline / launches
        contentLogLoss = tally.looks > 0 ? tally.contentLoss / Double(tally.looks) : nil
    }
}
