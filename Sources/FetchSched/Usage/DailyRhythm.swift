/// How often an event happens at each hour of the local day, on weekdays and at weekends, with forgetting.
///
/// An event counts for the two nearest hours, so that habits near the full hour are not cut in two. Time counts for the
/// kind of day that it passed in. Each kind of day is shrunk towards the profile of all days, and that towards an equal
/// number of events at each hour.
///
/// Old events weigh less: each new event and each new day weighs a little more than the one before, so the result does not
/// depend on the number of steps in which time passes.
struct DailyRhythm: Sendable, SnapshotCoded {
    /// Events by kind of day (weekday, weekend) and hour, each by its weight.
    private(set) var counts = [Double](repeating: 0, count: 48)
    /// Days observed, by kind, each moment by its weight.
    private(set) var days = (weekday: 0.0, weekend: 0.0)
    private var lastUpdate: Instant?
    /// When an event weighed 1.
    private var weightOrigin: Instant?
    /// What an event at `lastUpdate` weighs; follows from the two moments.
    private(set) var weight = 1.0
    /// By how much weights grow per day, as an exponent of e.
    private let growth: Double
    /// Events that are expected at each hour of a day.
    private let priorPerHour: Double
    private let priorDays: Double
    /// Days of a kind that weigh as much as the common profile.
    private static let shrinkageDays = 3.0
    /// Of a longer gap only the beginning counts: then nobody was looking, which does not say that nothing happened.
    static var longestGap: TimeSpan { .days(3) }
    /// The weight at which all are scaled down: after 20 half-lives.
    private static let mostWeight = 1e6

    /// Makes a rhythm that expects `priorPerDay` events until it has seen about `priorDays` days.
    init(priorPerDay: Double, priorDays: Double, halfLifeDays: Double) {
        growth = 0.693_147_180_559_945_3 / halfLifeDays
        priorPerHour = priorPerDay / 24
        self.priorDays = priorDays
    }

    /// Lets time pass without an event, until `now`.
    ///
    /// - Complexity: O(1): at most three stretches of one kind of day.
    mutating func advance(to now: Instant, clock: LocalClock) {
        let last = lastUpdate ?? now
        let origin = weightOrigin ?? last
        // Where the clock was set back no time has passed, and the weights go on from there.
        let end = now > last ? min(now, last + Self.longestGap) : last
        var moment = last
        while moment < end {
            let next = min(end, clock.nextKindOfDay(after: moment))
            // What a stretch weighs is the integral of the weights in it.
            let nextWeight = weight(at: next, since: origin)
            let weighed = max(0, nextWeight - weight) / growth
            if clock.isWeekend(moment) { days.weekend += weighed } else { days.weekday += weighed }
            (moment, weight) = (next, nextWeight)
        }
        let newOrigin = origin.moved(from: end, to: now)
        lastUpdate = now
        weightOrigin = newOrigin
        // Time left out of a gap, or was set back, changes no weight; but at the ends of time.
        if now - newOrigin != end - origin { weight = weight(at: now, since: newOrigin) }
        if weight > Self.mostWeight { rescale(at: now) }
    }

    private func days(_ span: TimeSpan) -> Double { span.seconds / 86_400 }

    private func weight(at moment: Instant, since origin: Instant) -> Double {
        PortableMath.exp(growth * days(moment - origin))
    }

    private mutating func rescale(at now: Instant) {
        counts.scale(by: 1 / weight)
        days.weekday /= weight
        days.weekend /= weight
        weightOrigin = now
        weight = 1
    }

    mutating func observe(at now: Instant, clock: LocalClock, count: Double = 1) {
        advance(to: now, clock: clock)
        let base = clock.isWeekend(now) ? 24 : 0
        // Half an hour later, so that the whole part names the later of the two nearest hours.
        let position = clock.timeOfDay(now) + 1_800_000
        let upper = Int(position / 3_600_000)
        let share = Double(position % 3_600_000) / 3_600_000
        counts[base + (upper + 23) % 24] += count * weight * (1 - share)
        counts[base + upper % 24] += count * weight * share
    }

    /// Expected events per second in that hour (0 to 23) of a weekday or weekend day.
    func rate(hour: Int, weekend: Bool) -> Double {
        let all = days.weekday + days.weekend
        let prior = weight * priorDays
        let common = (counts[hour] + counts[24 + hour] + priorPerHour * prior) / (all + prior)
        let own = weekend ? days.weekend : days.weekday
        let count = counts[(weekend ? 24 : 0) + hour]
        let shrinkage = weight * Self.shrinkageDays
        return (count + shrinkage * common) / (own + shrinkage) / 3600
    }

    /// Expected events per second over all hours.
    var mean: Double {
        let prior = weight * priorDays
        return (counts.reduce(0, +) + 24 * priorPerHour * prior) / (days.weekday + days.weekend + prior)
            / 86_400
    }

    /// Expected events per second at `now`.
    func rate(at now: Instant, clock: LocalClock) -> Double {
        rate(hour: clock.hour(now), weekend: clock.isWeekend(now))
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(counters: &counts)
        try coder.code(amount: &days.weekday)
        try coder.code(amount: &days.weekend)
        try coder.code(&lastUpdate, &weightOrigin)
        guard Coder.isReader else { return }
        weight = 1
        if let lastUpdate, let weightOrigin { weight = weight(at: lastUpdate, since: weightOrigin) }
        try coder.check(weight >= 1 && weight <= Self.mostWeight)
    }
}
