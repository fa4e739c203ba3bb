/// A radio as data: what waking it, using it and letting it fall asleep costs.
///
/// The radio sleeps at no cost. An activity on a sleeping radio first takes the promotion; after the last
/// activity the radio goes through the tail's stages and then sleeps.
public struct RadioProfile: Hashable, Codable, Sendable {
    /// A span of time at a constant power.
    public struct Phase: Hashable, Codable, Sendable {
        /// Length in seconds.
        public var seconds: Double
        /// Power in watts.
        public var watts: Double

        /// Makes a phase.
        public init(seconds: Double, watts: Double) {
            self.seconds = seconds
            self.watts = watts
        }

        /// Energy in joules.
        public var joules: Double { seconds * watts }
    }

    /// One stage of the tail.
    public struct TailStage: Hashable, Codable, Sendable {
        /// Length in seconds, after which the next stage (or sleep) follows.
        public var seconds: Double
        /// Power in watts.
        public var watts: Double
        /// The promotion of an activity that starts in this stage; nil if it starts at once.
        public var promotion: Phase?

        /// Makes a stage.
        public init(seconds: Double, watts: Double, promotion: Phase? = nil) {
            self.seconds = seconds
            self.watts = watts
            self.promotion = promotion
        }
    }

    /// The name on the command line.
    public var name: String
    /// Where the figures come from.
    public var source: String
    /// From sleep to connected.
    public var promotion: Phase
    /// Stages after the last activity, first to last.
    public var tail: [TailStage]
    /// Power while transferring, apart from what grows with the rate, in watts.
    public var baseWatts: Double
    /// Additional power per downlink Mbit/s, in watts.
    public var downlinkWattsPerMbps: Double
    /// Additional power per uplink Mbit/s, in watts.
    public var uplinkWattsPerMbps: Double
    /// Downlink rate in Mbit/s.
    public var downlinkMbps: Double
    /// Uplink rate in Mbit/s.
    public var uplinkMbps: Double
    /// Round trip in seconds.
    public var roundTripSeconds: Double

    /// Power while a download at the full rate is under way, in watts.
    public var activeWatts: Double { baseWatts + downlinkWattsPerMbps * downlinkMbps }
    /// Downlink rate in bytes per second.
    public var bytesPerSecond: Double { downlinkMbps * 125_000 }
    /// Uplink rate in bytes per second; at least 1.
    public var uploadBytesPerSecond: Double { max(1, uplinkMbps * 125_000) }
    /// Energy of a downloaded byte beyond the base power, in joules, however fast it goes.
    public var joulesPerByte: Double { downlinkWattsPerMbps * 8e-6 }
    /// Energy of an uploaded byte beyond the base power, in joules.
    public var uploadJoulesPerByte: Double { uplinkWattsPerMbps * 8e-6 }
    /// Length of the whole tail, in seconds.
    public var tailSeconds: Double { tail.reduce(0) { $0 + $1.seconds } }
    /// Energy of the whole tail, in joules.
    public var tailJoules: Double { tail.reduce(0) { $0 + $1.seconds * $1.watts } }
    /// Energy of a wakeup from sleep beyond the transfer itself, in joules.
    public var wakeupJoules: Double { promotion.joules + tailJoules }

    /// Makes a profile.
    public init(
        name: String, source: String, promotion: Phase, tail: [TailStage], baseWatts: Double,
        downlinkWattsPerMbps: Double, uplinkWattsPerMbps: Double, downlinkMbps: Double, uplinkMbps: Double,
        roundTripSeconds: Double
    ) {
        self.name = name
        self.source = source
        self.promotion = promotion
        self.tail = tail
        self.baseWatts = baseWatts
        self.downlinkWattsPerMbps = downlinkWattsPerMbps
        self.uplinkWattsPerMbps = uplinkWattsPerMbps
        self.downlinkMbps = downlinkMbps
        self.uplinkMbps = uplinkMbps
        self.roundTripSeconds = roundTripSeconds
    }

    /// The error in the figures, or nil: times and powers must be finite and not negative, the
    /// downlink faster than nothing, and power must not rise along the tail nor fall by a promotion from it.
    public var fault: String? {
        var figures = [
            promotion.seconds, promotion.watts, baseWatts, downlinkWattsPerMbps, uplinkWattsPerMbps,
            uplinkMbps, roundTripSeconds,
        ]
        for stage in tail {
            figures += [stage.seconds, stage.watts]
            if let promotion = stage.promotion { figures += [promotion.seconds, promotion.watts] }
        }
        if name.isEmpty { return "the name is empty" }
        if figures.contains(where: { !($0 >= 0 && $0 < 1e9) }) {
            return "times, powers and rates must be at least 0 and below 1e9"
        }
        if !(downlinkMbps >= 1e-4 && downlinkMbps < 1e9) {
            return "downlinkMbps must be at least 0.0001 and below 1e9"
        }
        if zip(tail, tail.dropFirst()).contains(where: { $0.watts < $1.watts }) {
            return "a tail stage draws more power than the one before it"
        }
        if tail.contains(where: { $0.promotion.map { $0.watts } ?? .infinity < $0.watts }) {
            return "the promotion from a tail stage draws less power than the stage"
        }
        return nil
    }
}
