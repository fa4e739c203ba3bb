/// How many times as likely a session is to begin around an ``Alarm`` as at such an hour without one.
///
///     from alarm to session   -10 min   -2 min   0   1 min   3 min   10 min   30 min   1 h
///                             [      0  )[   1  )[ 2 )[   3  )[   4   )[   5   )[   6  )
///
/// Learned for each kind and cell like an actuary's table: sessions that began over those that were expected without that
/// alarm. So an alarm clock that is switched off unheard soon says nothing, and a calendar that nobody heeds never does.
///
/// - Complexity: O(1).
struct AlarmForecast: Sendable {
    /// The moments of one kind that still count, and what was seen around those before.
    fileprivate struct Kind: Equatable, Sendable {
        /// The one that was told last, to come or passed.
        var told: Instant?
        /// The one that had passed when another was told.
        var passed: Instant?
        var sessions = Cells.zero
        var expected = Cells.zero

        static let blank = Kind()

        /// The moment that counts at `moment`, which may lie in a cell of it: of two that are near, the one that has passed
        /// for ten minutes, as after it sessions are likeliest.
        func current(at moment: Instant) -> Instant? {
            guard let told, moment - told >= .zero - lead else { return passed }
            if moment < told, let passed, moment >= passed, moment - passed < lead {
                return passed
            }
            return told
        }

        func cell(at moment: Instant) -> Int? {
            guard let alarm = current(at: moment) else { return nil }
            return AlarmForecast.cell(moment - alarm)
        }

        /// How many times as likely a session is there.
        func ratio(_ cell: Int) -> Double {
            let ratio = (sessions[cell] + AlarmForecast.prior) / (expected[cell] + AlarmForecast.prior)
            return min(max(ratio, AlarmForecast.ratios.lowerBound), AlarmForecast.ratios.upperBound)
        }

        /// The next begin of a cell, or end of the last one, after `moment`.
        func boundary(after moment: Instant) -> Instant {
            min(Self.boundary(of: told, after: moment), Self.boundary(of: passed, after: moment))
        }

        private static func boundary(of alarm: Instant?, after moment: Instant) -> Instant {
            guard let alarm, moment - alarm < end else { return .distantFuture }
            for lane in 0..<begins.scalarCount {
                let begin = alarm + TimeSpan(milliseconds: begins[lane])
                if begin > moment { return begin }
            }
            return .distantFuture
        }
    }

    fileprivate typealias Cells = SIMD8<Double>

    /// By the alarm's ``Alarm/rawValue``.
    private var kinds = [Kind](repeating: .blank, count: Alarm.allCases.count)

    /// Sessions of belief that an alarm changes nothing: few, as in the minutes after one they are hundreds of times likelier.
    fileprivate static let prior = 0.05
    /// Bounds of what is believed: so few sessions were expected that none of them says little.
    fileprivate static let ratios = 0.25...1000.0
    /// An alarm that is replaced so shortly before it is due has rung: hosts round, and their clocks differ.
    private static var tolerance: TimeSpan { .seconds(30) }
    /// What is kept of a kind's counts at each alarm: half after 70.
    private static let kept = 0.99
    /// Most that is counted, whatever a host tells.
    fileprivate static let mostCounted = 1e6
}

// MARK: Cells

extension AlarmForecast {
    /// Begins of the cells in milliseconds from the alarm on, and the end of the last.
    fileprivate static var begins: SIMD8<Int64> {
        SIMD8(-600_000, -120_000, 0, 60_000, 180_000, 600_000, 1_800_000, 3_600_000)
    }

    /// How long before an alarm the first cell begins, and how long after it the last one ends.
    fileprivate static var lead: TimeSpan { TimeSpan(milliseconds: -begins[0]) }
    fileprivate static var end: TimeSpan { TimeSpan(milliseconds: begins[begins.scalarCount - 1]) }

    /// The cell of a moment so long after an alarm.
    fileprivate static func cell(_ since: TimeSpan) -> Int? {
        guard since >= .zero - lead, since < end else { return nil }
        let begun = SIMD8<Int64>(repeating: since.milliseconds) .>= begins
        return Int(SIMD8<Int64>.zero.replacing(with: 1, where: begun).wrappedSum()) - 1
    }

