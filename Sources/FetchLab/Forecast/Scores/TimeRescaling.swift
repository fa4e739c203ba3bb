import FetchSched
import FetchTrace
import FetchSim

/// Whether the launches expected between one launch and the next are exponential with mean 1, as they must be if
/// the intensity is right (see ``PointProcessTally``).
public struct TimeRescaling: Hashable, Sendable {
    /// How many waits for a launch.
    public let count: Int
    /// Launches expected in a wait, on average; 1 is right, more says that too many were expected.
    public let mean: Double?
    /// Share of the waits in each tenth of the forecast's own distribution, from the shortest waits on; each is
    /// 0.1 if all is right. Empty without waits.
    public let tenths: [Double]
    /// Largest distance between the waits' distribution and the exponential one (Kolmogorov and Smirnov), 0 to 1.
    public let distance: Double?

    /// The distance that a right forecast exceeds in 5 of 100 cases, for many waits.
    public var criticalDistance: Double? {
        count > 0 ? 1.358_102 / Double(count).squareRoot() : nil
    }

    /// Judges waits, each in launches expected.
    ///
    /// - Complexity: O(n log n).
    init(waits: [Double]) {
        count = waits.count
        guard count > 0 else {
            mean = nil
            tenths = []
            distance = nil
            return
        }
        let all = Double(count)
        let shares = waits.map(PortableMath.saturation).sorted()
        var parts = [Int](repeating: 0, count: 10)
        var most = 0.0
        for (index, share) in shares.enumerated() {
            parts[min(9, Int(share * 10))] += 1
            most = max(most, share - Double(index) / all, Double(index + 1) / all - share)
        }
        mean = waits.reduce(0, +) / all
        tenths = parts.map { Double($0) / all }
        distance = most
    }
}
