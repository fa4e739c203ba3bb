import FetchSched

/// A figure with its 95 % bootstrap interval.
package struct BootstrapEstimate: Hashable, Sendable {
    /// The figure from all units; nil where it does not exist.
    package let value: Double?
    /// Between these lie 95 % of the figures from resampled units; an end is infinite where most of those beyond it do
    /// not exist. Nil with a single unit.
    package let interval: ClosedRange<Double>?

    package init(_ value: Double?, samples: [Double]) {
        self.value = value
        interval = Bootstrap.interval(samples)
    }
}

/// Resamples units, as many as there are, each as likely as any and with replacement: how far a figure might be off
/// because just these units were seen.
///
/// The same seed and number of units give the same draws, so figures of several kinds that are sampled one after the other
/// are pairs, draw by draw.
///
/// Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13 (the percentile method).
package struct Bootstrap: Hashable, Sendable {
    package var resamples: Int
    /// Where the draws come from.
    package var seed: UInt64

    package init(resamples: Int, seed: UInt64) {
        self.resamples = resamples
        self.seed = seed
    }

    /// Calls `sample` for each resample with how often each of `units` units was drawn; not at all for a single one, of
    /// which nothing can be said.
    package func draw(_ units: Int, _ sample: (_ weights: [Double]) -> Void) {
        guard units > 1 else { return }
        var draw = SplitMix64(seed: seed)
        for _ in 0..<resamples {
            var weights = [Double](repeating: 0, count: units)
            for _ in 0..<units { weights[Int(draw.next() % UInt64(units))] += 1 }
            sample(weights)
        }
    }

    /// Between its ends lie 95 % of the samples; nil for fewer than two.
    package static func interval(_ samples: [Double]) -> ClosedRange<Double>? {
        guard samples.count > 1 else { return nil }
        let sorted = samples.sorted()
        func quantile(_ part: Double) -> Double {
            sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
        }
        return quantile(0.025)...quantile(0.975)
    }
}