    /// Whether nothing is known that could change a chance.
    @inline(__always)
    private var isSilent: Bool { kinds.allSatisfy { $0.told == nil && $0.passed == nil } }

    /// The next moment after `moment` at which another cell begins or the last one ends.
    @inline(__always)
    func boundary(after moment: Instant) -> Instant {
        isSilent ? .distantFuture : nextBoundary(after: moment)
    }

    private func nextBoundary(after moment: Instant) -> Instant {
        var next = Instant.distantFuture
        for kind in kinds { next = min(next, kind.boundary(after: moment)) }
        return next
    }
}

// MARK: Learning

extension AlarmForecast {
    /// Learns of the next alarm of that kind, or that there is none any more.
    ///
    /// - Returns: whether that is news.
    mutating func tell(_ alarm: Alarm, at moment: Instant?, now: Instant) -> Bool {
        var kind = kinds[Int(alarm.rawValue)]
        let moment = moment == .distantFuture ? nil : moment
        guard moment != kind.told else { return false }
        if let told = kind.told, told - now <= Self.tolerance {
            kind.passed = min(told, now)
            kind.sessions *= Self.kept
            kind.expected *= Self.kept
        }
        kind.told = moment
        kinds[Int(alarm.rawValue)] = kind
        return true
    }

    /// The clock was set back: what has passed lies before `now`, or it has not.
    mutating func clockWentBack(to now: Instant) {
        for kind in kinds.indices {
            if let passed = kinds[kind].passed, passed > now { kinds[kind].passed = nil }
        }
    }

    /// Lets time pass, all in one cell, in which so many sessions were expected but for alarms, and none began.
    ///
    /// - Parameter ratio: ``ratio(at:)`` there.
    @inline(__always)
    mutating func pass(_ expected: Double, times ratio: Double, at moment: Instant) {
        guard !isSilent else { return }
        let expected = expected * ratio
        for kind in kinds.indices {
            guard let cell = kinds[kind].cell(at: moment) else { continue }
            // What the other kind makes of it is no part of this one's.
            let more = kinds[kind].expected[cell] + expected / kinds[kind].ratio(cell)
            kinds[kind].expected[cell] = min(more, Self.mostCounted)
        }
    }

    /// Learns that a session begins.
    @inline(__always)
    mutating func beginSession(at now: Instant) {
        guard !isSilent else { return }
        for kind in kinds.indices {
            guard let cell = kinds[kind].cell(at: now) else { continue }
            kinds[kind].sessions[cell] = min(kinds[kind].sessions[cell] + 1, Self.mostCounted)
        }
    }
}

// MARK: Answers

extension AlarmForecast {
    /// How many times as likely a session is to begin at that moment as without alarms.
    @inline(__always)
    func ratio(at moment: Instant) -> Double { isSilent ? 1 : product(at: moment) }

    private func product(at moment: Instant) -> Double {
        var product = 1.0
        for kind in kinds {
            if let cell = kind.cell(at: moment) { product *= kind.ratio(cell) }
        }
        return product
    }

    /// The mean of it between two moments.
    @inline(__always)
    func meanRatio(from begin: Instant, to end: Instant) -> Double {
        isSilent ? 1 : mean(from: begin, to: end)
    }

    private func mean(from begin: Instant, to end: Instant) -> Double {
        guard end > begin else { return product(at: begin) }
        var sum = 0.0
        var moment = begin
        while moment < end {
            let next = min(end, nextBoundary(after: moment))
            sum += product(at: moment) * (next - moment).seconds
            moment = next
        }
        return sum / (end - begin).seconds
    }
}

extension AlarmForecast: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for kind in kinds.indices { try coder.code(&kinds[kind], orBlank: .blank) }
    }
}

extension AlarmForecast.Kind: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&told)
        try coder.code(&passed)
        try coder.code(&sessions)
        try coder.code(&expected)
        try coder.check(all(sessions .>= 0) && all(sessions .<= AlarmForecast.mostCounted))
        try coder.check(all(expected .>= 0) && all(expected .<= AlarmForecast.mostCounted))
    }
}
