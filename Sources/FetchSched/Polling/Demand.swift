/// How often each app is opened, where the openings of one say nothing about those of another: many people's, who use a
/// server. What they share is the hours of the day and week.
struct Demand: Sendable {
    /// A count of openings; old ones weigh less.
    fileprivate struct Count<Number: BinaryFloatingPoint & Sendable>: Sendable {
        var launches: Number = 0
        /// For how long they were observed, in seconds.
        var seconds: Number = 0
        /// When both were brought up to date, in seconds since 1970.
        var since: UInt32 = 0
    }

    private var records: [Count<Float>] = []
    /// How many apps there are.
    var appCount = 0
    private var all = Count<Double>()
    /// Openings of all apps, but for those of the present hour.
    private var hours: DailyRhythm
    /// The present hour and its openings, which count once it is over, so that the time of a query does not matter.
    private var hour = (number: Int64.min, launches: Int64(0))
    /// How demand compares with its mean by the hour, as of the start of the present one.
    private(set) var byHour = DemandHours()
    /// Start and end of that hour by the clock of the last call.
    private var present = (start: FetchTime.distantFuture, end: FetchTime.distantPast, clock: LocalClock())
    /// By how much the time that counts is ahead of the clock.
    private var shift = TimeSpan.zero
    /// How long an opening counts, in seconds: the mean of an exponential.
    private let memory: Double

    init(_ parameters: ForecastParameters) {
        memory = parameters.halfLifeDays * 86_400 / PortableMath.logarithmOfTwo
        hours = DailyRhythm(
            priorPerDay: parameters.priorSessionsPerDay, priorDays: parameters.priorDays,
            halfLifeDays: parameters.halfLifeDays)
    }

    /// How many openings of an app the belief weighs that it is like the others: few are, as demand is heavy-tailed.
    private static var priorLaunches: Double { 0.5 }

    // MARK: Learning

    /// An app was added at that place.
    mutating func add(_ app: Int, at now: FetchTime, _ clock: LocalClock) {
        turn(to: now, clock)
        if records.isEmpty {
            // So that there is room for decades of 32 bits, whatever the clock says.
            shift = min(max(.epoch, now), FetchTime(milliseconds: 1 << 41)) - now
            all.since = seconds(now)
        }
        grow(to: app + 1)
        records[app] = Count(since: seconds(now))
        appCount += 1
    }

    /// The app there was removed.
    mutating func remove(_ app: Int) {
        records[app] = Count()
        appCount -= 1
    }

    /// Makes room for apps at `count` places.
    mutating func grow(to count: Int) { records.grow(to: count, with: Count(), part: 8) }

    mutating func launch(_ app: Int, at now: FetchTime, _ clock: LocalClock) {
        turn(to: now, clock)
        hour.launches += hour.launches < .max ? 1 : 0
        records[app] = aged(records[app], to: seconds(now))
        records[app].launches += 1
        all = aged(all, to: seconds(now))
        all.launches += 1
    }

    /// Starts the hour of `now`, if that is a new hour.
    mutating func turn(to now: FetchTime, _ clock: LocalClock) {
        if now < present.end, now >= present.start, clock == present.clock { return }
        if present.end > .distantPast, now > present.end { pass(now - present.end) }
        let end = clock.nextHour(after: now)
        let start = end - .hours(1)
        present = (start, end, clock)
        let number = clock.day(now) &* 24 &+ Int64(clock.hour(now))
        guard number != hour.number else { return }
        if hour.launches > 0 {
            let ago = min(max(1, number &- hour.number), 10_000)
            let middle = start - TimeSpan(milliseconds: ago * 3_600_000 - 1_800_000)
            hours.observe(at: middle, clock: clock, count: Double(hour.launches))
        }
        hours.advance(to: start, clock: clock)
        hour = (number, 0)
        byHour.update(from: hours)
    }

    /// The clock was set back from `before`: no time has passed.
    mutating func clockWentBack(from before: FetchTime, to now: FetchTime, _ clock: LocalClock) {
        shift = shift + (before - now)
        present.end = now
        turn(to: now, clock)
    }

