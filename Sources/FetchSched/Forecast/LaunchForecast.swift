/// When each app is launched: the user's daily rhythm, what comes after a free moment, and which app is next.
///
/// The parts are learned apart and multiplied: an app's launch intensity is the user's rhythm times the app's
/// share in that hour; its chance of being launched before the next free moment is the chance that anything
/// is, times the chance that it is this app. So a new app has the user's rhythm from its first launch on.
struct LaunchForecast: Sendable {
    /// All launches by hour of day.
    private(set) var launches: DailyRhythm
    /// First launches of sessions by hour of day.
    private(set) var sessions: DailyRhythm
    private(set) var occasions = OccasionForecast()
    private(set) var nextApp: NextAppForecast

    private let sessionGap: TimeSpan
    /// Free moments while no app is in use: how many, in how much time; decayed.
    private var idleMoments = (count: 0.0, seconds: 3600.0)
    private var inUse = false
    /// The last launch, or end of use if that is later.
    private var lastChange: Instant?
    private var lastUseEnd: Instant?
    private var recency = RecencyHazard()
    private(set) var horizon = Horizon()
    /// Answers by app, kept until what they hang on changes.
    private var cache: [Cached] = []
    /// Counts launches and hours, so that a kept answer shows its age.
    private var version = 0
    private var versionHour = -1

    private struct Cached: Sendable {
        var version = -1
        var inSession = 0.0
        var first = 0.0
        var hour = Int64.min
        var change = 0.0
        var waits = Waits(toLaunch: 0, toSession: 0)
    }

    /// E[e^(-mT)] for the time until an app's next launch and until the next session.
    struct Waits: Sendable {
        var toLaunch: Double
        var toSession: Double
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
        while cache.count < count { cache.append(Cached()) }
    }

    // MARK: Learning

    mutating func launch(_ app: Int, at now: Instant, clock: LocalClock) {
        let newSession = !inUse && (lastUseEnd.map { now - $0 > sessionGap } ?? true)
        if !inUse, let since = lastUseEnd { learnPause(since: since, at: now, newSession, clock) }
        occasions.launch(at: now, newSession: newSession)
        launches.observe(at: now, clock: clock)
        if newSession {
            sessions.observe(at: now, clock: clock)
        } else {
            sessions.advance(to: now, clock: clock)
        }
        nextApp.learn(app, situation: newSession ? .newSession : .sameSession, hour: clock.hour(now))
        version += 1
        inUse = true
        lastChange = now
    }

    private mutating func learnPause(
        since begin: Instant, at now: Instant, _ newSession: Bool, _ clock: LocalClock
    ) {
        let pause = max(0, (now - begin).seconds)
        idleMoments.seconds += pause
        // About a month of a phone's pauses.
        if idleMoments.seconds > 2e6 { idleMoments = (idleMoments.count / 2, idleMoments.seconds / 2) }
        guard newSession else { return }
        // The rhythm's expectation, by quarters of the pause (hours at the most).
        let pieces = max(4, Int(min(pause / 3600, 47)) + 1)
        var expected = 0.0
        for piece in 0..<pieces {
            let moment = begin + .seconds(pause * (Double(piece) + 0.5) / Double(pieces))
            expected += sessions.rate(at: moment, clock: clock) * pause / Double(pieces)
        }
        recency.learn(pause: pause, expectedSessions: expected)
    }

    mutating func endOfUse(at now: Instant) {
        inUse = false
        lastChange = now
        lastUseEnd = now
    }

    mutating func freeMoment(at now: Instant) {
        if !inUse { idleMoments.count += 1 }
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
    mutating func launchedNext(_ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int) -> Double {
        refresh(app, hour: hour)
        return outlook.sameSession * cache[app].inSession + outlook.newSession * cache[app].first
    }

    /// The chance that the next session, if it begins in this hour, begins with `app`.
    mutating func beginsSession(_ app: Int, hour: Int) -> Double {
        refresh(app, hour: hour)
        return cache[app].first
    }

    private mutating func refresh(_ app: Int, hour: Int) {
        if hour != versionHour {
            version += 1
            versionHour = hour
        }
        guard cache[app].version != version else { return }
        cache[app].version = version
        cache[app].inSession = nextApp.probability(app, situation: .sameSession, hour: hour)
        cache[app].first = nextApp.probability(app, situation: .newSession, hour: hour)
    }

    /// The discounted waits of `app`, whose content changes at rate `change` (m) per second.
    ///
    /// - Complexity: O(1) within an hour of the clock while `change` stays within 10 %, else one pass over the
    ///   horizon.
    mutating func waits(
        _ app: Int, change: Double, factors: [Double], at now: Instant, clock: LocalClock
    ) -> Waits {
        let hourNumber = now.milliseconds / 3_600_000
        let cached = cache[app]
        if cached.hour == hourNumber, abs(cached.change - change) <= 0.1 * change { return cached.waits }
        updateHorizon(at: now, clock: clock)
        var waits = Waits(toLaunch: 0, toSession: 0)
        horizon.sessionDiscounts(change: change, factors: factors) { step, discount in
            if step == 0 { waits.toSession = discount }
        }
        let nextApp = nextApp
        waits.toLaunch = horizon.launchDiscount(
            change: change, factors: factors, meanShare: nextApp.popularity(app)
        ) {
            nextApp.share(app, hour: $0)
        }
        cache[app].hour = hourNumber
        cache[app].change = change
        cache[app].waits = waits
        return waits
    }

    /// Brings the horizon up to date.
    mutating func updateHorizon(at now: Instant, clock: LocalClock) {
        horizon.update(
            at: now, pauseBegin: inUse ? nil : lastUseEnd, clock: clock, launches: launches,
            sessions: sessions, recency: recency)
    }

    /// Launches of any app expected per second.
    mutating func useIntensity(at now: Instant, clock: LocalClock) -> Double {
        updateHorizon(at: now, clock: clock)
        return horizon.launchRates[0]
    }

    /// The chance that a launch now is one of `app`.
    func nextAppProbability(_ app: Int, at now: Instant, clock: LocalClock) -> Double {
        let newSession = !inUse && (lastUseEnd.map { now - $0 > sessionGap } ?? true)
        return nextApp.probability(
            app, situation: newSession ? .newSession : .sameSession, hour: clock.hour(now))
    }

    /// The chance that `app` is launched within `span`.
    mutating func launchProbability(
        _ app: Int, within span: TimeSpan, at now: Instant, clock: LocalClock
    ) -> Double {
        updateHorizon(at: now, clock: clock)
        var expected = 0.0
        for step in 0..<Horizon.count {
            let seconds = min(Horizon.begins[step + 1], span.seconds) - Horizon.begins[step]
            guard seconds > 0 else { break }
            expected += horizon.launchRates[step] * nextApp.share(app, hour: horizon.hours[step]) * seconds
        }
        return PortableMath.saturation(expected)
    }

    /// Free moments per second while no app is in use.
    var idleMomentRate: Double { idleMoments.count / idleMoments.seconds }
}
