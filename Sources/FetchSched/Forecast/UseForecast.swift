/// When the user opens the next app, whichever it is: the intensity of launches.
///
/// Three situations are told apart. While an app is in use, the intensity is what came after so long a use; when the session
/// pauses, and when the user is away, a ``UseModel`` each mixes what the rhythms, the length of the pause and the last
/// hours say.
///
/// - Complexity: O(hours passed) per event or query, O(1) for queries about a moment to come.
struct UseForecast: Sendable {
    /// What the user is doing.
    enum Situation: Int, Sendable {
        case inUse, pausing, away
    }

    private(set) var rhythm: DailyRhythm
    private(set) var recent: DailyRhythm
    private(set) var week: WeeklyRhythm
    private var overall: (count: Double, seconds: Double)
    private(set) var pauses: PauseFactors
    private var activity = Activity()
    private(set) var alarms = AlarmForecast()
    private(set) var pausing: UseModel
    private(set) var away: UseModel
    /// Begin of the present use or pause, and up to when it has been taken into account.
    private var begin: Instant?
    private var inUse = false
    private var last: Instant?

    let sessionGap: TimeSpan
    /// For experiments and comparisons: the one expert to ask instead.
    private let onlyExpert: TimeExpert?

    private static let leastRate = 1e-9

    init(_ configuration: Configuration, start: ModelStart = .plain) {
        let parameters = configuration.forecast
        let perDay = parameters.priorSessionsPerDay * 2.2
        rhythm = DailyRhythm(
            priorPerDay: perDay, priorDays: parameters.priorDays, halfLifeDays: parameters.halfLifeDays,
            shape: start.hours)
        recent = DailyRhythm(
            priorPerDay: perDay, priorDays: parameters.priorDays, halfLifeDays: 4, shape: start.hours)
        week = WeeklyRhythm(halfLifeDays: 2 * parameters.halfLifeDays)
        overall = (perDay * parameters.priorDays, parameters.priorDays * 86_400)
        pauses = PauseFactors(start.pauses)
        sessionGap = configuration.sessionGap
        pausing = UseModel(start.pausing, forgetting: parameters.share)
        away = UseModel(start.away, forgetting: parameters.share)
        onlyExpert = parameters.timeExpert
    }

    // MARK: Learning

    /// Learns that an app was opened.
    mutating func launch(at now: Instant, clock: LocalClock) {
        advance(to: now, clock: clock)
        let elapsed = begin.map { now - $0 } ?? .max
        let context = OccasionForecast.context(inUse: inUse, elapsed: elapsed)
        let bases = bases(hourRates(at: now, clock: clock))
        switch situation(elapsed: elapsed) {
        case .inUse: break
        case .pausing: pausing.launch(rates(bases, context), cell: Self.cell(context))
        case .away:
            away.launch(rates(bases, context), cell: Self.cell(context))
            alarms.beginSession(at: now)
        }
        rhythm.observe(at: now, clock: clock)
        recent.observe(at: now, clock: clock)
        week.observe(slot: clock.time(now).hourOfWeek)
        pauses.observe(context: context)
        activity.observe()
        overall.count += 1
        if overall.count > 1e4 { overall = (overall.count / 2, max(overall.seconds / 2, 1)) }
        begin = now
        inUse = true
    }

    /// Learns of the next alarm of that kind, or that there is none any more.
    ///
    /// - Returns: whether that is news.
    mutating func tell(_ alarm: Alarm, at moment: Instant?, now: Instant, clock: LocalClock) -> Bool {
        advance(to: now, clock: clock)
        return alarms.tell(alarm, at: moment, now: now)
    }

    /// The clock was set back.
    mutating func clockWentBack(to now: Instant) { alarms.clockWentBack(to: now) }

    /// Learns that the app in use left the foreground.
    mutating func endOfUse(at now: Instant, clock: LocalClock) {
        advance(to: now, clock: clock)
        begin = now
        inUse = false
    }

