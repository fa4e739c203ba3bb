/// How soon the next session starts: the user's daily rhythm of sessions, times a factor for the length of the pause.
///
/// The factor of a length is the number of sessions that started after such pauses, over the number that the rhythm
/// expected in them (as an actuary's table: events over exposure). It is damped, as both the hour and the pause
/// indicate a night. A pause of a day or more shows that the user is away, or has given the app up: there the factor is
/// not damped, and the time that has passed in the present pause counts before its end is known.
struct SessionRate: Sendable, SnapshotCoded {
    private(set) var rhythm: DailyRhythm
    private var pauses = [Pause](repeating: Pause(), count: NextEventModel.scale)
    /// Up to when time was let pass.
    private var last: FetchTime?

    /// Counts of pauses of one length.
    private struct Pause: Sendable, SnapshotCoded {
        var sessions = 0.0
        /// Sessions that the rhythm expected.
        var expected = 0.0
        var seconds = 0.0

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(amounts: &sessions, &expected, &seconds)
        }
    }

    /// Sessions that weigh as much as the belief in a factor of 1.
    private static let prior = 1.0
    /// Share of the counts that remains at each session: half is lost after 700.
    private static let retention = 0.999
    /// The bounds of ``ratio(at:pause:clock:)``.
    private static let ratios = 0.25...4.0

    init(_ parameters: ForecastParameters) {
        rhythm = DailyRhythm(
            priorPerDay: parameters.priorSessionsPerDay, priorDays: parameters.priorDays,
            halfLifeDays: parameters.halfLifeDays)
    }

    /// Advances to `now`; no session started since the last call.
    mutating func pass(to now: FetchTime, _ session: SessionTracker, clock: LocalClock) {
        rhythm.advance(to: now, clock: clock)
        guard let from = last, now > from else { return last = now }
        last = now
        guard !session.isInUse, let start = session.lastUseEnd else { return }
        let end = min(now, from + DailyRhythm.longestGap)
        var moment = max(from, start + session.gap)
        while moment < end {
            var next = min(end, clock.nextHour(after: moment))
            let elapsed = moment - start
            if let bucketEnd = NextEventModel.bucketEnd(elapsed) { next = min(next, start + bucketEnd) }
            next = max(next, moment + TimeSpan(milliseconds: 1))
            let seconds = (next - moment).seconds
            let bucket = NextEventModel.bucket(elapsed)
            pauses[bucket].expected += rhythm.rate(at: moment, clock: clock) * seconds
            pauses[bucket].seconds += seconds
            moment = next
        }
    }

    /// Learns that a session starts after a pause.
    mutating func start(at now: FetchTime, pause: TimeSpan, clock: LocalClock) {
        rhythm.observe(at: now, clock: clock)
        for bucket in pauses.indices {
            pauses[bucket].sessions *= Self.retention
            pauses[bucket].expected *= Self.retention
            pauses[bucket].seconds *= Self.retention
        }
        if pause < .max { pauses[NextEventModel.bucket(pause)].sessions += 1 }
    }

    private func factor(_ bucket: Int) -> Double {
        let pause = pauses[bucket]
        return PortableMath.squareRoot((pause.sessions + Self.prior) / (pause.expected + Self.prior))
    }

    /// The factor after a pause of the last length or longer.
    private func factor(afterLong pause: TimeSpan) -> Double {
        let seen = pauses[NextEventModel.scale - 1]
        // Before the first use there is no pause.
        let seconds = pause < .max ? (pause - NextEventModel.lastBucketStart).seconds : 0
        let open = rhythm.mean * min(seconds, 1e9)
        return (seen.sessions + Self.prior) / (seen.expected + open + Self.prior)
    }

    /// Sessions expected per second at a moment after a pause of that length, if none has started until then.
    func hazard(at moment: FetchTime, pause: TimeSpan, clock: LocalClock) -> Double {
        rhythm.rate(at: moment, clock: clock)
            * (pause < NextEventModel.lastBucketStart
                ? factor(NextEventModel.bucket(pause)) : factor(afterLong: pause))
    }

    /// Probability that a session starts now, relative to pauses of this length at any hour.
    func ratio(at now: FetchTime, pause: TimeSpan, clock: LocalClock) -> Double {
        let seen = pauses[NextEventModel.bucket(pause)]
        let mean = rhythm.mean
        guard mean > 0 else { return 1 }
        let usual = (seen.expected + Self.prior) / (seen.seconds + Self.prior / mean)
        return (rhythm.rate(at: now, clock: clock) / usual).clamped(to: Self.ratios)
    }

    /// The sessions expected between two moments, over those of a day of that kind.
    func shareOfDay(from start: FetchTime, to end: FetchTime, clock: LocalClock) -> Double {
        var share = 0.0
        var moment = start
        while moment < end {
            let next = min(end, clock.nextHour(after: moment))
            guard next > moment else { break }
            let isWeekend = clock.isWeekend(moment)
            var day = 0.0
            for hour in 0..<24 { day += rhythm.rate(hour: hour, weekend: isWeekend) * 3600 }
            let seconds = (next - moment).seconds
            share += day > 0 ? rhythm.rate(at: moment, clock: clock) * seconds / day : seconds / 86_400
            moment = next
        }
        return share
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&rhythm, &last)
        try coder.code(each: &pauses)
    }
}

