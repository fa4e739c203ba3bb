/// How the value of a launch fades with the age of what it misses, by ``FetchConfiguration/staleHalfLife``.
///
/// The value of a launch whose oldest missing update is out for a is V e^(-la), l = ln 2 / half-life. If F(t) is the
/// probability that a copy of age t misses something, its expected loss L(t), as a part of V, follows F with a lag:
///
///     L'(t) = l (F(t) - L(t)),   L(0) = 0
///
/// as the loss of an update that came at x is 1 - e^(-l(t - x)). For changes at rate m a copy's value is 1 - L(t) =
/// e^(-mt) + m/(m - l) (e^(-lt) - e^(-mt)). If it misses something with probability p and loses `lost` p now, it loses
///
///     D(T) = lost p e^(-lT) + p l/(l - m) (e^(-mT) - e^(-lT))
///
/// more than one made now, if a launch meets it after T. So E[D(T)] and E[1 - L(T)] are sums of the discounts
/// E[e^(-mT)] and E[e^(-lT)], for whatever law of T. With a half-life of 0 they are p E[e^(-mT)] and E[e^(-mT)].
struct FadingValue: Sendable {
    /// l, per second.
    private let rate: Double

    /// Nil for a half-life of 0: a launch that misses anything has no value.
    init?(halfLife: TimeSpan) {
        guard halfLife > .zero else { return nil }
        rate = PortableMath.logarithmOfTwo / halfLife.seconds
    }

    /// The rate l, or slightly more than m where l is too close to m for the difference l - m.
    func rate(near change: Double) -> Double {
        abs(rate - change) > 1e-3 * change ? rate : 1.001 * change
    }

    /// The part of V that a launch loses if its oldest missing update has been out for `seconds`.
    func lost(after seconds: Double) -> Double { PortableMath.saturation(rate * max(0, seconds)) }

    /// Part of V that a launch is expected to lose if its copy, of that age, misses something, which it does with
    /// probability `p`.
    func lost(missing p: Double, age seconds: Double) -> Double {
        guard p > 0, seconds > 0 else { return 0 }
        let most = 700.0
        let changes = p < 1 ? min(-PortableMath.log(1 - p), most) : most
        let faded = min(rate * seconds, most)
        let (low, distance) = (min(changes, faded), abs(changes - faded))
        let slope = distance > 0 ? PortableMath.saturation(distance) / distance : 1
        let loss = PortableMath.saturation(changes) - changes * PortableMath.exp(-low) * slope
        return (loss / p).clamped(to: 0...1)
    }

    /// Losses by step in place of the probabilities to miss something at the middle of each, from both at the start of
    /// the first.
    func follow(
        _ probabilities: inout [Double], from start: (probability: Double, loss: Double), step seconds: Double
    ) {
        var (before, loss) = start
        var part = PortableMath.saturation(0.5 * rate * seconds)
        let whole = PortableMath.saturation(rate * seconds)
        for index in probabilities.indices {
            let probability = probabilities[index]
            loss += part * (0.5 * (before + probability) - loss)
            (probabilities[index], before, part) = (loss, probability, whole)
        }
    }

    /// E[D(T)] / p, and E[1 - L(T)], from E[e^(-mT)] and E[e^(-lT)].
    func discounts(lost: Double, change: Double, unchanged: Double, faded: Double) -> Discounts {
        let rate = rate(near: change)
        // An hour without changes may put the two the other way round.
        let later = max(0, rate / (rate - change) * (unchanged - faded))
        return Discounts(
            spared: min(1, lost * faded + later), spoiled: min(1, later),
            retained: min(1, unchanged + change / (rate - change) * (unchanged - faded)))
    }

    /// The numbers of ``SessionRenewal`` for a copy that misses something with probability `p` and then loses `lost`.
    /// At the next session it loses as much against one made now as if it missed something with probability `stale`.
    ///
    /// - Parameters:
    ///   - session: E[e^(-mT)] and E[e^(-lT)] until the next session.
    ///   - launch: the same until a launch in a session to come.
    func renewal(
        somethingNew p: Double, lost: Double, change: Double,
        session: (unchanged: Double, faded: Double), launch: (unchanged: Double, faded: Double)
    ) -> (stale: Double, retained: Double, used: Double) {
        let next = discounts(
            lost: lost, change: change, unchanged: session.unchanged, faded: session.faded)
        let later = discounts(lost: lost, change: change, unchanged: launch.unchanged, faded: launch.faded)
        let stale = min(1, p * next.spared / max(1e-9, next.retained))
        return (stale, next.retained, min(1, p * later.spared / max(1e-9, stale)))
    }

    /// Expected value of a copy made now at the launch that meets it, as parts of V.
    struct Discounts {
        /// The part of V that it spares the launch, if there is something new now.
        var spared: Double
        /// The part that would be lost if the content changed just after it is made, and was not fetched again.
        var spoiled: Double
        /// The part of V that it leaves.
        var retained: Double
    }
}