    /// Handles a gap without events. Up to the amount of an earlier backward step, the gap is the clock's correction. A
    /// long rest does not count: the host was away, or the clock was set.
    private mutating func pass(_ gap: TimeSpan) {
        let setRight = max(.zero, min(gap, shift))
        let rest = gap - setRight
        shift = shift - setRight - (rest > DailyRhythm.longestGap ? rest : .zero)
    }

    /// The time that counts, in seconds: it goes neither back nor far at once, whatever the clock does.
    private func seconds(_ now: FetchTime) -> UInt32 { AppTable.seconds(now + shift) }

    /// A count as it will be by then, unless that is past.
    private func aged<Number: BinaryFloatingPoint>(
        _ count: Count<Number>, to seconds: UInt32
    ) -> Count<Number> {
        guard seconds > count.since else { return count }
        let retention = PortableMath.exp(-Double(seconds - count.since) / memory)
        return Count(
            launches: Number(Double(count.launches) * retention),
            seconds: Number(Double(count.seconds) * retention + memory * (1 - retention)), since: seconds)
    }

    // MARK: Answers

    /// Whether any app was ever launched.
    var hasLaunches: Bool { all.launches > 0 }

    /// Openings of all apps per second, over all hours.
    func totalRate(at now: FetchTime) -> Double { totalRate(aged(all, to: seconds(now))) }

    private func totalRate(_ all: Count<Double>) -> Double {
        // An hour and an opening more, so that the initial rate is positive.
        max(1e-12, (1 + all.launches) / (3600 + all.seconds))
    }

    /// Openings of an app per second, over all hours.
    func rate(_ app: Int, at now: FetchTime) -> Double {
        let record = aged(records[app], to: seconds(now))
        let prior = totalRate(all) / Double(max(1, appCount))
        return (Self.priorLaunches + Double(record.launches))
            / (Self.priorLaunches / prior + Double(record.seconds))
    }
}

extension Demand.Count: SnapshotCoded where Number: SnapshotFloat {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amount: &launches)
        try coder.code(amount: &seconds)
        var wide = Int64(since)
        try coder.code(&wide)
        since = UInt32(clamping: wide)
    }
}

extension Demand: SnapshotCoded {
    /// Reads into one that has as many apps.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(each: &records)
        try coder.code(&all)
        try coder.code(&shift)
        try coder.code(&present.end)
        try coder.code(&hours)
        try coder.code(&hour.number)
        try coder.code(&hour.launches)
        try coder.check(hour.launches >= 0)
        if Coder.isReader, hour.number != .min { byHour.update(from: hours) }
    }
}

/// How demand compares with its mean at each hour of a weekday and of a weekend day.
///
/// Only launches that are about to come make a request pay now: for later ones it can wait. From the middle of an hour
/// to that of the next the factor is a straight line, so that sources do not all become due at the full hour.
struct DemandHours: Sendable {
    /// By hour of a weekday, then of a weekend day.
    private var factors = [Float](repeating: 1, count: 48)
    /// The largest of them.
    private(set) var most = 1.0

    mutating func update(from rhythm: DailyRhythm) {
        var sum = 0.0
        for hour in 0..<48 {
            let rate = rhythm.rate(hour: hour % 24, weekend: hour >= 24)
            factors[hour] = Float(rate)
            sum += rate * (hour >= 24 ? 2 : 5)
        }
        guard sum > 0 else { return self = DemandHours() }
        factors.scale(by: Float(24 * 7 / sum))
        most = Double(factors.reduce(0, max))
    }

    func factor(at moment: FetchTime, _ clock: LocalClock) -> Double {
        let earlier = moment - .minutes(30)
        let hour = clock.hourOfWeek(earlier)
        let part = Float(clock.timeOfDay(earlier) % 3_600_000) / 3_600_000
        let (present, next) = (factors[place(hour)], factors[place((hour + 1) % 168)])
        return Double(present + part * (next - present))
    }

    private func place(_ hour: Int) -> Int { (LocalClock.isWeekend(hour / 24) ? 24 : 0) + hour % 24 }
}