/// The share of sessions in which each app is used at all, by row of ``LaunchCounts``.
///
/// Launches come in bunches: an app opened five times in one session is not five times as likely to be opened today.
/// And apps are used in runs: one that was used in the last session is in the next one more often than its share of all
/// sessions says, one that was not for weeks hardly ever. So per number of sessions since the last use, the model sums
/// the expected shares at each session's start and the actual uses. Their ratio corrects the share.
struct SessionShares: Sendable {
    /// Sessions that had each row's app, and all sessions; decayed.
    private var counts: [Float] = []
    private var sessions = 0.0
    /// Share of both that remains at each session.
    private let retention: Double
    /// By ``NextAppFeatures/sessionCell(_:)``: apps that sessions had, and the sum of the shares that expected them.
    private var outcomes = [SIMD2<Double>](repeating: belief, count: NextAppFeatures.sessionCells)

    /// Apps that weigh as much as the belief that the shares are right.
    private static let belief = SIMD2<Double>(3, 3)
    /// Share of the outcomes that remains at each session: half after 140.
    private static let remembered = 0.995

    init(halfLife: Double) { retention = PortableMath.retention(halfLife: halfLife) }

    /// Learns a launch that ``LaunchCounts`` do not count yet.
    mutating func learn(_ app: Int, isNewSession: Bool, _ launches: LaunchCounts, session: Int32) {
        if isNewSession { startSession(launches, session: session) }
        guard let row = launches.row(of: app) else { return counts.grow(by: 1) }
        // An app that the session had before is not counted again.
        let sessions = session &- launches.rows[row].lastSession
        guard sessions > 0 else { return }
        outcomes[NextAppFeatures.sessionCell(sessions)][0] += 1
        counts[row] += 1
    }

    private mutating func startSession(_ launches: LaunchCounts, session: Int32) {
        for cell in outcomes.indices {
            outcomes[cell] = Self.remembered * outcomes[cell] + (1 - Self.remembered) * Self.belief
        }
        for row in counts.indices {
            let cell = NextAppFeatures.sessionCell(session &- launches.rows[row].lastSession)
            outcomes[cell][1] += share(row, popularity: launches.popularity(row))
        }
        counts.scale(by: Float(retention))
        sessions = retention * sessions + 1
    }

    mutating func remove(_ row: Int) { counts.remove(at: row) }

    private func share(_ row: Int?, popularity: Double) -> Double {
        let own = row.map { Double(counts[$0]) } ?? 0
        return min(1, (own + popularity) / (sessions + 1))
    }

    /// The probability that a session to come has the row's app; of an app never launched, if nil.
    func probability(_ row: Int?, _ launches: LaunchCounts, nextSession: Int32) -> Double {
        let cell =
            row.map { NextAppFeatures.sessionCell(nextSession &- launches.rows[$0].lastSession) }
            ?? NextAppFeatures.neverUsed
        return min(
            1, share(row, popularity: launches.popularity(row)) * outcomes[cell][0] / outcomes[cell][1])
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, rows: Int) throws(Coder.Failure) {
        counts.resize(to: rows, with: 0)
        try coder.code(amounts: &counts)
        try coder.code(amount: &sessions)
        try coder.code(each: &outcomes)
        // Belief is never forgotten, only outweighed.
        try coder.check(outcomes.allSatisfy { all($0 .>= 1e-3) && all($0 .<= 1e9) })
    }
}

/// The weight of a new event in counts that forget: each event weighs a little more than the one before it.
///
/// So nothing is scaled down at each event, only once the weights have grown large.
struct DecayingWeight: Sendable, SnapshotCoded {
    /// The weight of the last event, from 1 to 1,000,000.
    private(set) var unit = 1.0
    private let growth: Double

    /// Makes a weight by which an event counts half after `halfLife` more.
    init(halfLife: Double) { growth = PortableMath.exp(PortableMath.logarithmOfTwo / max(1, halfLife)) }

    /// Moves on to the next event.
    ///
    /// - Returns: the factor by which all counts are to be scaled first, if the weights have grown large.
    mutating func advance() -> Double? {
        unit *= growth
        guard unit > 1e6 else { return nil }
        defer { unit = 1 }
        return 1 / unit
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&unit, in: 1...2e6)
    }
}
