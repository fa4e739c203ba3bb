/// When one source is worth a request where any moment would do: the core rule on a network that is always on.
///
/// Openings of an app come at rate l, changes of its source at rate m, and a request costs c. An opening loads what is new
/// by itself, and so does a request; either begins anew. The relative cost W(a) of a copy of age a obeys
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

    /// The least chance of something new at which a request pays; nil if none does.
    ///
    /// - Complexity: O(1), some three steps of Newton's method: the surplus is convex, so that from above they come down to
    ///   the threshold and never fall below.
    func threshold() -> Double? {
        guard surplus(1) >= 0 else { return nil }
        var p = firstGuess
        var gain = surplus(p)
        while gain < 0, p < 1 {
            p = min(1, 2 * p)
            gain = surplus(p)
        }
        let exponent = usedInTime / max(1e-12, 1 - usedInTime)
        for _ in 0..<12 {
            let fresh = p < 1 ? PortableMath.exp(exponent * PortableMath.log(1 - p)) : 0
            let slope = value * (1 - fresh) - findCost
            guard slope > 0 else { break }
            let step = gain / slope
            p = max(0, p - step)
            gain = surplus(p)
            guard step > 1e-3 * p, gain > 0 else { break }
        }
        return p
    }

    /// About the threshold: for small p, F is p q + p^2 / 2 over the rest, of which either alone would be enough.
    private var firstGuess: Double {
        let cost = (emptyCost + max(0, findCost)) / max(1e-12, value * usedInTime)
        let guess = cost + PortableMath.squareRoot(max(0, 2 * cost * (1 - usedInTime)))
        return guess > 0 ? min(1, guess) : 1
    }
}
