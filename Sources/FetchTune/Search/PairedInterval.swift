/// The mean of paired differences and where it lies with a confidence of 95 %.
///
/// Student's interval: with few pairs it is wide, as it must be. It takes the pairs for independent draws.
package struct PairedInterval: Hashable, Sendable {
    package let mean: Double
    /// The ends of the interval; nil with fewer than two pairs.
    package let bounds: ClosedRange<Double>?

    package init(_ differences: [Double]) {
        let count = Double(differences.count)
        let mean = differences.isEmpty ? 0 : differences.reduce(0, +) / count
        self.mean = mean
        guard differences.count > 1 else {
            bounds = nil
            return
        }
        let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        let reach = Self.quantile(degrees: differences.count - 1) * (variance / count).squareRoot()
        bounds = mean - reach...mean + reach
    }

    /// Whether the mean is above zero beyond doubt, as far as the interval goes.
    package var isGain: Bool { (bounds?.lowerBound ?? 0) > 0 }

    /// The 97.5 % quantile of Student's t, for 1, 2, ... degrees of freedom.
    private static let quantiles = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045,
        2.042,
    ]

    /// Beyond the table, 1.96 + 2.4 / degrees, which is within 0.1 % of it.
    private static func quantile(degrees: Int) -> Double {
        degrees <= quantiles.count ? quantiles[degrees - 1] : 1.96 + 2.4 / Double(degrees)
    }
}
