import FetchSched
import FetchTrace
import FetchSim

/// Follows a device, never fetches, and scores what the engine forecasts before it shows the engine what came.
///
/// Everything that the simulator tells is shown to the engine, and to one without calibration of content. Between two moments at which something is shown, intensities are integrated in small steps on a copy of
/// the scheduler, so that asking changes nothing. All that happens at one moment is scored with the intensity just
/// before it: an end of use at the very moment of a launch tells nothing about when the launch comes.
struct ForecastJudge: Policy {
    var engine: Scheduler
    /// The engine without calibration of content, if that is scored.
    var uncalibrated: Scheduler?
    var rates: [any LaunchRate] = [ConstantRate(), TimeOfDayRate(), HourOfWeekRate()]
    var popularity: Popularity
    var previousApp: PreviousApp
    var appRates: AppRates
    var baseRates: BaseRates
    var momentRates: MomentRates
    var contentBaselines: ContentBaselines
    var tally = ForecastTally()

    let apps: Int
    let launches: LaunchLog
    let steps: IntegrationSteps
    let end: Instant
    /// The apps whose content changes at all.
    let hasContent: [Bool]

    var clock = LocalClock()
    /// Up to when time was taken into account.
    var moment: Instant
    /// The last launch or end of use.
    var change: Instant
    /// When the next question is to be asked that follows a free moment, how many of these there were, and of how many one is
    /// asked about.
    var question: Instant?
    var freeMoments = 0
    let askedOneOf: Int
    /// Time after the warm-up that was passed over, see ``Silence``.
    var notScored = TimeSpan.zero
    /// Intensities just before the present moment, in the order of ``Forecaster/when``.
    var before = [Double](repeating: 0, count: Forecaster.when.count)
    /// The chances that the launch under way finds something new.
    private var contentAsked: (app: Int, chance: Double, others: [Double?])?

    /// - Parameter scoresExperts: whether the belief about content is scored without calibration, too.
    init(
        _ trace: DeviceTrace, rules: SimulationRules, configuration: Configuration, seed: UInt64,
        scoresExperts: Bool = true
    ) {
        func scheduler(_ set: (inout Configuration) -> Void) -> Scheduler {
            var configuration = configuration
            set(&configuration)
            return Scheduler(configuration: configuration, seed: seed)
        }
        engine = scheduler { _ in }
        uncalibrated = scoresExperts ? scheduler { $0.content.calibration = 0 } : nil
        apps = trace.appNames.count
        launches = LaunchLog(trace)
        askedOneOf = Self.askedOneOf(
            launches: launches.count, in: trace.span.upperBound - trace.span.lowerBound)
        steps = IntegrationSteps(
            start: trace.span.lowerBound, scoredFrom: rules.scoringStart(trace.span),
            sessionGap: configuration.sessionGap)
        end = trace.span.upperBound
        hasContent = trace.appNames.indices.map {
            trace.updates.newest(of: $0, at: trace.span.upperBound) != nil
        }
        popularity = Popularity(apps: apps)
        previousApp = PreviousApp(apps: apps)
        appRates = AppRates(apps: apps)
        baseRates = BaseRates(apps: apps)
        momentRates = MomentRates(apps: apps)
        contentBaselines = ContentBaselines(apps: apps, start: steps.start)
        // Before the first event, so that there is a moment before a launch there.
        moment = steps.start - TimeSpan(milliseconds: 1)
        change = moment
    }

