/// Energy of the present radio, as the scheduler computes it: the radio is asleep, active,
/// or in one of the stages of the tail after an activity.
public struct RadioCosts: Hashable, Sendable {
    /// The way back to activity.
    public struct Promotion: Hashable, Sendable {
        /// How long it takes, in seconds.
        public var seconds: Double
        /// Energy, in joules.
        public var joules: Double

        /// Makes a promotion; by default, none is needed.
        public init(seconds: Double = 0, joules: Double = 0) {
            self.seconds = seconds
            self.joules = joules
        }
    }

    /// One stage of the tail.
    public struct TailStage: Hashable, Sendable {
        /// How long it lasts, in seconds.
        public var seconds: Double
        /// Power, in watts.
        public var watts: Double
        /// Promotion from this stage back to activity.
        public var promotion: Promotion

        /// Makes a stage.
        public init(seconds: Double, watts: Double, promotion: Promotion = Promotion()) {
            self.seconds = seconds
            self.watts = watts
            self.promotion = promotion
        }
    }

    /// Promotion from sleep.
    public var promotion: Promotion
    /// The stages after an activity, first to last.
    public var tail: [TailStage]
    /// Power while anything is under way, apart from the bytes, in watts.
    public var baseWatts: Double
    /// Energy of each byte received, however fast, in joules.
    public var joulesPerByte: Double
    /// Energy of each byte sent, in joules.
    public var uploadJoulesPerByte: Double
    /// Time a request takes in addition to its bytes, in seconds.
    public var requestSeconds: Double
    /// Rate at which bytes come, in bytes per second.
    public var bytesPerSecond: Double

    /// Makes costs from their parts.
    public init(
        promotion: Promotion, tail: [TailStage], baseWatts: Double, joulesPerByte: Double = 0,
        uploadJoulesPerByte: Double = 0, requestSeconds: Double = 0.3, bytesPerSecond: Double
    ) {
        self.promotion = promotion
        self.tail = tail
        self.baseWatts = baseWatts
        self.joulesPerByte = joulesPerByte
        self.uploadJoulesPerByte = uploadJoulesPerByte
        self.requestSeconds = requestSeconds
        self.bytesPerSecond = bytesPerSecond
    }

    /// LTE: promotion 0.26 s at 1.21 W, tail 11.576 s at 1.06 W, 13 Mbit/s, 1.29 W and 52 mW per Mbit/s.
    ///
    /// Source: Huang et al., MobiSys 2012.
    public static let lte = RadioCosts(
        promotion: Promotion(seconds: 0.2601, joules: 0.2601 * 1.2107),
        tail: [TailStage(seconds: 11.576, watts: 1.060)], baseWatts: 1.28804, joulesPerByte: 51.97e-3 * 8e-6,
        uploadJoulesPerByte: 438.39e-3 * 8e-6, bytesPerSecond: 1_625_000)

    /// A network that costs nothing and is always on, at 100 Mbit/s.
    public static let wired = RadioCosts(
        promotion: Promotion(), tail: [], baseWatts: 0, bytesPerSecond: 12_500_000)

    /// How long the radio stays awake after an activity, in seconds.
    public var tailSeconds: Double { tail.reduce(0) { $0 + $1.seconds } }

    /// Energy of a wakeup from sleep without the transfer: promotion and whole tail, in joules.
    public var wakeupJoules: Double { pauseJoules(.infinity) }

    /// Energy of a pause of that length between two activities, in joules: the tail as far as it gets, and
    /// the promotion at the end.
    ///
    /// - Complexity: O(stages).
    public func pauseJoules(_ seconds: Double) -> Double {
        var joules = 0.0
        var left = max(0, seconds)
        for stage in tail {
            if left <= stage.seconds { return joules + stage.watts * left + stage.promotion.joules }
            joules += stage.watts * stage.seconds
            left -= stage.seconds
        }
        return joules + promotion.joules
    }

    /// The promotion of an activity that starts `pause` after the last one.
    public func promotion(after pause: Double) -> Promotion {
        var left = pause
        for stage in tail {
            if left <= stage.seconds { return stage.promotion }
            left -= stage.seconds
        }
        return promotion
    }
}

/// Energy of a fetch apart from the radio: the app that runs, its process, its bytes, the device that stays awake.
///
///     E(fetch) = run + cold start (if the app has no process) + handling x bytes + radio + awake
///
/// All joules are those of one fetch. The defaults are the power profile `default` of the simulator, which names the
/// sources of the numbers.
public struct PowerCosts: Hashable, Sendable {
    /// Energy of running the app, in joules a fetch.
    public var runJoules: Double
    /// Energy of making a process for the app, in joules, if it has none.
    public var coldStartJoules: Double
    /// Energy of parsing and storing, in joules per million bytes of content.
    public var handlingJoulesPerMB: Double
    /// Bytes received by a request apart from the content: handshake, headers, a "not modified".
    public var requestDownBytes: Double
    /// Bytes sent by a request.
    public var requestUpBytes: Double
    /// Power of a device that stays awake, in watts; it counts only while the screen is off.
    public var awakeWatts: Double
    /// Number of apps that have a process: those that ran last, in use or for a fetch. Nil: all that ever ran.
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
