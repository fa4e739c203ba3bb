import FetchSched
import FetchTrace
import FetchSim

/// A histogram of launches over the hours of the day, weekdays and weekends apart. Each of the 48 bins is shrunk
/// towards the constant rate with a weight of two hours.
struct TimeOfDayRate: LaunchRate {
    private var constant = ConstantRate()
    private var launches = [Double](repeating: 0, count: 48)
    /// Seconds observed, by bin.
    private(set) var seconds = [Double](repeating: 0, count: 48)
    private static let priorSeconds = 7200.0

    mutating func pass(_ step: IntegrationSteps.Step, clock: LocalClock) {
        constant.pass(step, clock: clock)
        seconds[clock.hourOfDayKind(step.begin)] += step.seconds
    }

    mutating func launch(at now: Instant, clock: LocalClock) {
        constant.launch(at: now, clock: clock)
        launches[clock.hourOfDayKind(now)] += 1
    }

    /// Launches per second in a bin.
    func rate(bin: Int) -> Double {
        (launches[bin] + Self.priorSeconds * constant.rate) / (seconds[bin] + Self.priorSeconds)
    }

    func rate(at moment: Instant, clock: LocalClock) -> Double { rate(bin: clock.hourOfDayKind(moment)) }
}
