import FetchTrace
import FetchSim

/// One figure of two sides.
public struct ComparedFigure: Hashable, Sendable {
    /// Its name for machines.
    public let key: String
    /// What it is, for people.
    public let title: String
    /// The unit in which people read it.
    public let unit: String
    /// What it is multiplied with for people.
    public let scale: Double
    /// Decimals for people.
    public let decimals: Int
    /// The figure of either side; of a sample its median.
    public let first: Estimate, second: Estimate
    /// How far the sides' distributions are apart, 0 to 1; nil where single numbers are compared.
    public let distance: Double?
    /// The p-value of a permutation test; nil where there are too few units.
    public let p: Double?

    /// The difference in standard deviations from device to device: those of the sides that have several devices, as the
    /// root of their mean square. Nil where no side has several, or where all are alike.
    public var deviations: Double? {
        let squares = [first.spread, second.spread].compactMap { $0.map { $0 * $0 } }
        guard let variance = mean(squares), variance > 0 else { return nil }
        return difference.map { abs($0) / variance.squareRoot() }
    }

    /// The second side's figure less the first's.
    public var difference: Double? {
        first.mean.flatMap { one in second.mean.map { $0 - one } }
    }
}