    // MARK: What the simulator tells

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        advance(to: now)
        show { scheduler in
            while scheduler.appCount <= app.index { _ = scheduler.register(.never, at: now) }
            try? scheduler.setInterval(interval, of: app, at: now)
        }
    }

    mutating func observe(_ observation: FetchEvent, at now: Instant) {
        advance(to: now)
        switch observation {
        case .launch(let app): launch(app.index, at: now)
        case .foregroundSync(let app, let outcome, _): sync(app.index, outcome, at: now)
        case .endOfUse, .quit:
            change = now
            askAfter(now)
        case .zone(let secondsEast): clock.secondsEast = min(max(secondsEast, -86_400), 86_400)
        default: break
        }
        show { $0.observe(observation, at: now) }
    }

    mutating func nextFetch(at now: Instant) -> AppID? { nil }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {}

    mutating func nextWakeup(after now: Instant) -> Instant? { nil }

    private mutating func show(_ tell: (inout Scheduler) -> Void) {
        tell(&engine)
        guard var other = uncalibrated.take() else { return }
        tell(&other)
        uncalibrated = other
    }

    /// Scores the time up to the end of the trace, and returns all scores.
    mutating func finish() -> ForecastTally {
        advance(to: end)
        tally.days = max(0, (end - steps.scoredFrom - notScored).seconds) / 86_400
        return tally
    }

    // MARK: Scores of a launch

    private mutating func launch(_ app: Int, at now: Instant) {
        if now >= steps.scoredFrom { score(app, at: now) }
        if hasContent[app] {
            let chance = engine.newContentProbability(of: AppID(app), at: now)
            let belief = uncalibrated?.newContentProbability(of: AppID(app), at: now)
            contentAsked = (app, chance, [belief] + contentBaselines.probabilities(app, at: now))
        }
        for index in rates.indices { rates[index].launch(at: now, clock: clock) }
        popularity.launch(app)
        previousApp.launch(app)
        appRates.launch(app, at: now, clock: clock)
        change = now
        askAfter(now)
    }

    private mutating func score(_ app: Int, at now: Instant) {
        tally.when[0].launch(before[0])
        for index in firstRate..<before.count { tally.when[index].launch(before[index]) }
        let chances = engine.nextAppProbabilities(at: now)
        let rank = tally.which[0].launch(app, chances: chances)
        let previous = (0..<apps).map(previousApp.share)
        tally.which[Self.popularity].launch(app, chances: (0..<apps).map(popularity.share))
        tally.which[Self.previousApp].launch(app, chances: previous)
        let baseline = PointProcessTally.log(before[Self.timeOfDay]) + NextAppTally.log(previous[app])
        let when = PointProcessTally.log(before[0])
        let which = NextAppTally.log(chances[app])
        let day = clock.dayNumber(now)
        tally.dayLog.add(.when, when, over: 1, on: day)
        tally.dayLog.add(.which, which, over: 1, on: day)
        tally.dayLog.add(.hitAt1, rank == 1 ? 1 : 0, over: 1, on: day)
        tally.inWeek(steps.week(of: now)) {
            $0.launches += 1
            $0.when += when
            $0.which += which
            $0.baseline += baseline
        }
    }

    /// Where the baselines begin in ``before``.
    var firstRate: Int { before.count - rates.count }
    /// Where the time-of-day histogram stands in ``before``.
    static let timeOfDay = Forecaster.when.count - 2
    /// Where the baselines stand in ``Forecaster/which``.
    private static let popularity = Forecaster.which.count - 2, previousApp = popularity + 1

    private mutating func sync(_ app: Int, _ outcome: FetchOutcome, at now: Instant) {
        guard let asked = contentAsked, asked.app == app, outcome.isSuccess else { return }
        contentAsked = nil
        let foundNew = outcome == .newData
        if now >= steps.scoredFrom {
            for (index, chance) in ([asked.chance] + asked.others).enumerated() {
                if let chance { tally.content[index].add(chance, foundNew) }
            }
            let loss = -ChanceTally.log(asked.chance, foundNew)
            tally.dayLog.add(.content, loss, over: 1, on: clock.dayNumber(now))
            tally.inWeek(steps.week(of: now)) {
                $0.looks += 1
                $0.contentLoss += loss
            }
        }
        contentBaselines.learn(foundNew, of: app, at: now)
    }
}
