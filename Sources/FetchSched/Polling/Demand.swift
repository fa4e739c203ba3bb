/// How often each app is launched by the many users of a server, where the launches of one app say nothing about those of
/// another. All apps share the hours of the day and week.
///
/// - Complexity: O(1) per launch and query; 24 bytes per app.
struct Demand: Sendable {
    /// Launches and the time in which they were counted; both decay.
    fileprivate struct Count: Sendable {
        var launches = 0.0
        var seconds = 0.0
        /// When the count was brought up to date.
        var since: Instant

        /// Lets time pass; `memory` is the mean of the exponential decay, in seconds.
        mutating func advance(to now: Instant, memory: Double) {
            guard now > since else { return }
            let kept = PortableMath.exp(-(now - since).seconds / memory)
            launches *= kept
            seconds = seconds * kept + memory * (1 - kept)
            since = now
        }
    }

    private var counts: [Count] = []
    /// The number of apps, without those that were removed.
    var appCount = 0
    private var total = Count(since: .distantFuture)
    /// Launches of all apps, without those of the current hour.
    private var hours: DailyRhythm
    /// The current hour, and its launches so far. They are learned when the hour is over, so that answers do not depend on
    /// when they are asked for.
    private var hour = (number: Int64.min, launches: Int64(0))
    /// The demand in the hours ahead, relative to its mean.
    private(set) var outlook = DemandOutlook()
    private let memory: Double

    init(_ parameters: ForecastParameters) {
        let parameters = parameters.inRange
        memory = parameters.halfLifeDays * 86_400 / 0.693_147_180_559_945_3
        hours = DailyRhythm(
            priorPerDay: parameters.priorSessionsPerDay, priorDays: parameters.priorDays,
            halfLifeDays: parameters.halfLifeDays)
    }

    // MARK: Learning

    mutating func add(_ app: Int, at now: Instant, _ clock: LocalClock) {
        advance(to: now, clock)
        if counts.isEmpty { total.since = now }
        counts.grow(to: app + 1, with: Count(since: now), part: 8)
        counts[app] = Count(since: now)
        appCount += 1
    }

    mutating func remove(_ app: Int) {
        counts[app] = Count(since: .distantPast)
        appCount -= 1
    }

    /// Makes room for `count` apps, which are read later.
    mutating func grow(to count: Int) {
        counts.grow(to: count, with: Count(since: .distantPast), part: 8)
        appCount = count
    }

    mutating func launch(_ app: Int, at now: Instant, _ clock: LocalClock) {
        advance(to: now, clock)
        hour.launches += hour.launches < .max ? 1 : 0
        counts[app].advance(to: now, memory: memory)
        counts[app].launches += 1
        total.advance(to: now, memory: memory)
        total.launches += 1
    }

    /// Starts the hour of `now` if it is another.
    mutating func advance(to now: Instant, _ clock: LocalClock) {
        let number = clock.day(now) &* 24 &+ Int64(clock.hour(now))
        guard number != hour.number else { return }
        let begin = clock.nextHour(after: now) - .hours(1)
        if hour.launches > 0 {
            let ago = min(max(1, number &- hour.number), 10_000)
            let middle = begin - TimeSpan(milliseconds: ago * 3_600_000 - 1_800_000)
            hours.observe(at: middle, clock: clock, count: Double(hour.launches))
        }
        hours.advance(to: begin, clock: clock)
        hour = (number, 0)
        outlook.update(from: hours)
    }

    /// Moves times that lie after `now`, to which the clock was set back.
    mutating func clockWentBack(to now: Instant, _ clock: LocalClock) {
        for app in counts.indices { counts[app].since = min(counts[app].since, now) }
        total.since = min(total.since, now)
        advance(to: now, clock)
    }

    // MARK: Answers

    /// Returns the launches of all apps per second, averaged over all hours.
    func totalRate(at now: Instant) -> Double {
        var total = total
        total.advance(to: now, memory: memory)
        return Self.rate(total)
    }

    private static func rate(_ total: Count) -> Double {
        // An hour and a launch as the prior.
        max(1e-12, (1 + total.launches) / (3600 + total.seconds))
    }

    /// Returns the launches of an app per second, averaged over all hours.
    func rate(_ app: Int, at now: Instant) -> Double {
        var count = counts[app]
        count.advance(to: now, memory: memory)
        let prior = Self.rate(total) / Double(max(1, appCount))
        // The prior weighs only half a launch, as demand is heavy-tailed.
        return (0.5 + count.launches) / (0.5 / prior + count.seconds)
    }
}

extension Demand: SnapshotCoded {
    /// Reads into a demand with as many apps.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for app in counts.indices { try coder.code(&counts[app]) }
        try coder.code(&total)
        try coder.code(&hours)
        try coder.code(&hour.number)
        try coder.code(&hour.launches)
        try coder.check(hour.launches >= 0)
        if Coder.isReader, hour.number != .min { outlook.update(from: hours) }
    }
}

extension Demand.Count: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amount: &launches)
        try coder.code(amount: &seconds)
        try coder.code(&since)
    }
}
