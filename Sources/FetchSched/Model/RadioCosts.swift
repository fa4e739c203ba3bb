/// What fetching costs on the present radio, as the scheduler reckons with it.
///
/// A simplified radio: asleep, active, or in the tail after an activity. The host takes the figures from its
/// own power profile; a radio with several tail stages gives the first stage's power and the tail's length
/// and energy as a whole.
public struct RadioCosts: Hashable, Sendable {
    /// Energy of a wakeup from sleep beside the transfer: promotion and whole tail, in joules.
    public var wakeupJoules: Double
    /// Power while transferring, in watts.
    public var activeWatts: Double
    /// Power just after an activity, in watts.
    public var tailWatts: Double
    /// How long the radio stays awake after an activity, in seconds.
    public var tailSeconds: Double
    /// Time a request takes beside its bytes, in seconds.
    public var requestSeconds: Double
    /// Transfer rate, in bytes per second.
    public var bytesPerSecond: Double

    /// Makes costs from their parts.
    public init(
        wakeupJoules: Double, activeWatts: Double, tailWatts: Double, tailSeconds: Double,
        requestSeconds: Double = 0.3, bytesPerSecond: Double
    ) {
        self.wakeupJoules = wakeupJoules
        self.activeWatts = activeWatts
        self.tailWatts = tailWatts
        self.tailSeconds = tailSeconds
        self.requestSeconds = requestSeconds
        self.bytesPerSecond = bytesPerSecond
    }

    /// LTE: promotion 0.26 s at 1.21 W, tail 11.576 s at 1.06 W, 13 Mbit/s at 1.96 W.
    ///
    /// Source: Huang et al., MobiSys 2012.
    public static let lte = RadioCosts(
        wakeupJoules: 0.2601 * 1.2107 + 11.576 * 1.060, activeWatts: 1.96365, tailWatts: 1.060,
        tailSeconds: 11.576, bytesPerSecond: 1_625_000)
}
