/// When each app is launched: the user's daily rhythm, what comes after a free moment, and which app is next.
///
/// The parts are learned apart and multiplied: an app's launch intensity is the user's rhythm times the app's
/// share in that hour; its chance of being launched before the next free moment is the chance that anything
/// is, times the chance that it is this app. So a new app has the user's rhythm from its first launch on.
public struct LaunchForecast: Sendable {
    /// All launches by hour of day.
    private(set) var launches: DailyRhythm
    /// First launches of sessions by hour of day.
    private(set) var sessions: DailyRhythm
    private(set) var occasions = OccasionForecast()
    private(set) var nextApp: NextAppForecast

    private let sessionGap: TimeSpan
    private var inUse = false
    /// The last launch, or end of use if that is later.
    private var lastChange: Instant?
    private var lastUseEnd: Instant?
    /// Discounted waits by app, valid for one hour of the clock.
    private var cache: [CachedWait] = []

    private struct CachedWait: Sendable {
        var hour = Int64.min
        var change = 0.0
        var toLaunch = 0.0
        var toSession = 0.0
    }

    init(_ configuration: Configuration) {
        let parameters = configuration.forecast
        sessionGap = configuration.sessionGap
        launches = DailyRhythm(
            priorPerDay: parameters.priorSessionsPerDay * 2.2, priorDays: parameters.priorDays,
            halfLifeDays: parameters.halfLifeDays)
        sessions = DailyRhythm(
            priorPerDay: parameters.priorSessionsPerDay, priorDays: parameters.priorDays,
            halfLifeDays: parameters.halfLifeDays)
        nextApp = NextAppForecast(parameters)
    }

    mutating func grow(to count: Int) {
        nextApp.grow(to: count)
        while cache.count < count { cache.append(CachedWait()) }
    }

    // MARK: Learning

    mutating func launch(_ app: Int, at now: Instant, clock: LocalClock) {
        let newSession = !inUse && (lastUseEnd.map { now - $0 > sessionGap } ?? true)
        occasions.launch(at: now, newSession: newSession)
        launches.observe(at: now, clock: clock)
        if newSession {
            sessions.observe(at: now, clock: clock)
        } else {
            sessions.advance(to: now, clock: clock)
        }
        nextApp.learn(app, situation: newSession ? .newSession : .sameSession, hour: clock.hour(now))
        inUse = true
        lastChange = now
    }

    mutating func endOfUse(at now: Instant) {
        inUse = false
        lastChange = now
        lastUseEnd = now
    }

    mutating func freeMoment(at now: Instant) {
        occasions.moment(at: now, context: context(at: now))
    }

    private func context(at now: Instant) -> Int {
        let elapsed = lastChange.map { now - $0 } ?? .max
        return OccasionForecast.context(inUse: inUse, elapsed: elapsed)
    }

    // MARK: Answers

    /// What comes after a free moment now.
    func outlook(at now: Instant) -> OccasionForecast.Outlook {
        occasions.outlook(context(at: now))
    }

    /// The chance that `app` is launched before the next free moment.
    func launchedNext(_ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int) -> Double {
        outlook.sameSession * nextApp.probability(app, situation: .sameSession, hour: hour)
            + outlook.newSession * nextApp.probability(app, situation: .newSession, hour: hour)
    }

    /// E[e^(-mT)] for the time T until the app's next launch and until the next session, at rate `change` (m)
    /// per second.
    ///
    /// - Complexity: O(1) within an hour of the clock while `change` stays within 5 %, else 24 steps.
    mutating func discountedWaits(
        _ app: Int, change: Double, at now: Instant, clock: LocalClock
    ) -> (toLaunch: Double, toSession: Double) {
        let hourNumber = now.milliseconds / 3_600_000
        let cached = cache[app]
        if cached.hour == hourNumber, abs(cached.change - change) <= 0.05 * change {
            return (cached.toLaunch, cached.toSession)
        }
        let startHour = clock.hour(now)
        let weekendNow = clock.isWeekend(now)
        let weekendNext = clock.isWeekend(now + .days(1))
        var meanLaunch = 0.0
        var meanSession = 0.0
        for hour in 0..<24 {
            meanLaunch += launches.rate(hour: hour, weekend: weekendNext) * nextApp.share(app, hour: hour) / 24
            meanSession += sessions.rate(hour: hour, weekend: weekendNext) / 24
        }
        var toLaunch = DiscountedWait.constant(rate: meanLaunch, change: change)
        var toSession = DiscountedWait.constant(rate: meanSession, change: change)
        for step in stride(from: 23, through: 0, by: -1) {
            let hour = (startHour + step) % 24
            let weekend = startHour + step < 24 ? weekendNow : weekendNext
            toLaunch = DiscountedWait.step(
                rate: launches.rate(hour: hour, weekend: weekend) * nextApp.share(app, hour: hour),
                change: change, seconds: 3600, after: toLaunch)
            toSession = DiscountedWait.step(
                rate: sessions.rate(hour: hour, weekend: weekend), change: change, seconds: 3600,
                after: toSession)
        }
        cache[app] = CachedWait(
            hour: hourNumber, change: change, toLaunch: toLaunch, toSession: toSession)
        return (toLaunch, toSession)
    }

    /// Session starts per second expected at `moment`.
    func sessionRate(at moment: Instant, clock: LocalClock) -> Double {
        sessions.rate(at: moment, clock: clock)
    }
}
