/// Whether waking the radio for a batch of apps now beats waiting a little longer: the sums over the batch
/// that the one-step look-ahead compares.
///
/// While nobody uses the device, the next session's first launch comes at rate `sessionRate`, and other free
/// moments at `momentRate`. Either would take the batch along for free, so by waiting the wakeup may be
/// saved; and what is fetched too early changes again. Against that stand the first launches that hit stale
/// content. The first launch is of app i with chance pi_i:
///
///     wake now iff  s sum pi_i (V p_i - c_i)  >=  (s + f) W + sum m_i min(V q_i, c_i)
///              and  sum (V p_i q_i - c_i)     >=  W
///
/// so the batch's window closes when both hold. Only apps that gain by being fetched now rather than later
/// are counted for the first sum.
public struct WakeupRule: Hashable, Sendable {
    private let wakeupJoules: Double
    private let sessionRate: Double
    private let momentRate: Double
    /// Joules per second that waiting would lose, less what it would save.
    private var urgency = 0.0
    /// Joules that the batch is worth beyond its transfers.
    private var surplus = 0.0

    /// Begins an empty batch; rates are per second.
    public init(wakeupJoules: Double, sessionRate: Double, momentRate: Double) {
        self.wakeupJoules = wakeupJoules
        self.sessionRate = sessionRate
        self.momentRate = momentRate
    }

    /// Joins an app to the batch if waking for it now is better than later; says whether it did.
    ///
    /// - Parameters:
    ///   - firstLaunch: chance that the next session begins with this app.
    ///   - value: V p, joules that a launch gains if it finds the content fetched.
    ///   - used: chance that it is launched before its content changes.
    ///   - change: rate of change of its content, per second.
    ///   - cost: cost of its transfer, in joules.
    @discardableResult
    public mutating func join(
        firstLaunch: Double, value: Double, worth: Double, used: Double, change: Double, cost: Double
    ) -> Bool {
        let gain = value * used - cost
        let pressure = sessionRate * firstLaunch * (value - cost) - change * min(worth * used, cost)
        guard gain > 0, pressure > 0 else { return false }
        surplus += gain
        urgency += pressure
        return true
    }

    /// Whether the batch is worth a wakeup now.
    public var isDue: Bool {
        surplus >= wakeupJoules && urgency >= (sessionRate + momentRate) * wakeupJoules
    }
}
