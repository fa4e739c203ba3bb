import FetchSched
import FetchTrace
import FetchSim

/// Launches so far over time so far, after one launch in one hour of belief.
struct ConstantRate: LaunchRate {
    private var launches = 1.0
    private var seconds = 3600.0

    /// Launches per second.
    var rate: Double { launches / seconds }

    mutating func pass(_ step: IntegrationSteps.Step, clock: LocalClock) { seconds += step.seconds }

    mutating func launch(at now: Instant, clock: LocalClock) { launches += 1 }

    func rate(at moment: Instant, clock: LocalClock) -> Double { rate }
}
