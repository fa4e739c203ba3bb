/// The user turned to the device, and has opened no app yet: the screen lit, or was unlocked.
///
///     screen   . . . on . unlocked . . . . . launch
///     arrival        [on][unlocked            ]
///
/// A launch then is some thousand times likelier than at other moments, and comes within seconds. How likely and how soon is
/// learned in contexts of its own, for each of the two signs.
struct Arrival: Hashable, Sendable {
    /// How many signs are told apart.
    static let signs = 2
    /// Spans of time since the sign that ``ArrivalRates`` tells apart: up to 1, 2, 4 … 64 s.
    static let spans = 7
    /// After that time nothing is made of it any more.
    static let longest = TimeSpan(milliseconds: 1000 << Int64(spans - 1))

    /// Whether it was unlocked, and not only lit.
    var isUnlocked: Bool
    var at: Instant

    /// Whether it is still something to go by at a moment not before it.
    @inline(__always)
    func counts(at moment: Instant) -> Bool { moment - at < Self.longest }

    /// Its place among the signs.
    @inline(__always)
    var sign: Int { isUnlocked ? 1 : 0 }

    /// The span in which a moment lies.
    @inline(__always)
    func span(at moment: Instant) -> Int {
        min(Self.spans - 1, (moment - at).doublings(ofMilliseconds: 1000))
    }

    /// When a span begins and ends, in seconds after the sign.
    static func bounds(ofSpan span: Int) -> ClosedRange<Double> {
        let end = Double(Int64(1) << Int64(span))
        return (span == 0 ? 0 : end / 2)...end
    }
}

extension Arrival: SnapshotElement {
    static var blank: Arrival { Arrival(isUnlocked: false, at: .distantPast) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&isUnlocked)
        try coder.code(&at)
    }
}

/// Launches per second after an arrival, by sign and by the time since: events over exposure.
///
/// - Complexity: O(spans) per arrival, O(1) per query.
struct ArrivalRates: Sendable {
    private var launches = [Double](repeating: 0, count: Arrival.signs * Arrival.spans)
    private var seconds = [Double](repeating: 0, count: Arrival.signs * Arrival.spans)
    /// Believed of each span: a launch in 100 s.
    private static let prior = (launches: 0.05, seconds: 5.0)
    /// What is kept of a sign's counts at each arrival by it: half after 700.
    private static let kept = 0.999

    /// Learns that nothing more is made of an arrival, as an app was launched, or for another reason.
    mutating func end(_ arrival: Arrival, at now: Instant, launched: Bool) {
        let first = arrival.sign * Arrival.spans
        let passed = (now - arrival.at).seconds
        for span in 0..<Arrival.spans {
            let bounds = Arrival.bounds(ofSpan: span)
            launches[first + span] *= Self.kept
            seconds[first + span] *= Self.kept
            seconds[first + span] += max(0, min(passed, bounds.upperBound) - bounds.lowerBound)
        }
        if launched, arrival.counts(at: now) { launches[first + arrival.span(at: now)] += 1 }
    }

    /// Launches of any app expected per second at a moment after an arrival that still counts.
    func rate(_ arrival: Arrival, at now: Instant) -> Double {
        let place = arrival.sign * Arrival.spans + arrival.span(at: now)
        return (launches[place] + Self.prior.launches) / (seconds[place] + Self.prior.seconds)
    }
}

extension ArrivalRates: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(counters: &launches)
        try coder.code(counters: &seconds)
    }
}

/// What arrivals announce: how often a session begins with one that left time for a fetch, and how often a screen that lit is
/// unlocked.
///
/// - Complexity: O(1).
struct ArrivalHabits: Sendable {
    private var announced = Share()
    private var unlocked = Share()
    private var isLit = false

    /// Whether any arrival was ever seen.
    private(set) var wasSeen = false

    /// Learns of an arrival.
    mutating func arrive(_ arrival: Arrival) {
        wasSeen = true
        if arrival.isUnlocked {
            if isLit { unlocked.learn(true) }
            isLit = false
        } else {
            if isLit { unlocked.learn(false) }
            isLit = true
        }
    }

    /// Learns that a session began.
    mutating func beginSession(announced isAnnounced: Bool) {
        guard wasSeen else { return }
        announced.learn(isAnnounced)
    }

    /// The share of sessions that begin without one.
    @inline(__always)
    var unannounced: Double { 1 - announced.value }
    /// The share of times that the screen lit and then was unlocked.
    var isUnlocked: Double { unlocked.value }

    /// How often something was so, of late.
    fileprivate struct Share: Sendable {
        var count = 0.0
        var total = 0.0

        mutating func learn(_ isSo: Bool) {
            // Half is kept after 70.
            count = count * 0.99 + (isSo ? 1 : 0)
            total = total * 0.99 + 1
        }

        /// Two are believed not to have been so.
        var value: Double { count / (total + 2) }
    }
}

extension ArrivalHabits: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&wasSeen)
        try coder.code(&isLit)
        try coder.code(&announced)
        try coder.code(&unlocked)
    }
}

extension ArrivalHabits.Share: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amount: &count)
        try coder.code(amount: &total)
        try coder.check(count <= total)
    }
}
