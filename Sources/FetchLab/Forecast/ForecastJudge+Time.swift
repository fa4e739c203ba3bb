import FetchSched
import FetchTrace
import FetchSim

/// What is scored while nothing happens: intensities over time, and chances at whole half hours.
extension ForecastJudge {
    /// Takes the time up to just before `now` into account.
    mutating func advance(to now: Instant) {
        askAfterFreeMoment(before: now)
        let silence = Silence.passedOver(of: now - moment)
        if silence > .zero {
            pass(to: moment + Silence.longestScored)
            notScored = notScored + max(.zero, moment + silence - max(moment, steps.scoredFrom))
            moment = moment + silence
        }
        pass(to: now)
    }

    private mutating func pass(to now: Instant) {
        guard now > moment else { return }
        var pieces: [IntegrationSteps.Step] = []
        while moment < now {
            let step = steps.step(from: moment, to: now, since: change, clock: clock)
            pieces.append(step)
            moment = step.end
            guard pieces.count == Self.mostPieces else { continue }
            score(pieces)
            pieces.removeAll(keepingCapacity: true)
        }
        score(pieces)
        if now >= steps.scoredFrom { before[0] = engine.useIntensity(at: now) }
        for index in rates.indices { before[firstRate + index] = rates[index].rate(at: now, clock: clock) }
    }

    /// How many steps are held at a time.
    private static var mostPieces: Int { 4096 }

    private mutating func score(_ pieces: [IntegrationSteps.Step]) {
        for step in pieces where step.begin >= steps.scoredFrom {
            pass(engine.useIntensity(at: step.middle) * step.seconds, 0, step)
        }
        for step in pieces {
            let (first, second) = step.halves
            for index in rates.indices {
                // As the engine does, they know in the middle of a step that nothing came in its first half.
                rates[index].pass(first, clock: clock)
                let expected = rates[index].rate(at: step.middle, clock: clock) * step.seconds
                if step.begin >= steps.scoredFrom { pass(expected, firstRate + index, step) }
                rates[index].pass(second, clock: clock)
            }
            appRates.pass(step, clock: clock)
            guard IntegrationSteps.isGridPoint(step.end) else { continue }
            baseRates.learnOfHalfHours(at: step.end, launches)
            ask(at: step.end, baseRates, \.horizons, ForecastFigure.skill, over: HorizonTally.constant)
        }
    }

    private mutating func pass(_ expected: Double, _ forecaster: Int, _ step: IntegrationSteps.Step) {
        tally.when[forecaster].pass(expected)
        guard forecaster == 0 || forecaster == Self.timeOfDay else { return }
        if forecaster == 0 {
            tally.dayLog.add(.when, -expected, over: 0, on: clock.dayNumber(step.begin))
        }
        tally.inWeek(steps.week(of: step.begin)) {
            if forecaster == 0 { $0.when -= expected } else { $0.baseline -= expected }
        }
    }
}
