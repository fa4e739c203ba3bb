/// When the circumstances that discretionary transfers wait for were last seen.
///
/// A circumstance that was reported holds until the next report. What was never seen counts from the first report on:
/// a device is given its time before anything is said about its habits.
struct ConditionHistory: Sendable {
    /// One circumstance.
    struct Sighting: Sendable {
        private var holds = false
        private var last: Instant?

        fileprivate mutating func note(_ holds: Bool, at now: Instant) {
            if holds || self.holds || last == nil { last = now }
            self.holds = holds
        }

        /// When it will not have been seen for `span`, if it does not come; nil while it holds or nothing was reported.
        func missing(for span: TimeSpan) -> Instant? {
            holds ? nil : last.map { $0 + span }
        }

        /// Whether it has not been seen for `span`.
        func isMissing(for span: TimeSpan, at now: Instant) -> Bool {
            missing(for: span).map { $0 <= now } ?? false
        }

        fileprivate mutating func lasts(at now: Instant) {
            if holds { last = now }
        }

        fileprivate mutating func move(from old: Instant, to new: Instant) {
            last = last.map { $0.moved(from: old, to: new) }
        }
    }

    /// Wi-Fi.
    private(set) var wifi = Sighting()
    /// Power enough.
    private(set) var power = Sighting()
    /// Both at the same time.
    private(set) var both = Sighting()

    /// Takes note of what holds from `now` on.
    mutating func note(wifi: Bool, power: Bool, at now: Instant) {
        self.wifi.note(wifi, at: now)
        self.power.note(power, at: now)
        both.note(wifi && power, at: now)
    }

    /// What was noted last still is so.
    mutating func lasts(at now: Instant) {
        wifi.lasts(at: now)
        power.lasts(at: now)
        both.lasts(at: now)
    }

    /// The clock was set back.
    mutating func move(from old: Instant, to new: Instant) {
        wifi.move(from: old, to: new)
        power.move(from: old, to: new)
        both.move(from: old, to: new)
    }
}

extension ConditionHistory.Sighting: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&holds)
        try coder.code(&last)
    }
}

extension ConditionHistory: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&wifi)
        try coder.code(&power)
        try coder.code(&both)
    }
}
