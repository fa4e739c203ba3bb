import FetchSched
import FetchSim

/// Follows a device, never fetches, and scores what the engine forecasts before it shows the engine what came.
///
/// Everything that the simulator tells is shown to the engine. Between two moments at which something is shown,
/// intensities are integrated in small steps on a copy of the engine, so that asking changes nothing. All that happens at
/// one moment is scored with the intensity just before it: an end of use at the very moment of a launch tells nothing about
/// when the launch comes.
struct ForecastJudge: Policy {
    private var engine: FetchEngine
    private var rates: ConstantRates
    private var baseRates: BaseRates
    private var tally = ForecastTally()

    private let apps: Int
    private let launches: LaunchLog
    private let steps: IntegrationSteps
    private let end: FetchTime
    /// The apps whose content changes at all.
    private let hasContent: [Bool]

    private var clock = LocalClock()
    /// Up to when time was taken into account.
    private var moment: FetchTime
    /// The last launch or end of use.
    private var change: FetchTime
    /// When the next question after a free moment is due, how many free moments there were, and for one of how many
    /// there is a question.
    private var question: FetchTime?
    private var freeMoments = 0
    private let sampledOneOf: Int
    /// Time after the warm-up that was passed over, see ``passedOver(of:)``.
    private var notScored = TimeSpan.zero
    /// The intensity just before the present moment.
    private var before = 0.0
    /// The app in the foreground.
    private var inUse: Int?
    /// The probability that the launch under way finds something new.
    private var contentForecast: (app: Int, probability: Double)?

    init(_ trace: DeviceTrace, rules: SimulationRules, configuration: FetchConfiguration, seed: UInt64) {
        engine = FetchEngine(unchecked: configuration, seed: seed)
        apps = trace.appNames.count
        launches = LaunchLog(trace)
        sampledOneOf = Self.sampledOneOf(
            launches: launches.count, in: trace.span.upperBound - trace.span.lowerBound)
        steps = IntegrationSteps(
            start: trace.span.lowerBound, scoredFrom: rules.scoringStart(trace.span),
            sessionGap: configuration.sessionGap)
        end = trace.span.upperBound
        hasContent = trace.appNames.indices.map {
            trace.updates.newest(of: $0, at: trace.span.upperBound) != nil
        }
        rates = ConstantRates(apps: apps)
        baseRates = BaseRates(apps: apps)
        // Before the first event, so that there is a moment before a launch there.
        moment = steps.start - TimeSpan(milliseconds: 1)
        change = moment
    }

    // MARK: What the simulator tells

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        advance(to: now)
        while engine.appCount <= app.index { _ = engine.register(.never, at: now) }
        try? engine.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        advance(to: now)
        switch observation {
        case .launch(let app): launch(app.index, at: now)
        case .foregroundSync(let app, let outcome, _): sync(app.index, outcome, at: now)
        case .endOfUse(let app), .quit(let app):
            if inUse == app.index { inUse = nil }
            change = now
            askAfter(now)
        case .zone(let secondsEast): clock.secondsEast = min(max(secondsEast, -86_400), 86_400)
        default: break
        }
        try? engine.observe(observation, at: now)
        if case .notification(let app) = observation { askForAnswer(app.index, at: now) }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? { nil }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {}

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { nil }

    /// Scores the time up to the end of the trace, and returns all scores.
    mutating func finish() -> ForecastTally {
        advance(to: end)
        tally.days = max(0, (end - steps.scoredFrom - notScored).seconds) / 86_400
        return tally
    }

    // MARK: Launches

    private mutating func launch(_ app: Int, at now: FetchTime) {
        if now >= steps.scoredFrom { score(app, at: now) }
        if hasContent[app] { contentForecast = (app, engine.newContentProbability(of: AppID(app), at: now)) }
        rates.launch(app)
        inUse = app
        change = now
        askAfter(now)
    }

    private mutating func score(_ app: Int, at now: FetchTime) {
        // Nothing is held for impossible, so that no single launch is infinitely bad.
        let least = 1e-12
        let probabilities = engine.nextAppProbabilities(at: now)
        // Among equal probabilities the lower number goes first.
        let isFirst = probabilities.indices.allSatisfy {
            $0 < app ? probabilities[$0] < probabilities[app] : probabilities[$0] <= probabilities[app]
        }
        let day = clock.dayNumber(now)
        tally.launches += 1
        tally.dayLog.add(.when, PortableMath.log(max(least, before) * 3600), over: 1, on: day)
        tally.dayLog.add(.which, PortableMath.log(max(least, probabilities[app])), over: 1, on: day)
        tally.dayLog.add(.hitAt1, isFirst ? 1 : 0, over: 1, on: day)
    }

    private mutating func sync(_ app: Int, _ outcome: FetchOutcome, at now: FetchTime) {
        guard let content = contentForecast, content.app == app, outcome.isSuccess else { return }
        contentForecast = nil
        guard now >= steps.scoredFrom else { return }
        let probability = outcome == .newData ? content.probability : 1 - content.probability
        tally.dayLog.add(.content, Self.loss(of: probability), over: 1, on: clock.dayNumber(now))
    }

    // MARK: Time

