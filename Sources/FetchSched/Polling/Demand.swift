/// How often each app is opened, where the openings of one say nothing about those of another: many people's, who use a
/// server. What they share is the hours of the day and week.
///
/// - Complexity: O(1) per opening and question; 12 bytes an app.
struct Demand: Sendable {
    /// Count of one app's openings; old ones weigh less.
    private struct Record: Sendable {
        var launches: Float = 0
        /// For how long it was observed, in seconds.
        var seconds: Float = 0
        /// When both were brought up to date, in seconds since 1970.
        var since: UInt32 = 0
    }

    private var records: [Record] = []
    /// How many apps there are.
    var appCount = 0
    /// Count of all apps together, in full.
    private var all = (launches: 0.0, seconds: 0.0, since: UInt32(0))
    /// Openings of all apps, but for those of the present hour.
    private var hours: DailyRhythm
    /// The present hour: which one it is, and how many openings it had. They count once it is over, so that it does not
    /// matter when a question is asked.
    private var hour = (number: Int64.min, launches: Int64(0))
    /// How demand compares with its mean by the hour, as of the begin of the present one.
    private(set) var byHour = DemandHours()
    /// Begin and end of that hour by the clock that was last asked.
    private var present = (begin: Instant.distantFuture, end: Instant.distantPast, clock: LocalClock())
    /// By how much the time that counts is ahead of the clock.
    private var shift = TimeSpan.zero
    /// How long an opening counts, in seconds: the mean of an exponential.
    private let memory: Double

    init(_ parameters: ForecastParameters) {
        let parameters = parameters.inRange
        memory = parameters.halfLifeDays * 86_400 / 0.693_147_180_559_945_3
        hours = DailyRhythm(
            priorPerDay: parameters.priorSessionsPerDay, priorDays: parameters.priorDays,
            halfLifeDays: parameters.halfLifeDays)
    }

    /// How many openings of an app the belief weighs that it is like the others: few are, as demand is heavy-tailed.
    private static var priorLaunches: Double { 0.5 }

    // MARK: Learning

    /// An app was added at that place.
    mutating func add(_ app: Int, at now: Instant, _ clock: LocalClock) {
        turn(to: now, clock)
        if records.isEmpty {
            // So that there is room for decades of 32 bits, whatever the clock says.
            shift = min(max(.epoch, now), Instant(milliseconds: 1 << 41)) - now
            all.since = seconds(now)
        }
        records.grow(to: app + 1, with: Record(), part: 8)
        records[app] = Record(since: seconds(now))
        appCount += 1
    }

    /// The app there was removed.
    mutating func remove(_ app: Int) {
        records[app] = Record()
        appCount -= 1
    }

    /// Makes room for apps up to `count`, whose records are read later.
    mutating func grow(to count: Int) {
        records.grow(to: count, with: Record(), part: 8)
        appCount = count
    }

    mutating func launch(_ app: Int, at now: Instant, _ clock: LocalClock) {
        turn(to: now, clock)
        hour.launches += hour.launches < .max ? 1 : 0
        var record = aged(records[app], to: seconds(now))
        record.launches += 1
        records[app] = record
        age(to: seconds(now))
        all.launches += 1
    }

    /// Begins the hour of `now`, if that is another.
    mutating func turn(to now: Instant, _ clock: LocalClock) {
        if now < present.end, now >= present.begin, clock == present.clock { return }
        if present.end > .distantPast, now > present.end { pass(now - present.end) }
        let end = clock.nextHour(after: now)
        let begin = end - .hours(1)
        present = (begin, end, clock)
        let number = clock.day(now) &* 24 &+ Int64(clock.hour(now))
        guard number != hour.number else { return }
        if hour.launches > 0 {
            let ago = min(max(1, number &- hour.number), 10_000)
            let middle = begin - TimeSpan(milliseconds: ago * 3_600_000 - 1_800_000)
            hours.observe(at: middle, clock: clock, count: Double(hour.launches))
        }
        hours.advance(to: begin, clock: clock)
        hour = (number, 0)
        byHour.update(from: hours)
    }

    /// The clock was set back from `before`: no time has passed.
    mutating func clockWentBack(from before: Instant, to now: Instant, _ clock: LocalClock) {
        shift = shift + (before - now)
        present.end = now
        turn(to: now, clock)
    }

    /// Time without a sign of life. As much of it as the clock was set back by before is its being set right. The rest does not
    /// count if it is long: then nobody was looking, or the clock was set.
    private mutating func pass(_ gap: TimeSpan) {
        let setRight = max(.zero, min(gap, shift))
        let rest = gap - setRight
        shift = shift - setRight - (rest > DailyRhythm.longestGap ? rest : .zero)
    }

    /// The time that counts, in seconds: it goes neither back nor far at once, whatever the clock does.
    private func seconds(_ now: Instant) -> UInt32 { AppTable.seconds(now + shift) }

    /// Share of a count kept after so long.
    private func kept(from begin: UInt32, to end: UInt32) -> Double {
        end > begin ? PortableMath.exp(-Double(end - begin) / memory) : 1
    }

    private mutating func age(to seconds: UInt32) {
        guard seconds > all.since else { return }
        let kept = kept(from: all.since, to: seconds)
        all = (all.launches * kept, all.seconds * kept + memory * (1 - kept), seconds)
    }

    private func aged(_ record: Record, to seconds: UInt32) -> Record {
        guard seconds > record.since else { return record }
        let kept = kept(from: record.since, to: seconds)
        return Record(
            launches: Float(Double(record.launches) * kept),
            seconds: Float(Double(record.seconds) * kept + memory * (1 - kept)), since: seconds)
    }

    // MARK: Answers

    /// Whether any app was ever launched.
    var hasLaunches: Bool { all.launches > 0 }

    /// Openings of all apps per second, over all hours.
    func totalRate(at now: Instant) -> Double {
        var copy = self
        copy.age(to: seconds(now))
        return totalRate(copy.all)
    }

    private func totalRate(_ all: (launches: Double, seconds: Double, since: UInt32)) -> Double {
        // An hour and an opening, so that there is one to begin with.
        max(1e-12, (1 + all.launches) / (3600 + all.seconds))
    }

    /// Openings of an app per second, over all hours.
    func rate(_ app: Int, at now: Instant) -> Double {
        let record = aged(records[app], to: seconds(now))
        let prior = totalRate(all) / Double(max(1, appCount))
        return (Self.priorLaunches + Double(record.launches))
            / (Self.priorLaunches / prior + Double(record.seconds))
    }

}

extension Demand: SnapshotCoded {
    /// Reads into one that has as many apps.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for app in records.indices {
            try coder.code(&records[app].launches)
            try coder.code(&records[app].seconds)
            try coder.check(records[app].launches >= 0 && records[app].seconds >= 0)
            try coder.check(records[app].launches <= 1e30 && records[app].seconds <= 1e30)
            var since = Int64(records[app].since)
            try coder.code(&since)
            records[app].since = UInt32(clamping: since)
        }
        try coder.code(amount: &all.launches)
        try coder.code(amount: &all.seconds)
        var since = Int64(all.since)
        try coder.code(&since)
        all.since = UInt32(clamping: since)
        try coder.code(&shift)
        try coder.code(&present.end)
        try coder.code(&hours)
        try coder.code(&hour.number)
        try coder.code(&hour.launches)
        try coder.check(hour.launches >= 0)
        if Coder.isReader, hour.number != .min { byHour.update(from: hours) }
    }
}
