/// When one source is worth a request if all times cost the same: the core rule on a network that is always on.
///
/// Launches of the app come at rate l, updates of its source at rate m, and a request costs c. A launch loads what is new,
/// and so does a request; both renew the copy. The relative cost W(a) of a copy of age a obeys W' = g - l V p(a) + l W,
/// where p(a) is the probability of something new and g the minimum cost per time. At the best age for a request W = c and
/// W' = 0. For a constant m that is
///
///     V F(p, q) >= c,   F(p, q) = p - (1 - q) (1 - (1 - p)^(1 / (1 - q))),   q = l / (l + m)
///
/// which is the Whittle index of the source: see Azar et al., "Tractable near-optimal policies for crawling", PNAS 2018,
/// and Kolobov et al., "Staying up to date with online content changes", NeurIPS 2019. Here launches are observed, and
/// renew the copy.
struct PollingRule: Sendable {
    /// Value of a fresh launch (V), in joules.
    var value: Double
    /// Launches of the app per second (l).
    var launchRate: Double
    /// Updates of the source per second (m).
    var updateRate: Double
    /// Cost of a request that finds nothing, and the additional cost if it finds something, in joules.
    var emptyCost: Double
    var findCost: Double

    /// Probability that the app is launched before its source changes again (q).
    var usedInTime: Double { launchRate / (launchRate + updateRate) }

    /// The time that a copy lasts until a launch or an update, as an index of ``DemandOutlook``.
    var timeScale: Int { DemandOutlook.scale(of: 1 / (launchRate + updateRate)) }

    /// Returns F(p, q).
    static func index(somethingNew p: Double, usedInTime q: Double) -> Double {
        guard p > 0, q > 0 else { return 0 }
        guard p < 1, q < 1 else { return min(p, 1) * min(q, 1) }
        let left = 1 - q
        return max(0, p - left * PortableMath.saturation(-PortableMath.log(1 - p) / left))
    }

    /// Returns the benefit of a request beyond its cost if there is something new with probability `p`, in joules.
    func surplus(_ p: Double) -> Double {
        value * Self.index(somethingNew: p, usedInTime: usedInTime) - emptyCost - findCost * p
    }

    /// Returns the least probability of something new at which a request pays, within 0.5 %; nil if none does.
    ///
    /// The surplus is convex, so that Newton's method converges from a guess near the root: with s = c / (V q), the root is
    /// at most s + sqrt(2 s (1 - q)), and rarely below 0.7 times that.
    func threshold(near guess: Double? = nil) -> Double? {
        guard surplus(1) >= 0 else { return nil }
        guard emptyCost > 0 else { return 0 }
        let left = 1 - usedInTime
        let part = (emptyCost + max(0, findCost)) / (value * usedInTime)
        var p = guess ?? 0.85 * min(1, part + PortableMath.squareRoot(2 * part * left))
        for _ in 0..<6 {
            let used = PortableMath.saturation(-PortableMath.log(1 - p) / left)
            let slope = value * (1 - (1 - used) / (1 - p)) - findCost
            let step = (value * (p - left * used) - emptyCost - findCost * p) / slope
            p = min(p - step, 1 - 1e-6)
            guard step.magnitude > 0.03 * p else { break }
        }
        return p.clamped(to: 0...1)
    }
}
