/// How many times as likely a session is to begin around an ``Alarm`` as at such an hour without one.
///
///     from alarm to session   -2 min   0   3 min   30 min
///                             [   0   )[  1  )[   2   )
///
/// For each kind and window: the sessions that began, over those that were expected without the alarm. So an alarm clock
/// that is switched off unheard soon says nothing.
struct AlarmEffect: Sendable, SnapshotCoded {
    /// The alarms of one kind that still count, and what was seen around those before.
    fileprivate struct Kind: Equatable, Sendable, SnapshotCoded {
        /// The alarm that was set last, to come or passed; and the one that had passed when another was set.
        var next: Instant?
        var passed: Instant?
        var sessions = SIMD4<Double>.zero
        var expected = SIMD4<Double>.zero

        func window(at moment: Instant) -> Int? {
            if let next, let window = AlarmEffect.window(moment - next) { return window }
            return passed.flatMap { AlarmEffect.window(moment - $0) }
        }

        func ratio(_ window: Int) -> Double {
            let ratio = (sessions[window] + AlarmEffect.prior) / (expected[window] + AlarmEffect.prior)
            return min(max(ratio, 0.25), 1000)
        }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&next, &passed, &sessions, &expected)
            try coder.check(
                all(sessions .<= AlarmEffect.mostCounted) && all(expected .<= AlarmEffect.mostCounted))
        }
    }

    /// By ``Alarm/rawValue``.
    private var kinds = [Kind](repeating: Kind(), count: Alarm.allCases.count)

    /// Where the windows begin and the last one ends, from the alarm on.
    private static let bounds: [TimeSpan] = [.minutes(-2), .zero, .minutes(3), .minutes(30)]
    /// Sessions that weigh as much as the belief in no effect: few, as after an alarm sessions are hundreds of times likelier.
    fileprivate static let prior = 0.05
    /// An alarm that is replaced so shortly before it is due has rung: hosts round, and their clocks differ.
    private static let tolerance = TimeSpan.seconds(30)
    /// Share of a kind's counts kept at each alarm: half after 70.
    private static let kept = 0.99
    /// The most that is counted, whatever a host tells.
    fileprivate static let mostCounted = 1e6

    private static func window(_ since: TimeSpan) -> Int? {
        guard since >= bounds[0], since < bounds[bounds.count - 1] else { return nil }
        return (bounds.lastIndex { since >= $0 }) ?? 0
    }

    private var isEmpty: Bool { kinds.allSatisfy { $0.next == nil && $0.passed == nil } }

    /// The next moment after `moment` at which a window begins or ends.
    func boundary(after moment: Instant) -> Instant {
        var next = Instant.distantFuture
        for kind in kinds {
            for alarm in [kind.next, kind.passed] {
                guard let alarm else { continue }
                for bound in Self.bounds where alarm + bound > moment { next = min(next, alarm + bound) }
            }
        }
        return next
    }

    // MARK: Learning

    /// Notes the next alarm of that kind, nil if there is none any more.
    ///
    /// - Returns: whether that is news.
    mutating func set(_ alarm: Alarm, at moment: Instant?, now: Instant) -> Bool {
        let index = Int(alarm.rawValue)
        let moment = moment == .distantFuture ? nil : moment
        guard moment != kinds[index].next else { return false }
        if let next = kinds[index].next, next - now <= Self.tolerance {
            kinds[index].passed = min(next, now)
            kinds[index].sessions *= Self.kept
            kinds[index].expected *= Self.kept
        }
        kinds[index].next = moment
        return true
    }

    mutating func clockWentBack(to now: Instant) {
        for kind in kinds.indices {
            if let passed = kinds[kind].passed, passed > now { kinds[kind].passed = nil }
        }
    }

    /// Lets time pass within one window, in which so many sessions were expected without alarms and none began.
    mutating func pass(_ expected: Double, at moment: Instant) {
        guard !isEmpty else { return }
        let all = ratio(at: moment)
        for kind in kinds.indices {
            guard let window = kinds[kind].window(at: moment) else { continue }
            // The effect of the other kind is no part of this one's.
            let more = kinds[kind].expected[window] + expected * all / kinds[kind].ratio(window)
            kinds[kind].expected[window] = min(more, Self.mostCounted)
        }
    }

    mutating func beginSession(at now: Instant) {
        for kind in kinds.indices {
            guard let window = kinds[kind].window(at: now) else { continue }
            kinds[kind].sessions[window] = min(kinds[kind].sessions[window] + 1, Self.mostCounted)
        }
    }

    // MARK: Answers

    /// How many times as likely a session is to begin at that moment as without alarms.
    func ratio(at moment: Instant) -> Double {
        var product = 1.0
        for kind in kinds {
            if let window = kind.window(at: moment) { product *= kind.ratio(window) }
        }
        return product
    }

    /// The mean of it between two moments.
    func meanRatio(from begin: Instant, to end: Instant) -> Double {
        guard !isEmpty else { return 1 }
        guard end > begin else { return ratio(at: begin) }
        var sum = 0.0
        var moment = begin
        while moment < end {
            let next = min(end, boundary(after: moment))
            sum += ratio(at: moment) * (next - moment).seconds
            moment = next
        }
        return sum / (end - begin).seconds
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for kind in kinds.indices { try coder.code(&kinds[kind], orBlank: Kind()) }
    }
}
