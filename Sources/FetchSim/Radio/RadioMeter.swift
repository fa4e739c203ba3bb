/// The load of one activity of the radio.
struct RadioLoad: Hashable, Sendable {
    /// Time that passes before the first byte comes, in seconds: the way of a request to its server and back.
    var latency = 0.0
    /// Bytes that come.
    var down = 0.0
    /// Bytes that go.
    var up = 0.0
}

/// The metered radio state machine of one device: it receives each activity at its start and adds up energy.
///
///     activity   ______                ____
///     power     |promo|base|tail--------|base|tail-----------------|sleep
///     bytes            ####              ##
///
/// **Energy.** While anything is under way the radio draws its base power, once for all that overlaps. Each byte costs
/// in addition what its direction's slope says, however fast it goes (Huang et al., MobiSys 2012: P = base + slope x
/// throughput). Bytes count whole for the moment in which their activity starts.
///
/// **Links.** Each direction is one link, on which bytes queue in the order in which their activities start: what finds
/// the link taken waits its turn, and does not go faster for company. Bytes go up at once, bytes come down after the
/// latency. Latencies overlap freely, with each other and with other activities' bytes; but nothing overtakes, so what
/// starts during the latency of an activity that brings bytes waits for those.
///
///     first      latency.########
///     second        latency     ####        started later, ready while the first one's bytes come
///     power      |base-------------|tail
///
/// So an activity that starts during others lengthens them by the time of its bytes at most. An activity in the tail
/// costs its bytes, and the base power instead of the tail's for its time.
///
/// Times are seconds since any fixed origin. Report activities in the order of their starts.
///
/// - Complexity: O(stages of the tail) per activity, no allocation.
struct RadioMeter: Sendable {
    private let profile: RadioProfile
    private let scoredFrom: Double
    /// The tail's first stage, in which most activities start, if they start there at once; of length minus infinity if
    /// not, so that none does.
    private let near: RadioProfile.Phase
    /// Start and end of the present (or last) stretch of activity, promotion excluded.
    private var activeFrom = -Double.infinity
    private(set) var activeUntil = -Double.infinity
    /// Until when each direction's link is taken.
    private var downUntil = -Double.infinity
    private var upUntil = -Double.infinity

    /// Energy by cause, from the start of scoring.
    private(set) var energy = RadioEnergy()
    /// The radio's states in order of time, from the first activity on, scored or not; nil unless they are to be
    /// recorded. Their powers are those without the bytes.
    private(set) var stretches: [RadioStretch]?

    /// Makes a sleeping radio whose energy counts from `scoredFrom` on.
    init(profile: RadioProfile, scoredFrom: Double = -.infinity, recordStretches: Bool = false) {
        stretches = recordStretches ? [] : nil
        self.profile = profile
        self.scoredFrom = scoredFrom
        if let first = profile.tail.first, first.promotion == nil {
            near = RadioProfile.Phase(seconds: first.seconds, watts: first.watts)
        } else {
            near = RadioProfile.Phase(seconds: -.infinity, watts: 0)
        }
    }

    /// Starts an activity at `start`, which must be no earlier than the one before.
    ///
    /// - Returns: when it ends (after a promotion, if one is needed, and after the bytes before it), and whether it woke
    ///   a sleeping radio.
    @inline(__always)
    mutating func start(at start: Double, _ load: RadioLoad) -> (end: Double, woke: Bool) {
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
        let ready = max(start, activeFrom)
        var end = ready + load.latency
        if load.up > 0 {
            upUntil = max(ready, upUntil) + load.up / profile.uploadBytesPerSecond
            end = max(end, upUntil)
        }
        if load.down > 0 {
            downUntil = max(ready + load.latency, downUntil) + load.down / profile.bytesPerSecond
            end = max(end, downUntil)
        }
        if start >= scoredFrom {
            energy.bytesJoules += load.down * profile.joulesPerByte + load.up * profile.uploadJoulesPerByte
        }
        if end > activeUntil {
            add(profile.baseWatts, from: activeUntil, to: end, .active)
            activeUntil = end
        }
        return (end, woke)
    }

    /// How long bytes that come `latency` after `start` wait for those before them, in seconds, if the radio is active by
    /// then.
    func queueSeconds(at start: Double, latency: Double) -> Double {
        max(0, downUntil - (max(start, activeFrom) + latency))
    }

    /// Lets the radio fall asleep after the last activity.
    mutating func finish() {
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
            stretches?.append(RadioStretch(phase: phase, start: from, end: to, watts: watts))
        }
    }
}
