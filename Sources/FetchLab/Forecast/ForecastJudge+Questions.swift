import FetchSched
import FetchTrace
import FetchSim

/// Whether each app is launched within some time: asked at every whole half hour, and after every free moment.
extension ForecastJudge {
    /// An app was launched or left: much is decided now, and the question is asked once all that happens at this moment is
    /// known.
    mutating func askAfter(_ now: Instant) {
        freeMoments += 1
        if freeMoments % askedOneOf == 0 { question = now + TimeSpan(milliseconds: 1) }
    }

    /// Of how many free moments one is asked about: an odd number, so that launches and ends of use take turns.
    ///
    /// Each moment has a question about every app. Where many people share a device their number is held to what it is for
    /// a busy phone, so that the work grows with days times apps and not with launches times apps.
    static func askedOneOf(launches: Int, in span: TimeSpan) -> Int {
        let perDay = 2 * Double(launches) / max(1, span.seconds / 86_400)
        return Int(min(perDay / mostMomentsPerDay, 1e9)) | 1
    }

    private static var mostMomentsPerDay: Double { 500 }

    /// Asks what is to be asked before anything is shown that happens at `now`.
    mutating func askAfterFreeMoment(before now: Instant) {
        guard let moment = question, moment <= now else { return }
        question = nil
        momentRates.learn(until: moment, launches)
        ask(at: moment, momentRates.rates, \.moments, ForecastFigure.momentSkill, over: HorizonTally.baseRate)
        momentRates.ask(at: moment)
    }

    /// Scores the chances that each app that was ever launched is launched from `now` on, before anything that
    /// happens at that moment is shown. What the trace does not reach is not asked.
    ///
    /// - Parameter baseline: over which the figure is.
    mutating func ask(
        at now: Instant, _ baseRates: BaseRates, _ tallies: WritableKeyPath<ForecastTally, [HorizonTally]>,
        _ figure: (Int) -> ForecastFigure, over baseline: Int
    ) {
        guard now >= steps.scoredFrom else { return }
        var engine = engine
        for (index, span) in HorizonTally.spans.enumerated() where now + span <= end {
            let window = AppRates.Window(from: now, span: span, clock: clock)
            var squares = SIMD2<Double>.zero
            for app in 0..<apps where launches.wasLaunched(app, before: now) {
                let launched = launches.isLaunched(app, within: span, from: now)
                let constant = PortableMath.saturation(appRates.expectedAtConstantRate(app, in: window))
                let chances = [
                    engine.launchProbability(of: AppID(app), within: span, at: now), constant,
                    PortableMath.saturation(appRates.expectedByTimeOfDay(app, in: window)),
                    launches.isLaunched(app, within: span, from: now - .days(7)) ? 1 : 0,
                    baseRates.chance(app, horizon: index, constant: constant),
                ]
                tally[keyPath: tallies][index].add(chances, launched)
                let errors = SIMD2(chances[0], chances[baseline]) - (launched ? 1 : 0)
                squares += errors * errors
            }
            tally.dayLog.add(figure(index), squares[0], over: squares[1], on: clock.dayNumber(now))
        }
    }
}
