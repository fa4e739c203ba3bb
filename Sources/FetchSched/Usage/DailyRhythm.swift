/// How often an event happens at each hour of the local day, on weekdays and at weekends, with forgetting.
///
/// An event counts for the two nearest hours, so that habits near the full hour are not cut in two. Time counts for the
/// kind of day that it passed in. Each kind of day is shrunk towards the profile of all days, and that towards an equal
/// number of events at each hour.
///
/// Old events fade with the time that is counted, however many steps it passes in.
struct DailyRhythm: Sendable, SnapshotCoded {
    /// Events by kind of day (weekday, weekend) and hour.
    private(set) var counts = [Double](repeating: 0, count: 48)
    /// Days observed, by kind.
    private(set) var days = (weekday: 0.0, weekend: 0.0)
    private var lastUpdate: FetchTime?
    /// By how much counts fade per day, as an exponent of e.
    private let fading: Double
    /// Events that are expected at each hour of a day.
    private let priorPerHour: Double
    private let priorDays: Double
    /// Days of a kind that weigh as much as the common profile.
    private static let shrinkageDays = 3.0
    /// Longest initial part of a gap that counts; after it the host may have been away.
    static var longestGap: TimeSpan { .days(3) }

    /// Makes a rhythm that expects `priorPerDay` events until it has seen about `priorDays` days.
    init(priorPerDay: Double, priorDays: Double, halfLifeDays: Double) {
        fading = PortableMath.logarithmOfTwo / halfLifeDays
        priorPerHour = priorPerDay / 24
        self.priorDays = priorDays
    }

    /// Lets time pass without an event, until `now`; none passes where the clock was set back.
    mutating func advance(to now: FetchTime, clock: LocalClock) {
        var moment = lastUpdate ?? now
        lastUpdate = now
        let end = min(now, moment + Self.longestGap)
        while moment < end {
            let next = min(end, clock.nextKindOfDay(after: moment))
            let faded = PortableMath.saturation(fading * (next - moment).seconds / 86_400)
            counts.scale(by: 1 - faded)
            days = (days.weekday * (1 - faded), days.weekend * (1 - faded))
            let passed = faded / fading
            if clock.isWeekend(moment) { days.weekend += passed } else { days.weekday += passed }
            moment = next
        }
    }

    mutating func observe(at now: FetchTime, clock: LocalClock, count: Double = 1) {
        advance(to: now, clock: clock)
        let base = clock.isWeekend(now) ? 24 : 0
        // Half an hour later, so that the whole part names the later of the two nearest hours.
        let position = clock.timeOfDay(now) + 1_800_000
        let upper = Int(position / 3_600_000)
        let share = Double(position % 3_600_000) / 3_600_000
        counts[base + (upper + 23) % 24] += count * (1 - share)
        counts[base + upper % 24] += count * share
    }

    /// Expected events per second in that hour (0 to 23) of a weekday or weekend day.
    func rate(hour: Int, weekend: Bool) -> Double {
        let all = days.weekday + days.weekend
        let common = (counts[hour] + counts[24 + hour] + priorPerHour * priorDays) / (all + priorDays)
        let own = weekend ? days.weekend : days.weekday
        let count = counts[(weekend ? 24 : 0) + hour]
        return (count + Self.shrinkageDays * common) / (own + Self.shrinkageDays) / 3600
    }

    /// Expected events per second over all hours.
    var mean: Double {
        (counts.reduce(0, +) + 24 * priorPerHour * priorDays) / (days.weekday + days.weekend + priorDays)
            / 86_400
    }

    /// Expected events per second at `now`.
    func rate(at now: FetchTime, clock: LocalClock) -> Double {
        rate(hour: clock.hour(now), weekend: clock.isWeekend(now))
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amounts: &counts)
        try coder.code(amounts: &days.weekday, &days.weekend)
        try coder.code(&lastUpdate)
    }
}
