import FetchSched
import FetchGenerate

/// Bins of the logarithm of a positive number.
struct LogBins: Sendable {
    /// The lowest and highest number that has a bin of its own.
    let range: ClosedRange<Double>
    let count: Int

    /// Gaps relative to their mean.
    static let gaps = LogBins(range: 0.001...100, count: 72)
    /// Seconds.
    static let seconds = LogBins(range: 0.5...14_400, count: 72)

    /// The logarithm at which the first bin starts, and how much of it each bin has.
    var scale: (low: Double, width: Double) {
        let low = PortableMath.log(range.lowerBound)
        return (low, (PortableMath.log(range.upperBound) - low) / Double(count))
    }

    func counts(_ values: [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: count)
        let (low, width) = scale
        for value in values {
            let place = (PortableMath.log(Swift.max(value, range.lowerBound)) - low) / width
            result[Swift.max(0, Swift.min(count - 1, Int(place)))] += 1
        }
        return result
    }

    /// Which quantiles so many events tell: their shares of the distribution, in order.
    ///
    /// - Parameter events: How many events stand behind each share.
    /// - Returns: nil if there are too few events for three quantiles.
    func quantiles(events: [Double]) -> [Double]? {
        let all = events.reduce(0, +)
        let steps = Swift.min(24, Int((3 * all / Statistics.support).squareRoot()))
        guard steps >= 2 else { return nil }
        let margin = Swift.min(0.25, Statistics.support / all)
        return (0...steps).map {
            QuantileCurve.probability(Double($0) / Double(steps)).bounded(to: margin...1 - margin)
        }
    }

    /// The distribution with those shares, by its quantiles.
    func curve(_ shares: [Double], _ quantiles: [Double]) -> QuantileCurve {
        let (low, width) = scale
        let total = shares.reduce(0, +)
        var bin = 0
        var below = 0.0
        return QuantileCurve(
            quantiles.map { quantile in
                let wanted = quantile * total
                while bin < count - 1, below + shares[bin] < wanted {
                    below += shares[bin]
                    bin += 1
                }
                let part = shares[bin] > 0 ? Swift.min(1, (wanted - below) / shares[bin]) : 0.5
                return PortableMath.exp(low + (Double(bin) + part) * width)
            })
    }
}
