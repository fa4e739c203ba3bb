import FetchSched
import FetchTrace
import FetchSim

/// A simple idea of how often the user opens any app, to compare the engine with.
protocol LaunchRate: Sendable {
    /// Learns that time passed, all within one hour of the local clock.
    mutating func pass(_ step: IntegrationSteps.Step, clock: LocalClock)
    /// Learns that an app was opened.
    mutating func launch(at now: Instant, clock: LocalClock)
    /// Launches expected per second.
    func rate(at moment: Instant, clock: LocalClock) -> Double
}
