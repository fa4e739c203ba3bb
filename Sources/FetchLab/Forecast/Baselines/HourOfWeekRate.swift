import FetchSched
import FetchTrace
import FetchSim

/// The weekly seasonal-naive idea, smoothed: what happened at this hour of the week so far. Each of the 168 bins is
/// shrunk towards the time-of-day histogram with a weight of two hours, that is of two weeks.
struct HourOfWeekRate: LaunchRate {
    private var daily = TimeOfDayRate()
    private var launches = [Double](repeating: 0, count: 168)
    private var seconds = [Double](repeating: 0, count: 168)
    private static let priorSeconds = 7200.0

    mutating func pass(_ step: IntegrationSteps.Step, clock: LocalClock) {
        daily.pass(step, clock: clock)
        seconds[clock.hourOfWeek(step.begin)] += step.seconds
    }

    mutating func launch(at now: Instant, clock: LocalClock) {
        daily.launch(at: now, clock: clock)
        launches[clock.hourOfWeek(now)] += 1
    }

    func rate(at moment: Instant, clock: LocalClock) -> Double {
        let bin = clock.hourOfWeek(moment)
        let prior = daily.rate(at: moment, clock: clock)
        return (launches[bin] + Self.priorSeconds * prior) / (seconds[bin] + Self.priorSeconds)
    }
}
