/// What fetching costs on the present radio, as the scheduler reckons with it: the radio is asleep, active,
/// or in one of the stages of the tail after an activity.
public struct RadioCosts: Hashable, Sendable {
    /// The way back to activity.
    public struct Promotion: Hashable, Sendable {
        /// How long it takes, in seconds.
        public var seconds: Double
        /// What it costs, in joules.
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
        /// Its power, in watts.
        public var watts: Double
        /// What going back to activity from it takes.
        public var promotion: Promotion

        /// Makes a stage.
        public init(seconds: Double, watts: Double, promotion: Promotion = Promotion()) {
            self.seconds = seconds
            self.watts = watts
            self.promotion = promotion
        }
    }

    /// What waking from sleep takes.
    public var promotion: Promotion
    /// The stages after an activity, first to last.
    public var tail: [TailStage]
    /// Power while transferring, in watts.
    public var activeWatts: Double
    /// Time a request takes beside its bytes, in seconds.
    public var requestSeconds: Double
    /// Transfer rate, in bytes per second.
    public var bytesPerSecond: Double

    /// Makes costs from their parts.
    public init(
        promotion: Promotion, tail: [TailStage], activeWatts: Double, requestSeconds: Double = 0.3,
        bytesPerSecond: Double
    ) {
        self.promotion = promotion
        self.tail = tail
        self.activeWatts = activeWatts
        self.requestSeconds = requestSeconds
        self.bytesPerSecond = bytesPerSecond
    }

    /// LTE: promotion 0.26 s at 1.21 W, tail 11.576 s at 1.06 W, 13 Mbit/s at 1.96 W.
    ///
    /// Source: Huang et al., MobiSys 2012.
    public static let lte = RadioCosts(
        promotion: Promotion(seconds: 0.2601, joules: 0.2601 * 1.2107),
        tail: [TailStage(seconds: 11.576, watts: 1.060)], activeWatts: 1.96365, bytesPerSecond: 1_625_000)

    /// How long the radio stays awake after an activity, in seconds.
    public var tailSeconds: Double { tail.reduce(0) { $0 + $1.seconds } }

    /// Energy of a wakeup from sleep beside the transfer, promotion and whole tail, in joules.
    public var wakeupJoules: Double { pauseJoules(.infinity) }

    /// What a pause of that length between two activities costs, in joules: the tail as far as it gets, and
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

    /// The same for eight pauses; the same bits.
    @inline(__always)
    func pauseJoules(_ seconds: PortableMath.Lanes) -> PortableMath.Lanes {
        var joules = PortableMath.Lanes.zero
        var left = seconds.replacing(with: 0, where: .!(seconds .> 0))
        var result = joules
        var isOver = left .< 0
        for stage in tail {
            let endsHere = (left .<= stage.seconds) .& (.!isOver)
            result.replace(with: joules + stage.watts * left + stage.promotion.joules, where: endsHere)
            isOver .|= endsHere
            joules += stage.watts * stage.seconds
            left -= stage.seconds
        }
        return result.replacing(with: joules + promotion.joules, where: .!isOver)
    }

    /// What an activity needs first that begins that long after the last one.
    public func promotion(after pause: Double) -> Promotion {
        var left = pause
        for stage in tail {
            if left <= stage.seconds { return stage.promotion }
            left -= stage.seconds
        }
        return promotion
    }
}
