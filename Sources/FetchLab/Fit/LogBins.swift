import FetchSched
import FetchGenerate

/// Bins of the logarithm of a positive number.
struct LogBins: Sendable {
    /// The lowest and highest number that has a bin of its own.
    let range: ClosedRange<Double>
    /// How many bins.
    let count: Int

    /// Gaps relative to their mean.
    static let gaps = LogBins(range: 0.001...100, count: 72)
    /// Seconds.
    static let seconds = LogBins(range: 0.5...14_400, count: 72)

    /// Which quantiles of a distribution are told.
    struct Quantiles {
        /// How many, less one.
        let steps: Int
        /// The share of the distribution outside the outermost, on either side.
        let margin: Double

        /// Their shares of the distribution, in order.
        var shares: [Double] {
            (0...steps).map { step in
                let share = QuantileCurve.probability(Double(step) / Double(steps))
                return Swift.min(1 - margin, Swift.max(margin, share))
            }
        }
    }

    /// A point within a bin.
    private struct Cut {
        let bin: Int
        /// Share of the bin that is below, 0 to 1.
        let part: Double
    }

    /// The logarithm at which the first bin begins, and how much of it each bin has.
    var scale: (low: Double, width: Double) {
        let low = PortableMath.log(range.lowerBound)
        return (low, (PortableMath.log(range.upperBound) - low) / Double(count))
    }

    /// The counts of some numbers.
    func counts(_ values: [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: count)
        let (low, width) = scale
        for value in values {
            let place = (PortableMath.log(Swift.max(value, range.lowerBound)) - low) / width
            result[Swift.max(0, Swift.min(count - 1, Int(place)))] += 1
        }
        return result
    }

    /// As many quantiles as so many events tell.
    ///
    /// - Parameter events: How many events stand behind each share.
    /// - Returns: nil if there are too few events for three quantiles.
    func quantiles(events: [Double]) -> Quantiles? {
        let all = events.reduce(0, +)
        let steps = Swift.min(24, Int((3 * all / Statistics.support).squareRoot()))
        return steps < 2 ? nil : Quantiles(steps: steps, margin: Swift.min(0.25, Statistics.support / all))
    }

    /// The distribution with those shares, by its quantiles.
    func curve(_ shares: [Double], _ quantiles: Quantiles) -> QuantileCurve {
        let (low, width) = scale
        return QuantileCurve(
            cuts(shares, quantiles).map { PortableMath.exp(low + (Double($0.bin) + $0.part) * width) })
    }

    /// Where the quantiles lie in the bins.
    private func cuts(_ shares: [Double], _ quantiles: Quantiles) -> [Cut] {
        let total = shares.reduce(0, +)
        var bin = 0
        var below = 0.0
        return quantiles.shares.map { share in
            let wanted = share * total
            while bin < count - 1, below + shares[bin] < wanted {
                below += shares[bin]
                bin += 1
            }
            return Cut(bin: bin, part: shares[bin] > 0 ? Swift.min(1, (wanted - below) / shares[bin]) : 0.5)
        }
    }
}
