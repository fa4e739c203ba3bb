import FetchSched
import FetchTrace
import FetchSim

/// How well an intensity of launches forecast when they came.
///
/// The log score of a point process: the sum of the logarithms of the intensity at each launch, less the integral
/// of the intensity over all the time watched (that after the last launch too, so it is censored at the end).
/// Intensities are in launches per hour; another unit would add the same number to every forecaster's score.
///
/// By the time rescaling theorem the integrals between launches are exponential with mean 1 if the intensity is
/// right, whatever it is.
///
/// Source: Brown, Barbieri, Ventura, Kass and Frank, "The time-rescaling theorem and its application to neural
/// spike train data analysis", Neural Computation 14, 2002.
struct PointProcessTally: Sendable {
    /// Launches scored.
    private(set) var launches = 0
    /// Sum of the logarithms of the intensity at the launches.
    private(set) var logSum = 0.0
    /// Integral of the intensity: launches expected.
    private(set) var expected = 0.0
    /// The integrals from each launch (or the begin of scoring) to the next.
    private(set) var waits: [Double] = []
    private var wait = 0.0

    /// Intensities below this count as this, so that no single launch is infinitely bad: launches per second.
    static let least = 1e-12

    /// The logarithm of an intensity in launches per second, as launches per hour.
    static func log(_ perSecond: Double) -> Double { PortableMath.log(max(least, perSecond) * 3600) }

    /// Lets time pass in which that many launches were expected.
    mutating func pass(_ expected: Double) {
        self.expected += expected
        wait += expected
    }

    /// Scores a launch that came at that intensity, in launches per second.
    mutating func launch(_ perSecond: Double) {
        launches += 1
        logSum += Self.log(perSecond)
        waits.append(wait)
        wait = 0
    }

    /// Counts what another device has.
    mutating func add(_ other: PointProcessTally) {
        launches += other.launches
        logSum += other.logSum
        expected += other.expected
        waits += other.waits
        wait = 0
    }

    /// Mean log score of a launch, in nats; nil without any.
    var natsPerLaunch: Double? { launches > 0 ? (logSum - expected) / Double(launches) : nil }

    /// What the time rescaling says.
    var rescaling: TimeRescaling { TimeRescaling(waits: waits) }
}
