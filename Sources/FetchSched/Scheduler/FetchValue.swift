/// The core rule: the benefit of fetching an app now, and whether to fetch now or wait.
///
/// Everything is in joules. `value` is the value of a fresh launch, `p` the probability that there is something new to
/// fetch, `q` the probability that the app is launched before its content changes again.
public struct FetchValue: Hashable, Sendable {
    /// Value of a fresh launch (V).
    public var value: Double
    /// Probability that the source has something new (p_new).
    public var somethingNew: Double
    /// Expected marginal cost of a fetch now (c).
    public var cost: Double
    /// Probability that the app is launched before the next free moment (r).
    public var launchedBeforeNextMoment: Double
    /// E[e^(-mT)]: probability that a launch comes before the content's next change (q_use).
    public var usedInTime: Double
    /// Probability that the content changes before the next free moment, if the app is not launched before.
    public var changedBeforeNextMoment: Double
    /// Expected marginal cost of the fetch at the next free moment instead.
    public var laterCost: Double
    /// Probability that the app is launched while its interval forbids another fetch after this one; 0 without.
    public var launchedWhileHeldBack: Double
    /// Probability that the app is launched before the present session is over; 0 between sessions.
    public var launchedThisSession = 0.0
    /// Cost to the server of a request that finds nothing, times its probability, in joules.
    public var noDataCost = 0.0
    /// Value of a copy made now after this session, if the app was not launched in it (k), in joules.
    public var laterBenefit = 0.0
    /// How far the forecast of the app's launches is trusted by what came of it before, as a factor on the
    /// probabilities of them.
    public var trust = 1.0
    /// Benefit from the age of missing updates, launched or not, in joules.
    public var ageBenefit = 0.0
    /// Parts of V where a launch that misses an update still has some value; nil where it has none.
    public var fading: Fading?

    /// Parts of V by ``FetchConfiguration/staleHalfLife``.
    public struct Fading: Hashable, Sendable {
        /// Loss of a launch now that misses something.
        public var lost: Double
        /// Loss that a fetch now spares the next launch, if it finds something: in place of the probability
        /// ``FetchValue/usedInTime``.
        public var spared: Double
        /// Loss of the next launch if the content changes just after the fetch.
        public var spoiled: Double
    }

    /// Value of a fetch on which the host decides.
    static let none = FetchValue(
        value: 0, somethingNew: 0, cost: 0, launchedBeforeNextMoment: 0, usedInTime: 0,
        changedBeforeNextMoment: 0, laterCost: 0, launchedWhileHeldBack: 0)

    /// Value of a fresh launch times the trust factor, for probabilities that are left as they are.
    var trustedValue: Double { value * trust }

    /// A probability to be launched as far as it is trusted.
    @inline(__always)  // A call copies the value.
    private func trusted(_ probability: Double) -> Double {
        let trusted = trust * probability
        // Written so that NaN stays NaN, of which nothing is due.
        return trusted > 1 ? 1 : trusted
    }

    /// Benefit of a fetch now if no other one followed, V p q: an upper limit.
    public var mostBenefit: Double { value * somethingNew * trusted(fading?.spared ?? usedInTime) }

    /// The part of V that a launch now loses if it misses something.
    private var lost: Double { fading?.lost ?? 1 }

    /// Benefit of a fetch now, in joules: the launches of this session that it makes fresh, u V p, and the value of its
    /// copy after the session, less the part that a later fetch would have brought.
    public var benefit: Double {
        let thisSession = trusted(launchedThisSession) * value * somethingNew * lost
        return min(mostBenefit, thisSession + (1 - launchedThisSession) * laterBenefit) + ageBenefit
    }

    /// Benefit of a fetch now less its cost and the server's. The app's window is open while this is positive.
    public var surplus: Double { benefit - cost - noDataCost }

    /// Benefit of fetching now over fetching at the next opportunity.
    ///
    /// Waiting loses the launches that come before the next free moment, r V p. Fetching now costs now, and with
    /// probability (1 - r) waiting would cost the same later; if the content changes in between, the fetch was useless.
    /// That costs either one more fetch or the freshness of the next launch, where that is cheaper or the app is
    /// launched before its interval allows a fetch.
    public var advantageOverWaiting: Double {
        let survives = 1 - launchedBeforeNextMoment
        let lostFreshness = value * trusted(fading?.spoiled ?? usedInTime)
        let heldBack = launchedWhileHeldBack * lostFreshness + (1 - launchedWhileHeldBack) * laterCost
        let waste = min(lostFreshness, heldBack)
        return trusted(launchedBeforeNextMoment) * value * somethingNew * lost - cost
            + survives * (laterCost - changedBeforeNextMoment * waste)
    }

    /// Whether the fetch pays and is not better left for the next free moment.
    public var isDue: Bool { surplus > 0 && advantageOverWaiting > 0 }
}
