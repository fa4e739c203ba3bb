/// When each app is launched: when the user opens any app, which one it is, and what comes after a free moment.
///
/// The parts are learned apart and multiplied: an app's launch intensity is the intensity of all launches times
/// the chance that the launch is one of this app; its chance of being launched before the next free moment is
/// the chance that anything is, times the chance that it is this app. So a new app has the user's rhythm from
/// its first launch on.
struct LaunchForecast: Sendable {
    /// When any app is launched.
    private(set) var use: UseForecast
    /// First launches of sessions by hour of day.
    private(set) var sessions: DailyRhythm
    private(set) var presence: SessionPresence
    private(set) var course: SessionCourse
    private(set) var recency = SessionRecency()
    var calibration = SessionCalibration()
    var occasions: OccasionForecast
    var nextApp: NextAppForecast

    let sessionGap: TimeSpan
    let heedsContext: Bool
    let calibratesSessions: Bool
    let forecasts: Bool
    /// Free moments while no app is in use: how many, in how much time; decayed.
    var idleMoments = (count: 0.0, seconds: 3600.0)
    private var idleFrom: Instant?
    var inUse = false
    var arrivals = Arrivals()
    /// The last launch, or end of use if that is later.
    private(set) var lastChange: Instant?
    var lastUseEnd: Instant?
    var horizon = Horizon()
    /// The chance that the session goes on, the same for all apps, as long as nothing happens.
    var continued: (at: Instant, since: Instant, chance: Double)?
    /// Counts what was learned of uses and sessions.
    var learned: UInt32 = 0
    /// Answers by the app's row in ``nextApp``.
    var kept = KeptAnswers()
    /// Whether what is answered about an app that was never launched is kept, which takes a row for it. Not in a copy that
    /// is asked about all apps and thrown away: each would make the tables grow.
    var keepsUnlaunched = true
    /// Most apps that are told apart. The others have the chance of one that was never launched. Fewer in tests.
    var mostRows = 1024

    /// E[e^(-mT)] for the time until an app's next launch in a session to come, and until the next session.
    struct Waits: Sendable {
        var toLaunch: Double
        var toSession: Double
        /// As `toLaunch`, of the sessions after the present one.
        var later: Double

        init(toLaunch: Double, toSession: Double) {
            self.toLaunch = toLaunch
            self.toSession = toSession
            later = toLaunch
        }
    }

    init(_ configuration: Configuration) {
        var configuration = configuration
        configuration.forecast = configuration.forecast.inRange
        forecasts = configuration.experiment.forecasts
        heedsContext = configuration.experiment.sessionContext && forecasts
        if !forecasts {
            configuration.forecast.timeExpert = .constant
            configuration.forecast.appExpert = .popularity
        } else if !heedsContext {
            configuration.forecast.timeExpert = .rhythm
            configuration.forecast.appExpert = .hour
        }
        let parameters = configuration.forecast
        // One expert has no chances of all apps at once.
        calibratesSessions =
            configuration.experiment.calibratesSessions && heedsContext && parameters.appExpert == nil
        sessionGap = configuration.sessionGap
        // Where nothing is forecast nothing is known of people.
        let start: ModelStart =
            configuration.experiment.startsFitted && forecasts ? FittedPrior.start : .plain
        use = UseForecast(configuration, start: start)
        occasions = OccasionForecast(configuration.radio)
        sessions = DailyRhythm(
            priorPerDay: parameters.priorSessionsPerDay, priorDays: parameters.priorDays,
            halfLifeDays: parameters.halfLifeDays, shape: start.hours)
        presence = SessionPresence(halfLife: parameters.halfLifeLaunches / 6)
        course = SessionCourse(halfLife: parameters.halfLifeLaunches / 6)
        nextApp = NextAppForecast(parameters, start: start.nextApp)
        growRows()
    }

    mutating func grow(to count: Int) {
        nextApp.grow(to: count)
        growRows()
        kept.renew()
    }

    /// There is a new app at that place.
    ///
    /// - Parameter isNew: whether the place is new, too.
    mutating func register(_ app: Int, isNew: Bool) {
        if isNew { nextApp.grow(to: app + 1) } else { nextApp.refill() }
        kept.renew()
        // All chances are shared with one more.
        learned &+= 1
    }