    /// Takes the time up to `now` into account, in pieces during which every expert's rate is constant.
    mutating func advance(to now: Instant, clock: LocalClock) {
        guard let from = last, now > from else {
            last = now
            if let begin, begin > now { self.begin = now }
            advanceRhythms(to: now, clock: clock)
            return
        }
        last = now
        let end = min(now, from + DailyRhythm.longestGap)
        var moment = from
        var hour = hourRates(at: moment, clock: clock)
        var nextHour = clock.nextHour(after: moment)
        // While an app is in use nobody asks what its pieces of time change, so it passes hour by hour.
        var bases = bases(hour)
        var passed = (seconds: 0.0, expected: 0.0)
        while moment < end {
            if moment >= nextHour {
                hour = hourRates(at: moment, clock: clock)
                nextHour = clock.nextHour(after: moment)
                bases = self.bases(hour)
            }
            let elapsed = begin.map { moment - $0 } ?? .max
            let situation = situation(elapsed: elapsed)
            let context = OccasionForecast.context(inUse: inUse, elapsed: elapsed)
            var next = min(end, nextHour)
            if let begin {
                if let end = OccasionForecast.contextEnd(after: elapsed) { next = min(next, begin + end) }
                if situation == .pausing { next = min(next, begin + sessionGap + TimeSpan(milliseconds: 1)) }
            }
            if situation == .away { next = min(next, alarms.boundary(after: moment)) }
            next = max(next, moment + TimeSpan(milliseconds: 1))
            let seconds = (next - moment).seconds
            if !inUse { bases = self.bases(hour) }
            switch situation {
            case .inUse: break
            case .pausing: pausing.pass(seconds, rates(bases, context), cell: Self.cell(context))
            case .away:
                let ratio = alarms.ratio(at: moment)
                let expected = away.pass(
                    seconds, rates(bases, context), cell: Self.cell(context), times: ratio)
                alarms.pass(expected, times: ratio, at: moment)
            }
            pauses.pass(seconds, context: context, bases: bases)
            passed.seconds += seconds
            passed.expected += bases[0] * pauses.factor(context) * seconds
            if !inUse || next >= nextHour || next >= end {
                activity.pass(passed.seconds, expected: passed.expected)
                week.pass(passed.seconds, slot: hour.slot)
                passed = (0, 0)
            }
            overall.seconds += seconds
            moment = next
        }
        advanceRhythms(to: now, clock: clock)
    }

    private mutating func advanceRhythms(to now: Instant, clock: LocalClock) {
        rhythm.advance(to: now, clock: clock)
        recent.advance(to: now, clock: clock)
    }

    private func situation(elapsed: TimeSpan) -> Situation {
        inUse ? .inUse : elapsed <= sessionGap ? .pausing : .away
    }

    // MARK: Answers

    /// Launches per second, over all time.
    var meanRate: Double { overall.count / overall.seconds }

    /// Launches of any app expected per second at `now`, up to which time passes.
    mutating func intensity(at now: Instant, clock: LocalClock) -> Double {
        advance(to: now, clock: clock)
        return intensity(at: now, elapsed: begin.map { now - $0 } ?? .max, clock: clock)
    }

    /// Launches expected per second at a moment to come, if by then the present use or pause has lasted
    /// `elapsed`.
    func intensity(at moment: Instant, elapsed: TimeSpan, clock: LocalClock) -> Double {
        let context = OccasionForecast.context(inUse: inUse, elapsed: elapsed)
        let situation = situation(elapsed: elapsed)
        let intensity = intensity(situation, at: moment, context: context, clock: clock)
        return situation == .away ? intensity * alarms.ratio(at: moment) : intensity
    }

    /// Sessions expected per second at a moment to come after a pause of `elapsed`, but for alarms: none while the last
    /// session may go on.
    func sessionIntensity(at moment: Instant, elapsed: TimeSpan, clock: LocalClock) -> Double {
        guard elapsed > sessionGap else { return 0 }
        let context = OccasionForecast.context(inUse: false, elapsed: elapsed)
        return intensity(.away, at: moment, context: context, clock: clock)
    }

