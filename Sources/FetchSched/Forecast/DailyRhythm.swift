/// How often something happens at each hour of the local day, on weekdays and at weekends, learned with
/// smoothing and forgetting.
///
/// An event counts for the two nearest hours, so that habits near the full hour are not cut in two. The two
/// kinds of day share what they have in common: each is shrunk towards their common profile, and that
/// towards a flat prior.
///
/// - Complexity: O(1) per event and query; 48 counters.
struct DailyRhythm: Sendable {
    /// Decayed counts by kind of day (weekday, weekend) and hour.
    private var counts = [Double](repeating: 0, count: 48)
    /// Decayed number of days observed, by kind.
    private var days = (0.0, 0.0)
    private var lastUpdate: Instant?
    private var lastDecay: Instant?
    private let halfLifeDays: Double
    private let priorPerHour: Double
    private let priorDays: Double
    /// Days of a kind that weigh as much as the common profile.
    private static let shrinkageDays = 3.0

    /// Makes a rhythm that expects `priorPerDay` events until it has seen about `priorDays` days.
    init(priorPerDay: Double, priorDays: Double, halfLifeDays: Double) {
        self.halfLifeDays = halfLifeDays
        self.priorPerHour = priorPerDay / 24
        self.priorDays = priorDays
    }

    /// Lets time pass without an event, until `now`, `local` by the local clock.
    mutating func advance(to now: Instant, _ local: LocalTime) {
        guard let last = lastUpdate, now > last else {
            // Also if the clock was set back: else no day would pass until it has caught up.
            lastUpdate = now
            if let decay = lastDecay, decay > now { lastDecay = now }
            return
        }
        lastUpdate = now
        // A gap of more than a few days says that nobody was looking, not that nothing happened.
        let passed = min((now - last).seconds / 86_400, 3)
        if local.isWeekend { days.1 += passed } else { days.0 += passed }
        let sinceDecay = min((now - (lastDecay ?? last)).seconds / 86_400, 3)
        if lastDecay == nil { lastDecay = last }
        if sinceDecay >= 0.25 {
            lastDecay = now
            let kept = PortableMath.exp(-sinceDecay / halfLifeDays * 0.693_147_180_559_945_3)
            counts.scale(by: kept)
            days.0 *= kept
            days.1 *= kept
        }
    }

    /// Learns that the event happened now.
    mutating func observe(at now: Instant, _ local: LocalTime) {
        advance(to: now, local)
        let base = local.isWeekend ? 24 : 0
        // Half an hour later, so that the whole part names the later of the two nearest hours.
        let position = local.timeOfDay + 1_800_000
        let upper = Int(position / 3_600_000)
        let share = Double(position % 3_600_000) / 3_600_000
        counts[base + (upper + 23) % 24] += 1 - share
        counts[base + upper % 24] += share
    }

    /// Expected events per second in that hour (0 to 23) of a weekday or weekend day.
    func rate(hour: Int, weekend: Bool) -> Double {
        let all = days.0 + days.1
        let common =
            (counts[hour] + counts[24 + hour] + priorPerHour * priorDays) / (all + priorDays)
        let own = weekend ? days.1 : days.0
        let count = counts[(weekend ? 24 : 0) + hour]
        return (count + Self.shrinkageDays * common) / (own + Self.shrinkageDays) / 3600
    }

    /// Expected events per second at `now`.
    func rate(at now: Instant, clock: LocalClock) -> Double {
        let local = clock.time(now)
        return rate(hour: local.hour, weekend: local.isWeekend)
    }
}

extension DailyRhythm: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(counters: &counts)
        try coder.code(amount: &days.0)
        try coder.code(amount: &days.1)
        try coder.code(&lastUpdate)
        try coder.code(&lastDecay)
    }
}
