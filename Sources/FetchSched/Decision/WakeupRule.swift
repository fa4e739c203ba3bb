/// Whether waking the radio for a batch of apps now beats waiting a little longer.
///
/// While nobody uses the device, the next session's first launch comes at rate `s`, other free moments at
/// rate `f`. Either would take the batch along for free, so by waiting the wakeup may be saved. The first
/// launch is of app i with chance pi_i. With p_i the chance that its content is new, and psi_i that what is
/// fetched now is still current when the session begins, waking now is due when
///
///     sum pi_i V (p_i - (1 - psi_i)) - sum c_i  >=  (1 + f / s) W
///
/// Derivation: let J(a) be the expected loss until the session begins when the copies have age a. While
/// waiting J' = s (J - V p(a)); at the best age to wake J = W + J(0) and J' = 0, so V p = W + J(0); and J(0)
/// is at most V (1 - psi), the loss if nothing more is fetched. Only apps that add to the left side are in
/// the batch.
public struct WakeupRule: Hashable, Sendable {
    private let threshold: Double
    private var gain = 0.0

    /// Begins an empty batch; rates are per second.
    public init(wakeupJoules: Double, sessionRate: Double, momentRate: Double) {
        threshold = wakeupJoules * (1 + momentRate / max(sessionRate, 1e-9))
    }

    /// Joins an app to the batch if that adds to it; says whether it did.
    ///
    /// - Parameters:
    ///   - value: worth of a fresh launch, V.
    ///   - firstLaunch: chance that the next session begins with this app, pi.
    ///   - somethingNew: chance that its source has something new, p.
    ///   - staysFresh: chance that what is fetched now is current when the session begins, psi.
    ///   - cost: cost of its transfer, c.
    @discardableResult
    public mutating func join(
        value: Double, firstLaunch: Double, somethingNew: Double, staysFresh: Double, cost: Double
    ) -> Bool {
        let gain = firstLaunch * value * (somethingNew - (1 - staysFresh)) - cost
        guard gain > 0 else { return false }
        self.gain += gain
        return true
    }

    /// Whether the batch is worth a wakeup now.
    public var isDue: Bool { gain > 0 && gain >= threshold }
}