    /// So many places have no app.
    mutating func setVacancies(_ count: Int) { nextApp.setVacancies(count) }

    /// Whether anything is kept of the app.
    func knows(_ app: Int) -> Bool { nextApp.tables.row(of: app) > 0 }

    /// Forgets an app: nothing of it is left in any table, and the others share its chances. What was learned of uses and
    /// sessions, whichever their apps, stays.
    ///
    /// - Complexity: O(1) if it was never launched or looked at, else O(apps that were).
    mutating func forget(_ app: Int) {
        let row = nextApp.tables.row(of: app)
        nextApp.forget(app)
        calibration.forget(app)
        if row > 0 {
            presence.remove(row)
            kept.remove(row)
        }
        kept.renew()
        learned &+= 1
    }

    private mutating func growRows() {
        presence.grow(to: nextApp.tables.rowCount)
        kept.grow(to: nextApp.tables.rowCount)
    }

    /// Changes when what is kept of the apps' shares is renewed.
    mutating func version(hour: Int, at now: Instant) -> UInt32 {
        turnShares(to: hour, at: now)
        return kept.version
    }

    private mutating func turnShares(to hour: Int, at now: Instant) {
        kept.turn(to: Int(truncatingIfNeeded: ForecastStep.of(now) &* 24) &+ hour)
    }

    /// Changes when what is kept of the apps' waits is.
    mutating func waitsVersion(at now: Instant, _ clock: LocalClock, _ pace: ContentHours.Pace) -> UInt32 {
        turnWaits(at: now, clock, pace)
        return kept.waitsVersion
    }

    /// The app's row; it gets one if it has none.
    mutating func ownRow(of app: Int) -> Int {
        let row = nextApp.ownRow(of: app)
        growRows()
        return row
    }

    // MARK: Learning

    mutating func launch(_ app: Int, at now: Instant, clock: LocalClock) {
        let newSession = isNewSession(at: now)
        passIdleTime(until: now)
        idleFrom = nil
        if newSession {
            arrivals.habits.beginSession(
                announced: arrivals.current(at: now).map { occasions.isInTime($0.at, launch: now) } ?? false)
        }
        arrivals.end(at: now, launched: true)
        occasions.launch(at: now, newSession: newSession)
        use.launch(at: now, clock: clock)
        if newSession {
            sessions.observe(at: now, clock: clock)
        } else {
            sessions.advance(to: now, clock: clock)
        }
        makeRoom(for: app)
        let row = nextApp.ownRow(launching: app)
        growRows()
        learnSession(app, newSession: newSession, at: now, clock: clock)
        learnRecency(row, newSession: newSession)
        presence.learn(row, newSession: newSession)
        course.learn(at: now, newSession: newSession)
        nextApp.learn(
            app, situation: newSession ? .newSession : .sameSession, hour: clock.hour(now), at: now)
        kept.renew()
        continued = nil
        inUse = true
        learned &+= 1
        lastChange = now
    }

    /// Learns from a launch which apps sessions have, before it is counted.
    private mutating func learnRecency(_ launched: Int, newSession: Bool) {
        if newSession {
            recency.beginSession()
            for row in 1..<nextApp.tables.rowCount where nextApp.tables.wasLaunched(row: row) {
                let share = presence.share(row, prior: nextApp.tables.popularity(row: row))
                recency.expect(share, cell: nextApp.tables.sessionCell(row, fromNext: true))
            }
        }
        // One that the session had before is not met again.
        let cell = nextApp.tables.sessionCell(launched, fromNext: newSession)
        if cell > 0, nextApp.tables.wasLaunched(row: launched) { recency.meet(cell: cell) }
    }

    mutating func endOfUse(at now: Instant, clock: LocalClock) {
        use.endOfUse(at: now, clock: clock)
        occasions.endOfUse(at: now)
        inUse = false
        learned &+= 1
        lastChange = now
        lastUseEnd = now
        idleFrom = now
    }

    /// Learns of the next alarm of that kind, or that there is none any more.
    ///
    /// - Returns: whether that is news.
    mutating func tell(_ alarm: Alarm, at moment: Instant?, now: Instant, clock: LocalClock) -> Bool {
        guard heedsContext, use.tell(alarm, at: moment, now: now, clock: clock) else { return false }
        learned &+= 1
        return true
    }

