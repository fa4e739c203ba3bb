import FetchTrace
import FetchSim

/// A figure of several devices: its mean, and how much the devices differ.
public struct Estimate: Hashable, Sendable {
    /// Mean of the devices that have the figure; nil if none has.
    public let mean: Double?
    /// Standard deviation from device to device; nil with fewer than two.
    public let spread: Double?
    /// Devices that have the figure.
    public let count: Int

    init(_ values: [Double?]) {
        let known = values.compactMap { $0 }
        count = known.count
        let middle = FetchLab.mean(known)
        mean = middle
        spread =
            known.count > 1
            ? middle.map { middle in
                (known.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(known.count - 1))
                    .squareRoot()
            } : nil
    }
}
