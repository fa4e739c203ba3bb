import FetchSched

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

    /// As many quantiles as can be told if `threshold` events are to lie between two that follow each other, and outside
    /// of each outermost one.
    ///
    /// - Parameters:
    ///   - shares: Share of each bin.
    ///   - events: How many events stand behind each share.
    /// - Returns: nil if there are too few events for three quantiles.
    func quantiles(_ shares: [Double], events: [Double], threshold: Double) -> Quantiles? {
        let all = events.reduce(0, +)
        guard all > 0 else { return nil }
        var steps = Swift.min(24, Int((3 * all / threshold).squareRoot()))
        // Devices with few events have the same weight: fewer may be behind a share than it is of all.
        while steps >= 2 {
            let widest = QuantileCurve.probability(1 / Double(steps))
            for margin in [Swift.min(0.25, threshold / all), widest] {
                let quantiles = Quantiles(steps: steps, margin: margin)
                let below = cuts(shares, quantiles).map { cut in
                    events[..<cut.bin].reduce(0, +) + cut.part * events[cut.bin]
                }
                let inner = below.dropFirst().dropLast()
                let between = zip([0] + inner, inner + [all]).map { $1 - $0 }
                let enough = 0.9 * threshold
                if below[0] >= enough, all - below[steps] >= enough, between.allSatisfy({ $0 >= enough }) {
                    return quantiles
                }
            }
            steps -= 1
        }
        return nil
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
