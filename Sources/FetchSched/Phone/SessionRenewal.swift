/// Value of a copy made now after the present session: the part of the core rule which considers that a fetch made now
/// may spare a later one, and that a postponed fetch may be made later.
///
/// Free moments come in sessions and stop. From one session to the next the content stays unchanged with the
/// probability `unchanged`; then the app is either the session's first launch, before anything can be fetched, or there
/// is another choice between fetching and waiting. Let f(p) be the loss of a copy that is old with probability p,
/// compared with a fresh one, as a session goes on, if every choice is the best one. In a session that launches the app
/// with probability u, before it is over, a fetch at cost c leaves
///
///     f(p) = min(c, u V p + (1 - u) k(p)),   k(p) = n V p E[z] + (1 - n) E[f(1 - (1 - p) z) - f(1 - z)]
///
/// with n the probability to be first, and z the probability that nothing changes until the next session: for
/// exponential pauses it has the density kappa z^(kappa - 1), with E[z] = kappa / (kappa + 1) = `unchanged`. Below the
/// threshold p* at which f reaches c its slope goes from some 2 c / p* to V b just before, b = u + (1 - u) n E[z] (only
/// launches before the next choice count there). The model for f is c (w x + (1 - w) (2 x - x^2)), with x = p / p* and
/// w = V b p* / c. Then every integral is a power, and the threshold the zero of one equation.
///
/// Where sessions are short and many (u, n -> 0), this is the average-cost index of one app with launches and changes
/// at constant rates and a free moment at any time, a case of optimal stopping with renewal: see docs/how-it-works.md,
/// and Azar et al., "Tractable near-optimal policies for crawling", PNAS 2018.
struct SessionRenewal: Sendable {
    /// Value of a fresh launch, and cost of a fetch in a session to come, in joules.
    private let value: Double
    private let cost: Double
    /// Probability that a session starts with the app (n).
    private let first: Double
    /// E[z], and kappa.
    private let unchanged: Double
    private let kappa: Double
    /// Probability that the app is used, in a session to come, before its content changes.
    private let usedLater: Double
    /// Freshness 1 - p* at which a session to come fetches, and the part w of f that is linear; nil if none does.
    private var renewal: (freshness: Double, linear: Double)?
    /// p* is found in steps of that part.
    private static let steps = 1024

    /// - Parameters:
    ///   - inSession: probability that a session to come launches the app after its first launch (u).
    ///   - first: probability that the session starts with the app (n).
    ///   - unchanged: probability that the content does not change until the next session starts (E[z]).
    ///   - usedLater: probability that the app is used, in whichever session, before its content changes.
    init(
        value: Double, cost: Double, inSession: Double, first: Double, unchanged: Double, usedLater: Double
    ) {
        // NaN is 0, so that no loss is NaN.
        func within(_ most: Double, _ number: Double) -> Double { number > 0 ? min(number, most) : 0 }
        let (value, cost) = (within(1e30, value), within(1e30, cost))
        let (inSession, first) = (within(1, inSession), within(1, first))
        self.value = value
        self.cost = cost
        self.first = first
        self.unchanged = within(1 - 1e-9, unchanged)
        self.usedLater = within(1, usedLater)
        kappa = self.unchanged / (1 - self.unchanged)
        let soon = inSession + (1 - inSession) * first * self.unchanged
        let carries = (1 - inSession) * (1 - first)
        if let threshold = Self.threshold(value: value * soon, cost: cost, carries: carries, self.kappa) {
            renewal = (1 - threshold, min(1, value * soon * threshold / cost))
        }
        // By that shape of f no session to come fetches, but one copy alone would pay: then only one that is old for
        // certain is fetched, and f is V times what is used of it, a line.
        let usedToCome = inSession + (1 - inSession) * self.usedLater
        if renewal == nil, value * usedToCome > cost { renewal = (0, 1) }
    }

    /// Loss of a copy stale with probability `p` against a fresh one, from the end of this session on (k), in joules.
    func loss(_ p: Double) -> Double {
        guard p > 0 else { return 0 }
        let p = min(p, 1)
        guard let renewal else { return value * p * usedLater }
        let carried =
            Self.spared(1, renewal, kappa) - Self.spared(1 - p, renewal, kappa)
        return first * value * p * unchanged + (1 - first) * cost * max(0, carried)
    }

    /// Finds p* by bisection; nil if a fetch never pays.
    ///
    /// The gain of a fetch at the threshold grows with it, as the search requires: with y = (z - (1 - p))+ / p, which
    /// grows with p, the derivative of p (1 + C (E[y] - E[y^2])) is 1 + C E[1{y > 0} (1 - y)^2].
    private static func threshold(
        value: Double, cost: Double, carries: Double, _ kappa: Double
    ) -> Double? {
        func pays(_ step: Int) -> Bool {
            let p = Double(step) / Double(steps)
            // For a fresh copy and the threshold p: E[1 - f/c] if f is linear, and if it is a parabola.
            let (beyond, square) = (beyond(1 - p, kappa), p * p)
            let (linear, curved) = (beyond.mean / p, beyond.square / square)
            return p * value * (1 + carries * (linear - curved)) >= cost * (1 - carries * curved)
        }
        guard pays(steps) else { return nil }
        var (low, high) = (0, steps)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pays(middle) { high = middle } else { low = middle }
        }
        return Double(high) / Double(steps)
    }

    /// E[1 - f/c] at the next session for a copy that is fresh with probability `freshness` now.
    private static func spared(
        _ freshness: Double, _ renewal: (freshness: Double, linear: Double), _ kappa: Double
    ) -> Double {
        guard freshness > renewal.freshness else { return 0 }
        let threshold = 1 - renewal.freshness
        let a = renewal.freshness / freshness
        let x = freshness / threshold
        let beyond = beyond(a, kappa)
        return renewal.linear * x * beyond.mean + (1 - renewal.linear) * x * x * beyond.square
    }

    /// E[(z - a)+] and E[((z - a)+)^2].
    private static func beyond(_ a: Double, _ kappa: Double) -> (mean: Double, square: Double) {
        let log = a > 0 ? PortableMath.log(a) : 0
        // a to the power of kappa + 1.
        let power = a > 0 ? PortableMath.exp((kappa + 1) * log) : 0
        let mean = kappa / (kappa + 1)
        return (
            max(0, mean - a + power / (kappa + 1)),
            max(
                0,
                kappa / (kappa + 2) - 2 * a * mean + a * a - 2 * power * a / ((kappa + 1) * (kappa + 2)))
        )
    }
}
