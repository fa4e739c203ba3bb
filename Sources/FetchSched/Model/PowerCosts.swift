/// What a fetch costs the device beside the radio: the app that runs, its process, its bytes, the device kept awake.
///
///     E(fetch) = run + cold start (if the app has no process) + handling x bytes + radio + awake
///
/// All joules are those of one fetch. The defaults are the power profile `default` of the simulator, which names the
/// sources of the numbers.
public struct PowerCosts: Hashable, Sendable {
    /// What running the app takes, in joules a fetch.
    public var runJoules: Double
    /// What making a process for the app takes, in joules, if it has none.
    public var coldStartJoules: Double
    /// What parsing and storing takes, in joules per million bytes of content.
    public var handlingJoulesPerMB: Double
    /// What a request and its answer move beside the content, in bytes: handshake, headers, a "not modified".
    public var requestDownBytes: Double
    /// What a request sends, in bytes.
    public var requestUpBytes: Double
    /// Power of a device kept awake, in watts; it counts only while the screen is off.
    public var awakeWatts: Double
    /// How many apps keep a process: those that ran last, in use or for a fetch. Nil: all that ever ran.
    public var aliveProcesses: Int?

    /// Makes costs from their parts; nothing that is left out costs anything.
    public init(
        runJoules: Double = 0, coldStartJoules: Double = 0, handlingJoulesPerMB: Double = 0,
        requestDownBytes: Double = 0, requestUpBytes: Double = 0, awakeWatts: Double = 0,
        aliveProcesses: Int? = nil
    ) {
        self.runJoules = runJoules
        self.coldStartJoules = coldStartJoules
        self.handlingJoulesPerMB = handlingJoulesPerMB
        self.requestDownBytes = requestDownBytes
        self.requestUpBytes = requestUpBytes
        self.awakeWatts = awakeWatts
        self.aliveProcesses = aliveProcesses
    }

    /// A phone of today, as far as measurements and stated assumptions go.
    public static let standard = PowerCosts(
        runJoules: 0.4, coldStartJoules: 1.5, handlingJoulesPerMB: 0.05, requestDownBytes: 4500,
        requestUpBytes: 1500, awakeWatts: 0.15, aliveProcesses: 10)

    /// A server or a desktop on mains power: a fetch costs no more than its use of the radio.
    public static let unmetered = PowerCosts()
}
