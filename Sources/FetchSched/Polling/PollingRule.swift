/// When one source is worth a request where any moment would do: the core rule on a network that is always on.
///
/// Openings of an app come at rate l, changes of its source at rate m, and a request costs c. An opening loads what is new
/// by itself, and so does a request; both begin again. The relative cost W(a) of a copy of age a obeys
/// W' = g - l V p(a) + l W, with p(a) the chance of something new and g the least cost per time; the best age to ask at has
/// W = c and W' = 0. For a constant m that is
///
///     V F(p, q) >= c,   F(p, q) = p - (1 - q) (1 - (1 - p)^(1 / (1 - q))),   q = l / (l + m)
///
/// which is the Whittle index of the source: see Azar et al., "Tractable near-optimal policies for crawling", PNAS 2018,
/// and Kolobov et al., "Staying up to date with online content changes", NeurIPS 2019. Here openings are seen, and renew.
struct PollingRule: Sendable {
    /// Worth of a fresh launch (V), in joules.
    var value: Double
    /// Chance that the app is opened before its source changes again (q).
    var usedInTime: Double
    /// What a request costs that finds nothing, and what it costs more if it finds something, in joules.
    var emptyCost: Double
    var findCost: Double

    /// F(p, q).
    ///
    /// - Complexity: O(1), a logarithm and an exponential.
    static func index(somethingNew p: Double, usedInTime q: Double) -> Double {
        guard p > 0, q > 0 else { return 0 }
        guard p < 1, q < 1 else { return min(p, 1) * min(q, 1) }
        let left = 1 - q
        return max(0, p - left * PortableMath.saturation(-PortableMath.log(1 - p) / left))
    }

    /// What a request brings beyond its cost if there is something new with that chance, in joules.
    func surplus(_ p: Double) -> Double {
        value * Self.index(somethingNew: p, usedInTime: usedInTime) - emptyCost - findCost * p
    }

    /// The least chance of something new at which a request pays, to the last digits; nil if none does.
    ///
    /// - Complexity: O(1), fifty logarithms and exponentials; see ``threshold()``.
    func searchedThreshold() -> Double? {
        guard surplus(1) >= 0 else { return nil }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<50 {
            let middle = 0.5 * (low + high)
            if surplus(middle) < 0 { low = middle } else { high = middle }
        }
        return high
    }

    /// The threshold within 0.5 % of the chance, mostly within 0.05 %.
    ///
    /// - Complexity: O(1), two square roots; where it matters for the cost what is found, a logarithm and an exponential.
    func threshold() -> Double? {
        let most = value * usedInTime
        guard most >= emptyCost + findCost, most > 0, emptyCost > 0 else { return searchedThreshold() }
        func quick(_ cost: Double) -> Double {
            cost < most ? PollingThresholds.threshold(costing: cost / most, usedInTime: usedInTime) : 1
        }
        let plain = quick(emptyCost)
        return findCost == 0 ? plain : newton(quick(max(1e-12 * most, emptyCost + findCost * plain)))
    }

    /// One step of Newton's method, within [0, 1].
    ///
    /// - Complexity: O(1), a logarithm and an exponential.
    private func newton(_ p: Double) -> Double {
        let left = 1 - usedInTime
        guard p < 1, left > 0 else {
            let slope = value - findCost
            return slope > 0 ? (p - surplus(p) / slope).clamped(to: 0...1) : p
        }
        // What W would be beside its slope shares one power: (1 - p)^(1 / (1 - q)).
        let stays = 1 - PortableMath.saturation(-PortableMath.log(1 - p) / left)
        let slope = value * (1 - stays / (1 - p)) - findCost
        let surplus = value * (p - left * (1 - stays)) - emptyCost - findCost * p
        return slope > 0 ? (p - surplus / slope).clamped(to: 0...1) : p
    }
}
