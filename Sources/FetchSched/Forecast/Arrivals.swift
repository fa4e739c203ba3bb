/// The last arrival, and what was learned of those before it.
///
/// - Complexity: O(``Arrival/spans``) per arrival, O(1) per query.
struct Arrivals: Sendable {
    /// The last one, until an app is launched or the user turns away.
    private(set) var last: Arrival?
    var habits = ArrivalHabits()
    private var rates = ArrivalRates()

    /// The last one, if it is not long ago.
    @inline(__always)
    func current(at now: Instant) -> Arrival? {
        guard let last, last.counts(at: now) else { return nil }
        return last
    }

    /// The user turned to the device.
    mutating func begin(_ arrival: Arrival) {
        end(at: arrival.at, launched: false)
        last = arrival
        habits.arrive(arrival)
    }

    /// An app was launched, the user turned away, or to the device once more.
    mutating func end(at now: Instant, launched: Bool) {
        if let last { rates.end(last, at: now, launched: launched) }
        last = nil
    }

    /// The clock was set back: nothing has happened after `now`.
    mutating func clockWentBack(to now: Instant) {
        if let last { self.last?.at = min(last.at, now) }
    }

    /// Launches of any app per second, where it is so much by the habits alone: after an arrival more, and without one less.
    func intensity(at now: Instant, _ habitual: Double) -> Double {
        if let arrival = current(at: now) { return rates.rate(arrival, at: now) }
        return habits.unannounced * habitual
    }
}

extension Arrivals: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&last)
        try coder.code(&habits)
        try coder.code(&rates)
    }
}
