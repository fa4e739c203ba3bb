/// When the user opens the next app, whichever it is: the intensity of launches, as a mixture of experts.
///
/// Each ``TimeExpert`` names an intensity (launches per second) for any moment. Their weights are updated by log
/// loss, which for intensities is the integral of the intensity less its logarithm at each launch, with fixed
/// share, so that the mixture follows whichever is best at present. Three situations have weights of their own:
/// an app is in use; the session pauses; the user is away.
///
/// Source: Herbster and Warmuth, "Tracking the best expert", Machine Learning 32, 1998.
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
    private var pauses: PauseFactors
    private var activity = Activity()
    private var weights: [SIMD8<Double>]
    /// Begin of the present use or pause, and up to when it has been taken into account.
    private var begin: Instant?
    private var inUse = false
    private var last: Instant?

    private let sessionGap: TimeSpan
    private let share: Double
    private let start: SIMD8<Double>
    private let onlyExpert: TimeExpert?

    private static let leastRate = 1e-9

    init(_ configuration: Configuration) {
        let parameters = configuration.forecast
        let perDay = parameters.priorSessionsPerDay * 2.2
        rhythm = DailyRhythm(
            priorPerDay: perDay, priorDays: parameters.priorDays, halfLifeDays: parameters.halfLifeDays)
        recent = DailyRhythm(priorPerDay: perDay, priorDays: parameters.priorDays, halfLifeDays: 4)
        week = WeeklyRhythm(halfLifeDays: 2 * parameters.halfLifeDays)
        overall = (perDay * parameters.priorDays, parameters.priorDays * 86_400)
        pauses = PauseFactors()
        sessionGap = configuration.sessionGap
        share = min(max(0, parameters.share), 1)
        onlyExpert = parameters.timeExpert
        var start = SIMD8<Double>(repeating: 1 / Double(TimeExpert.allCases.count))
        if let only = parameters.timeExpert {
            start = .zero
            start[only.rawValue] = 1
        }
        self.start = start
        weights = [start, start, start]
    }

    // MARK: Learning

    /// Learns that an app was opened.
    mutating func launch(at now: Instant, clock: LocalClock) {
        advance(to: now, clock: clock)
        let elapsed = begin.map { now - $0 } ?? .max
        let situation = situation(elapsed: elapsed).rawValue
        let context = OccasionForecast.context(inUse: inUse, elapsed: elapsed)
        let updated = weights[situation] * rates(at: now, context: context, clock: clock)
        let sum = updated.sum()
        if sum > 0, onlyExpert == nil { weights[situation] = updated / sum * (1 - share) + start * share }
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
        var loss = SIMD8<Double>.zero
        var hour = hourRates(at: moment, clock: clock)
        var nextHour = clock.nextHour(after: moment)
        while moment < end {
            if moment >= nextHour {
                hour = hourRates(at: moment, clock: clock)
                nextHour = clock.nextHour(after: moment)
            }
            let elapsed = begin.map { moment - $0 } ?? .max
            let situation = situation(elapsed: elapsed)
            let context = OccasionForecast.context(inUse: inUse, elapsed: elapsed)
            var next = min(end, nextHour)
            if let begin {
                if let end = OccasionForecast.contextEnd(after: elapsed) { next = min(next, begin + end) }
                if situation == .pausing { next = min(next, begin + sessionGap + TimeSpan(milliseconds: 1)) }
            }
            next = max(next, moment + TimeSpan(milliseconds: 1))
            let seconds = (next - moment).seconds
            let bases = bases(hour)
            loss += rates(bases, context: context) * seconds
            pauses.pass(seconds, context: context, bases: bases)
            activity.pass(seconds, expected: bases[0] * pauses.factor(context) * seconds)
            week.pass(seconds, slot: hour.slot)
            overall.seconds += seconds
            moment = next
            let after = self.situation(elapsed: begin.map { moment - $0 } ?? .max)
            if after != situation || moment >= end {
                reweigh(situation.rawValue, loss)
                loss = .zero
            }
        }
        advanceRhythms(to: now, clock: clock)
    }

    private mutating func advanceRhythms(to now: Instant, clock: LocalClock) {
        rhythm.advance(to: now, clock: clock)
        recent.advance(to: now, clock: clock)
    }

    private mutating func reweigh(_ situation: Int, _ loss: SIMD8<Double>) {
        guard onlyExpert == nil else { return }
        let least = loss.min()
        let updated = weights[situation] * PortableMath.exp(SIMD8(repeating: least) - loss)
        let sum = updated.sum()
        if sum > 0 { weights[situation] = updated / sum }
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
        let rates = rates(at: moment, context: context, clock: clock)
        return (weights[situation(elapsed: elapsed).rawValue] * rates).sum()
    }

    /// Sessions expected per second at a moment to come after a pause of `elapsed`: none while the last session
    /// may go on.
    func sessionIntensity(at moment: Instant, elapsed: TimeSpan, clock: LocalClock) -> Double {
        guard elapsed > sessionGap else { return 0 }
        let context = OccasionForecast.context(inUse: false, elapsed: elapsed)
        let rates = rates(at: moment, context: context, clock: clock)
        return (weights[Situation.away.rawValue] * rates).sum()
    }

    /// The chance that a session that has paused since `begin` goes on.
    func continues(from now: Instant, pausingSince begin: Instant, clock: LocalClock) -> Double {
        var elapsed = max(.zero, now - begin)
        var expected = 0.0
        while elapsed < sessionGap {
            let context = OccasionForecast.context(inUse: false, elapsed: elapsed)
            let next = min(sessionGap, OccasionForecast.contextEnd(after: elapsed) ?? .max)
            let rates = rates(at: now, context: context, clock: clock)
            expected += (weights[Situation.pausing.rawValue] * rates).sum() * (next - elapsed).seconds
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

    private func rates(at moment: Instant, context: Int, clock: LocalClock) -> SIMD8<Double> {
        rates(bases(hourRates(at: moment, clock: clock)), context: context)
    }

    /// Every expert's rate.
    @inline(__always)
    private func rates(_ bases: SIMD4<Double>, context: Int) -> SIMD8<Double> {
        let factors = pauses.factors(context)
        let products = bases * factors
        let constant = overall.count / overall.seconds
        let rates = SIMD8(
            constant, bases[0], bases[2], pauses.rate(context, overall: constant), products[0], products[1],
            products[2], products[0] * activity.factor)
        return rates.replacing(with: Self.leastRate, where: rates .< Self.leastRate)
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
        try coder.code(shares: &weights)
        try coder.code(&begin)
        try coder.code(&inUse)
        try coder.code(&last)
        try coder.check(overall.count > 0 && overall.seconds > 1e-30)
    }
}