    /// Takes the time up to just before `now` into account.
    private mutating func advance(to now: FetchTime) {
        askAfterFreeMoment(before: now)
        let silence = Self.passedOver(of: now - moment)
        if silence > .zero {
            pass(to: moment + Self.longestScored)
            notScored = notScored + max(.zero, moment + silence - max(moment, steps.scoredFrom))
            moment = moment + silence
        }
        pass(to: now)
    }

    private static var longestScored: TimeSpan { .days(28) }

    /// The part of a stretch without any event that is passed over: whole weeks beyond the first four.
    ///
    /// The device was off, its log was lost, or a clock was wrong: a stretch without events does not show that nothing
    /// happened. So the work grows with the events, whatever the years between; hours and days of the week go on.
    static func passedOver(of span: TimeSpan) -> TimeSpan {
        guard span > longestScored else { return .zero }
        return .days(7) * ((span - longestScored).milliseconds / TimeSpan.days(7).milliseconds)
    }

    private mutating func pass(to now: FetchTime) {
        guard now > moment else { return }
        var pieces: [IntegrationSteps.Step] = []
        while moment < now {
            let step = steps.step(from: moment, to: now, since: change, clock: clock)
            pieces.append(step)
            moment = step.end
            guard pieces.count == 4096 else { continue }
            score(pieces)
            pieces.removeAll(keepingCapacity: true)
        }
        score(pieces)
        if now >= steps.scoredFrom { before = engine.launchRate(at: now) }
    }

    private mutating func score(_ pieces: [IntegrationSteps.Step]) {
        for step in pieces where step.start >= steps.scoredFrom {
            let expected = engine.launchRate(at: step.middle) * step.seconds
            tally.dayLog.add(.when, -expected, over: 0, on: clock.dayNumber(step.start))
        }
        for step in pieces {
            rates.pass(step.seconds)
            guard IntegrationSteps.isGridPoint(step.end) else { continue }
            ask(at: step.end, \.halfHours, ForecastFigure.skill) { $2 }
        }
    }

    // MARK: Questions: whether each app is launched within some time

    /// An app was launched or left: much is decided now, and the question follows once all that happens now is known.
    private mutating func askAfter(_ now: FetchTime) {
        freeMoments += 1
        if freeMoments % sampledOneOf == 0 { question = now + TimeSpan(milliseconds: 1) }
    }

    /// The number of opportunities per question: an odd one, so that launches and ends of use take turns.
    ///
    /// Each moment has a question about every app. Where many people share a device their number is held to what it is for
    /// a busy phone, 500 a day, so that the work grows with days times apps and not with launches times apps.
    static func sampledOneOf(launches: Int, in span: TimeSpan) -> Int {
        let perDay = 2 * Double(launches) / max(1, span.seconds / 86_400)
        return Int(min(perDay / 500, 1e9)) | 1
    }

    /// Asks the due questions before anything is shown that happens at `now`.
    private mutating func askAfterFreeMoment(before now: FetchTime) {
        guard let moment = question, moment <= now else { return }
        question = nil
        baseRates.learn(until: moment, launches)
        let base = baseRates
        ask(at: moment, \.moments, ForecastFigure.momentSkill) {
            base.probability($0, horizon: $1, constant: $2)
        }
        baseRates.ask(at: moment)
    }

    /// Scores the probabilities that a notification is answered, of an app that was ever launched and is not in use.
    private mutating func askForAnswer(_ app: Int, at now: FetchTime) {
        guard now >= steps.scoredFrom, launches.wasLaunched(app, before: now), inUse != app
        else { return }
        for (index, span) in ForecastFigure.answerSpans.enumerated() where now + span <= end {
            let launched = launches.isLaunched(app, within: span, from: now)
            let probability = engine.launchProbability(of: AppID(app), within: span, at: now)
            tally.answers[index].add(probability, launched)
            tally.dayLog.add(
                .answer(index), Self.loss(of: launched ? probability : 1 - probability), over: 1,
                on: clock.dayNumber(now))
        }
    }

    /// Nothing is held for certain, so that no single answer is infinitely bad.
    private static func loss(of probability: Double) -> Double {
        -PortableMath.log(min(1 - 1e-6, max(1e-6, probability)))
    }

    /// Scores the probabilities that each app that was ever launched is launched from `now` on, before anything that
    /// happens at that moment is shown. Times beyond the trace are skipped.
    ///
    /// - Parameter baseline: over which the figure is: the probability of an app within one of the times, for which a constant
    ///   rate says so much.
    private mutating func ask(
        at now: FetchTime, _ tallies: WritableKeyPath<ForecastTally, [ReliabilityTally]>,
        _ figure: (Int) -> ForecastFigure, over baseline: (_ app: Int, _ horizon: Int, Double) -> Double
    ) {
        guard now >= steps.scoredFrom else { return }
        for (index, span) in ForecastFigure.spans.enumerated() where now + span <= end {
            var squares = SIMD2<Double>.zero
            for app in 0..<apps where launches.wasLaunched(app, before: now) {
                let launched = launches.isLaunched(app, within: span, from: now)
                let probability = engine.launchProbability(of: AppID(app), within: span, at: now)
                let other = baseline(app, index, rates.probability(app, within: span))
                tally[keyPath: tallies][index].add(probability, launched)
                let errors = SIMD2(probability, other) - (launched ? 1 : 0)
                squares += errors * errors
            }
            tally.dayLog.add(figure(index), squares[0], over: squares[1], on: clock.dayNumber(now))
        }
    }
}
