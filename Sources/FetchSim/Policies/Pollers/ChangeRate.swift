import FetchSched

/// How often a source changes, estimated from looks at irregular gaps by maximum likelihood: the rate r at which
///
///     sum over looks that found a change of g / (e^(r g) - 1) = sum over the others of g
///
/// with half a pseudo-observation of each kind, at the mean gap, so that an estimate always exists.
///
/// Source: Kolobov, Peres, Lubetzky, Horvitz, "Optimal Freshness Crawl Under Politeness Constraints" (SIGIR 2019);
/// Cho and Garcia-Molina, "Estimating Frequency of Change" (2003).
struct ChangeRate: Sendable {
    private struct Look {
        var gap: Double
        var found: Bool
    }

    private let most: Int
    private var looks: [Look] = []
    private var lastLook: FetchTime

    init(most: Int = 64, from now: FetchTime) {
        self.most = most
        lastLook = now
    }

    /// Learns of a look; failures tell nothing, and their gap goes on.
    mutating func looked(_ outcome: FetchOutcome, at time: FetchTime) {
        guard outcome.isSuccess, time > lastLook else { return }
        looks.append(Look(gap: (time - lastLook).seconds, found: outcome == .newData))
        if looks.count > most { looks.removeFirst() }
        lastLook = time
    }

    /// The estimate, in changes per second; with no looks yet, the rate that a look a day would suggest.
    var perSecond: Double {
        let sum = looks.reduce(0) { $0 + $1.gap }
        let usual = looks.isEmpty ? 86_400 : sum / Double(looks.count)
        let unchanged = looks.reduce(usual / 2) { $0 + ($1.found ? 0 : $1.gap) }
        func excess(_ rate: Double) -> Double {
            func term(_ gap: Double) -> Double { gap / (PortableMath.exp(rate * gap) - 1) }
            return looks.reduce(term(usual) / 2) { $0 + ($1.found ? term($1.gap) : 0) } - unchanged
        }
        // The left side falls as the rate grows. Rates between one in 30 years and one a second.
        var low = 1e-9
        var high = 1.0
        for _ in 0..<40 {
            let middle = (low * high).squareRoot()
            if excess(middle) > 0 { low = middle } else { high = middle }
        }
        return (low * high).squareRoot()
    }
}
