/// The radio state machine of one device, metered: it is told each activity as it begins and adds up energy
/// over the union of all of them.
///
///     activity   ______                ____
///     power     |promo|active|tail------|active|tail-----------------|sleep
///
/// Times are seconds since any fixed origin. Activities must be told in order of their beginnings; they may
/// overlap, and time that several share is paid for once.
///
/// - Complexity: O(stages of the tail) per activity, no allocation.
public struct RadioMeter: Sendable {
    private let profile: RadioProfile
    private let activeWatts: Double
    private let scoredFrom: Double
    /// The tail's first stage, in which most activities begin, if they begin there at once; of length minus infinity if
    /// not, so that none does.
    private let near: RadioProfile.Phase
    /// Begin and end of the present (or last) stretch of activity, promotion excluded.
    private var activeFrom = -Double.infinity
    private(set) var activeUntil = -Double.infinity

    /// Energy by cause, from the moment scoring began.
    public private(set) var energy = RadioEnergy()
    /// What the radio did, in order of time and from the first activity on, scored or not; nil unless it is to be
    /// recorded.
    public private(set) var stretches: [RadioStretch]?

    /// Makes a sleeping radio whose energy counts from `scoredFrom` on.
    public init(profile: RadioProfile, scoredFrom: Double = -.infinity, recordStretches: Bool = false) {
        stretches = recordStretches ? [] : nil
        self.profile = profile
        self.activeWatts = profile.activeWatts
        self.scoredFrom = scoredFrom
        if let first = profile.tail.first, first.promotion == nil {
            near = RadioProfile.Phase(seconds: first.seconds, watts: first.watts)
        } else {
            near = RadioProfile.Phase(seconds: -.infinity, watts: 0)
        }
    }

    /// Begins an activity of that length at `start`.
    ///
    /// - Returns: when its transfer ends (after a promotion, if one is needed), and whether it woke a
    ///   sleeping radio.
    @inline(__always)
    public mutating func begin(at start: Double, seconds: Double) -> (end: Double, woke: Bool) {
        var woke = false
        if start >= activeUntil {
            if start <= activeUntil + near.seconds {
                add(near.watts, from: activeUntil, to: start, .tail)
                activeFrom = start
                activeUntil = start
            } else {
                woke = activate(at: start)
            }
        }
        let end = max(start, activeFrom) + seconds
        if end > activeUntil {
            add(activeWatts, from: activeUntil, to: end, .active)
            activeUntil = end
        }
        return (end, woke)
    }

    /// Lets the radio fall asleep after the last activity.
    public mutating func finish() {
        _ = settleGap(until: .infinity)
        activeUntil = .infinity
    }

    /// Makes the radio active at `start`, whatever state it is in by then.
    ///
    /// - Returns: whether that woke it from sleep.
    @inline(never)
    private mutating func activate(at start: Double) -> Bool {
        let entry = settleGap(until: start)
        activeFrom = start
        if let promotion = entry.promotion {
            add(promotion.watts, from: start, to: start + promotion.seconds, .promotion)
            activeFrom += promotion.seconds
        }
        activeUntil = activeFrom
        return entry.asleep
    }

    /// Adds the tail between the last activity and `start`, and finds what an activity at `start` needs first.
    @inline(__always)
    private mutating func settleGap(until start: Double) -> (promotion: RadioProfile.Phase?, asleep: Bool) {
        guard activeUntil.isFinite else { return (profile.promotion, true) }
        var from = activeUntil
        for stage in profile.tail.indices {
            let to = from + profile.tail[stage].seconds
            add(profile.tail[stage].watts, from: from, to: min(to, start), .tail)
            if start <= to { return (profile.tail[stage].promotion, false) }
            from = to
        }
        return (profile.promotion, true)
    }

    @inline(__always)
    private mutating func add(_ watts: Double, from: Double, to: Double, _ phase: RadioStretch.Phase) {
        let counted = max(from, scoredFrom)
        if to > counted { energy[phase] += watts * (to - counted) }
        if stretches != nil, to > from { record(watts, from: from, to: to, phase) }
    }

    private mutating func record(_ watts: Double, from: Double, to: Double, _ phase: RadioStretch.Phase) {
        if let last = stretches?.indices.last, let before = stretches?[last], before.phase == phase,
            before.watts == watts, before.end == from
        {
            stretches?[last].end = to
        } else {
            stretches?.append(RadioStretch(phase: phase, begin: from, end: to, watts: watts))
        }
    }
}

/// Energy of a radio by cause, in joules.
public struct RadioEnergy: Hashable, Sendable {
    /// Waking from sleep or from a low-power stage.
    public var promotionJoules = 0.0
    /// Transferring.
    public var activeJoules = 0.0
    /// Waiting in the tail.
    public var tailJoules = 0.0

    /// The sum.
    public var joules: Double { promotionJoules + activeJoules + tailJoules }

    /// The energy of that cause.
    public internal(set) subscript(phase: RadioStretch.Phase) -> Double {
        get {
            switch phase {
            case .promotion: promotionJoules
            case .active: activeJoules
            case .tail: tailJoules
            }
        }
        set {
            switch phase {
            case .promotion: promotionJoules = newValue
            case .active: activeJoules = newValue
            case .tail: tailJoules = newValue
            }
        }
    }

    static func + (left: RadioEnergy, right: RadioEnergy) -> RadioEnergy {
        var sum = left
        sum.promotionJoules += right.promotionJoules
        sum.activeJoules += right.activeJoules
        sum.tailJoules += right.tailJoules
        return sum
    }

    static func - (left: RadioEnergy, right: RadioEnergy) -> RadioEnergy {
        var difference = left
        difference.promotionJoules -= right.promotionJoules
        difference.activeJoules -= right.activeJoules
        difference.tailJoules -= right.tailJoules
        return difference
    }

    func divided(by divisor: Double) -> RadioEnergy {
        var quotient = self
        for phase in RadioStretch.Phase.allCases { quotient[phase] /= divisor }
        return quotient
    }
}