    /// How many times as likely a session is to begin now as it was, at any hour, after a pause of this length.
    ///
    /// - Parameter seconds: for how many seconds from now alarms count; they, too, make it no more than ``ratios``.
    func sessionRatio(at now: Instant, within seconds: Double, clock: LocalClock) -> Double {
        guard onlyExpert == nil, let begin else { return 1 }
        let elapsed = now - begin
        let context = OccasionForecast.context(inUse: false, elapsed: elapsed)
        let ratio =
            alarms.meanRatio(from: now, to: now + .seconds(seconds))
            * sessionIntensity(at: now, elapsed: elapsed, clock: clock)
            / pauses.rate(context, overall: meanRate)
        return min(max(ratio, Self.ratios.lowerBound), Self.ratios.upperBound)
    }

    /// What ``sessionRatio(at:within:clock:)`` is kept to.
    static let ratios = 0.25...4.0

    /// The chance that a session that has paused since `begin` goes on.
    func continues(from now: Instant, pausingSince begin: Instant, clock: LocalClock) -> Double {
        var elapsed = max(.zero, now - begin)
        var expected = 0.0
        while elapsed < sessionGap {
            let context = OccasionForecast.context(inUse: false, elapsed: elapsed)
            let next = min(sessionGap, OccasionForecast.contextEnd(after: elapsed) ?? .max)
            let rate = intensity(.pausing, at: now, context: context, clock: clock)
            expected += rate * (next - elapsed).seconds
            elapsed = next
        }
        return PortableMath.saturation(expected)
    }

    /// What the rhythms say of an hour: it stays the same while time passes in it.
    private struct HourRates {
        /// Launches per second by both daily rhythms.
        var daily: Double
        var recent: Double
        /// The hour's place in the week.
        var slot: Int
    }

    @inline(__always)
    private func hourRates(at moment: Instant, clock: LocalClock) -> HourRates {
        let local = clock.time(moment)
        return HourRates(
            daily: rhythm.rate(hour: local.hour, weekend: local.isWeekend),
            recent: recent.rate(hour: local.hour, weekend: local.isWeekend), slot: local.hourOfWeek)
    }

    /// The rhythms' rates.
    @inline(__always)
    private func bases(_ hour: HourRates) -> SIMD4<Double> {
        SIMD4(hour.daily, hour.recent, week.rate(slot: hour.slot, daily: hour.daily), 0)
    }

    /// Launches expected per second in that situation and context, but for alarms.
    private func intensity(
        _ situation: Situation, at moment: Instant, context: Int, clock: LocalClock
    ) -> Double {
        let bases = bases(hourRates(at: moment, clock: clock))
        if let onlyExpert { return intensity(of: onlyExpert, bases, context) }
        return switch situation {
        case .inUse: pauses.rate(context, overall: meanRate)
        case .pausing: pausing.intensity(rates(bases, context), cell: Self.cell(context))
        case .away: away.intensity(rates(bases, context), cell: Self.cell(context))
        }
    }

    /// What is known of the moment.
    @inline(__always)
    private func rates(_ bases: SIMD4<Double>, _ context: Int) -> UseModel.Rates {
        let mean = meanRate
        return UseModel.Rates(
            mean: mean, daily: bases[0], recent: bases[1], weekly: bases[2],
            pause: pauses.rate(context, overall: mean), activity: activity.factor)
    }

    /// The cell of a pause of that context.
    @inline(__always)
    private static func cell(_ context: Int) -> Int { context & (UseModel.cells - 1) }

    private func intensity(of expert: TimeExpert, _ bases: SIMD4<Double>, _ context: Int) -> Double {
        let products = bases * pauses.factors(context)
        let rate =
            switch expert {
            case .constant: meanRate
            case .rhythm: bases[0]
            case .weekly: bases[2]
            case .pause: pauses.rate(context, overall: meanRate)
            case .rhythmAndPause: products[0]
            case .recentAndPause: products[1]
            case .weeklyAndPause: products[2]
            case .activity: products[0] * activity.factor
            }
        return max(rate, Self.leastRate)
    }
}

extension UseForecast: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&rhythm)
        try coder.code(&recent)
        try coder.code(&week)
        try coder.code(amount: &overall.count)
        try coder.code(amount: &overall.seconds)
        try coder.code(&pauses)
        try coder.code(&activity)
        try coder.code(&pausing)
        try coder.code(&away)
        try coder.code(&begin)
        try coder.code(&inUse)
        try coder.code(&last)
        try coder.code(&alarms)
        try coder.check(overall.count > 0 && overall.seconds > 1e-30)
    }
}