    /// The time zone changes now, from that of `clock`: what has passed until now passed in it.
    mutating func zoneChanges(at now: Instant, from clock: LocalClock) {
        use.advance(to: now, clock: clock)
        sessions.advance(to: now, clock: clock)
        continued = nil
        learned &+= 1
    }

    /// The clock was set back: nothing has happened after `now`.
    mutating func clockWentBack(to now: Instant) {
        lastChange = lastChange.map { min($0, now) }
        lastUseEnd = lastUseEnd.map { min($0, now) }
        idleFrom = idleFrom.map { min($0, now) }
        arrivals.clockWentBack(to: now)
        use.clockWentBack(to: now)
        course.clockWentBack(to: now)
        learned &+= 1
        nextApp.clockWentBack(to: now)
        kept.renew()
    }

    private mutating func passIdleTime(until now: Instant) {
        if let idleFrom { idleMoments.seconds += min(max(0, (now - idleFrom).seconds), 86_400) }
        // About a month of a phone's pauses.
        if idleMoments.seconds > 2e6 { idleMoments = (idleMoments.count / 2, idleMoments.seconds / 2) }
    }

    mutating func freeMoment(at now: Instant) {
        if !inUse {
            passIdleTime(until: now)
            idleMoments.count += 1
            idleFrom = now
        }
        occasions.moment(at: now, context: context(at: now))
    }

    func isNewSession(at now: Instant) -> Bool {
        !inUse && (lastUseEnd.map { now - $0 > sessionGap } ?? true)
    }

    // MARK: Answers about the moment

    /// By hour of day, the chance that a session that begins then begins with `app`, times `factor`, appended to `result`.
    mutating func appendBeginsSession(
        _ app: Int, times factor: Double, at now: Instant, _ clock: LocalClock, to result: inout [Double]
    ) {
        nextApp.appendHourly(
            app, situation: .newSession, times: factor, hour: clock.hour(now), at: now, to: &result)
    }

    /// Brings the app's shares up to date; its row.
    mutating func refresh(_ app: Int, hour: Int, at now: Instant) -> Int {
        let row = nextApp.tables.row(of: app)
        turnShares(to: hour, at: now)
        guard !kept.hasShares(row) else { return row }
        let shares = nextApp.shares(of: app, hour: hour, at: now)
        kept.keep(inSession: shares.sameSession, first: shares.newSession, of: row)
        return row
    }

    /// Launches of any app expected per second; lets no time pass.
    func useIntensity(_ now: Instant, _ clock: LocalClock) -> Double {
        var use = use
        return intensity(at: now, use.intensity(at: now, clock: clock))
    }

    /// The same, letting it pass.
    mutating func useIntensity(at now: Instant, clock: LocalClock) -> Double {
        intensity(at: now, use.intensity(at: now, clock: clock))
    }

    private func intensity(at now: Instant, _ habitual: Double) -> Double {
        inUse ? habitual : arrivals.intensity(at: now, habitual)
    }

    /// The chance that a launch now is one of `app`.
    mutating func nextAppProbability(_ app: Int, at now: Instant, clock: LocalClock) -> Double {
        nextApp.probability(
            app, situation: isNewSession(at: now) ? .newSession : .sameSession, hour: clock.hour(now), at: now
        )
    }
}

/// Reads into one that has grown to its number of apps.
extension LaunchForecast: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&nextApp)
        if Coder.isReader { growRows() }
        try coder.code(&use)
        try coder.code(&sessions)
        try coder.code(&presence)
        try coder.code(&recency)
        try coder.code(&occasions)
        try coder.code(amount: &idleMoments.count)
        try coder.code(amount: &idleMoments.seconds)
        // It began with an hour.
        try coder.check(idleMoments.seconds >= 3600)
        try coder.code(&idleFrom)
        try coder.code(&inUse)
        try coder.code(&lastChange)
        try coder.code(&lastUseEnd)
        try coder.code(&arrivals)
        try coder.check(arrivals.last == nil || !inUse)
        try coder.code(&course)
        try coder.code(&calibration)
    }
}
