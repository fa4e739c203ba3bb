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
    private(set) var occasions: OccasionForecast
    private(set) var nextApp: NextAppForecast

    private let sessionGap: TimeSpan
    private let heedsContext: Bool
    private let forecasts: Bool
    /// Free moments while no app is in use: how many, in how much time; decayed.
    private var idleMoments = (count: 0.0, seconds: 3600.0)
    private var idleFrom: Instant?
    private var inUse = false
    /// The last launch, or end of use if that is later.
    private var lastChange: Instant?
    private var lastUseEnd: Instant?
    private(set) var horizon = Horizon()
    /// The chance that the session goes on, the same for all apps.
    private var continued: (at: Instant, since: Instant, chance: Double)?
    /// Counts what was learned of uses and sessions.
    private var learned: UInt32 = 0
    /// Answers by the app's row in ``nextApp``.
    private var kept = KeptAnswers()

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
        sessionGap = configuration.sessionGap
        use = UseForecast(configuration)
        occasions = OccasionForecast(tail: configuration.radio.tailSeconds)
        sessions = DailyRhythm(
            priorPerDay: parameters.priorSessionsPerDay, priorDays: parameters.priorDays,
            halfLifeDays: parameters.halfLifeDays)
        presence = SessionPresence(halfLife: parameters.halfLifeLaunches / 6)
        nextApp = NextAppForecast(parameters)
        growRows()
    }

    mutating func grow(to count: Int) {
        nextApp.grow(to: count)
        growRows()
        kept.renew()
    }

    private mutating func growRows() {
        presence.grow(to: nextApp.tables.rowCount)
        kept.grow(to: nextApp.tables.rowCount)
    }

    /// Changes when what is kept of the apps' shares is renewed.
    var version: UInt32 { kept.version }

    /// The app's row; it gets one if it has none.
    private mutating func ownRow(of app: Int) -> Int {
        let row = nextApp.ownRow(of: app)
        growRows()
        return row
    }

    // MARK: Learning

    mutating func launch(_ app: Int, at now: Instant, clock: LocalClock) {
        let newSession = isNewSession(at: now)
        passIdleTime(until: now)
        idleFrom = nil
        occasions.launch(at: now, newSession: newSession)
        use.launch(at: now, clock: clock)
        if newSession {
            sessions.observe(at: now, clock: clock)
        } else {
            sessions.advance(to: now, clock: clock)
        }
        presence.learn(ownRow(of: app), newSession: newSession)
        nextApp.learn(
            app, situation: newSession ? .newSession : .sameSession, hour: clock.hour(now), at: now)
        kept.renew()
        inUse = true
        learned &+= 1
        lastChange = now
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

    /// The time zone changes now, from that of `clock`: what has passed until now passed in it.
    mutating func zoneChanges(at now: Instant, from clock: LocalClock) {
        use.advance(to: now, clock: clock)
        sessions.advance(to: now, clock: clock)
        learned &+= 1
    }

    /// The clock was set back: nothing has happened after `now`.
    mutating func clockWentBack(to now: Instant) {
        lastChange = lastChange.map { min($0, now) }
        lastUseEnd = lastUseEnd.map { min($0, now) }
        idleFrom = idleFrom.map { min($0, now) }
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

    private func isNewSession(at now: Instant) -> Bool {
        !inUse && (lastUseEnd.map { now - $0 > sessionGap } ?? true)
    }

    @inline(__always)
    private func context(at now: Instant) -> Int {
        guard heedsContext else { return 0 }
        let elapsed = lastChange.map { now - $0 } ?? .max
        return OccasionForecast.context(inUse: inUse, elapsed: elapsed)
    }

    // MARK: Answers about the moment

    /// What comes after a free moment now.
    @inline(__always)
    func outlook(at now: Instant) -> OccasionForecast.Outlook {
        occasions.outlook(context(at: now))
    }

    /// The chance that `app` is launched before the next free moment.
    mutating func launchedNext(_ app: Int, _ moment: FreeMoment) -> Double {
        let outlook = moment.outlook
        guard forecasts else { return PortableMath.saturation(constantRate(app) * outlook.momentSeconds) }
        let row = refresh(app, hour: moment.hour, at: moment.now)
        return outlook.sameSession * kept[row].inSession + outlook.newSession * kept[row].first
    }

    /// The chance that the next session, if it begins in this hour, begins with `app`.
    mutating func beginsSession(_ app: Int, hour: Int, at now: Instant) -> Double {
        let row = refresh(app, hour: hour, at: now)
        return kept[row].first
    }

    /// By hour of day, the chance that a session that begins then begins with `app`, times `factor`, appended to `result`.
    mutating func appendBeginsSession(
        _ app: Int, times factor: Double, at now: Instant, _ clock: LocalClock, to result: inout [Double]
    ) {
        nextApp.appendHourly(
            app, situation: .newSession, times: factor, hour: clock.hour(now), at: now, to: &result)
    }

    /// Brings the app's shares up to date; its row.
    private mutating func refresh(_ app: Int, hour: Int, at now: Instant) -> Int {
        let row = nextApp.tables.row(of: app)
        kept.turn(to: Int(truncatingIfNeeded: ForecastStep.of(now) &* 24) &+ hour)
        guard !kept.hasShares(row) else { return row }
        let shares = nextApp.shares(of: app, hour: hour, at: now)
        kept.keep(inSession: shares.sameSession, first: shares.newSession, of: row)
        return row
    }

    /// Launches of any app expected per second.
    mutating func useIntensity(at now: Instant, clock: LocalClock) -> Double {
        use.intensity(at: now, clock: clock)
    }

    /// The chance that a launch now is one of `app`.
    mutating func nextAppProbability(_ app: Int, at now: Instant, clock: LocalClock) -> Double {
        nextApp.probability(
            app, situation: isNewSession(at: now) ? .newSession : .sameSession, hour: clock.hour(now), at: now
        )
    }

    // MARK: Answers about the hours ahead

    /// The chance that `app` is launched in what is left of the present session, and the mean time until then in
    /// seconds.
    private mutating func launchInSession(
        _ app: Int, _ launches: Double?, hour: Int, at now: Instant
    ) -> (chance: Double, seconds: Double) {
        guard let launches else { return (0, 0) }
        let row = refresh(app, hour: hour, at: now)
        return (PortableMath.saturation(launches * kept[row].inSession), Self.secondsWithinSession)
    }

    /// Launches that the present session, if there is one, is expected to have still.
    mutating func restOfSession(at now: Instant, clock: LocalClock) -> Double? {
        guard heedsContext else { return nil }
        let toCome = presence.launchesToCome
        var goesOn = toCome / (1 + toCome)
        if !inUse {
            guard !isNewSession(at: now), let since = lastUseEnd else { return nil }
            if continued?.at != now || continued?.since != since {
                continued = (now, since, use.continues(from: now, pausingSince: since, clock: clock))
            }
            goesOn = continued?.chance ?? 0
        }
        return goesOn * (1 + toCome)
    }

    /// Typical time until another launch in the same session.
    static var secondsWithinSession: Double { 180 }

    /// The share of sessions in which an app is used, by hour of day.
    private struct HourlyPresence {
        let row: Int
        let popularity: Double
        /// Over all hours.
        let share: Double
        let hours: HourTable
        let strength: Double

        func share(hour: Int) -> Double {
            min(1, share * hours.share(row, hour: hour, prior: popularity, strength: strength) / popularity)
        }
    }

    @inline(__always)
    private func presence(_ app: Int) -> HourlyPresence {
        let row = nextApp.tables.row(of: app)
        let popularity = nextApp.tables.popularity(app)
        return HourlyPresence(
            row: row, popularity: popularity, share: presence.share(row, prior: popularity),
            hours: nextApp.tables.hours, strength: nextApp.tables.hourStrength)
    }

    /// The chance that `app` is launched within `span`.
    mutating func launchProbability(
        _ app: Int, within span: TimeSpan, at now: Instant, clock: LocalClock
    ) -> Double {
        guard span > .zero else { return 0 }
        guard forecasts else { return PortableMath.saturation(constantRate(app) * span.seconds) }
        updateHorizon(at: now, clock: clock)
        let rest = launchInSession(app, restOfSession(at: now, clock: clock), hour: clock.hour(now), at: now)
        let presence = presence(app)
        let expected = horizon.expectedSessions(within: span) { presence.share(hour: $0) }
        let soon = rest.chance * PortableMath.saturation(span.seconds / max(1, rest.seconds))
        return 1 - (1 - soon) * (1 - PortableMath.saturation(expected))
    }

    /// The discounted waits of `app`, whose content changes at rate `change` (m) per second, times `pace` by hour of day.
    ///
    /// - Complexity: O(1) within ten minutes in which nothing was learned, else one pass over the horizon.
    mutating func waits(
        _ app: Int, change: Double, pace: ContentHours.Pace, _ moment: FreeMoment, _ clock: LocalClock
    ) -> Waits {
        guard forecasts else {
            let discount = DiscountedWait.constant(rate: constantRate(app), change: change)
            return Waits(toLaunch: discount, toSession: discount)
        }
        let rest = launchInSession(app, moment.restOfSession, hour: moment.hour, at: moment.now)
        var waits = sessionWaits(app, change: change, pace: pace, at: moment.now, clock: clock)
        let soon = 1 / (1 + change * rest.seconds)
        waits.toLaunch = rest.chance * soon + (1 - rest.chance) * waits.toLaunch
        return waits
    }

    /// Whether answers come from what is kept.
    var keepsAnswers: Bool { forecasts }

    /// The chances of a launch in sessions: what is left of the present one, the first launch of the next one, and one
    /// of the others of a session to come.
    struct SessionChances: Sendable {
        var present: Double
        var first: Double
        var toCome: Double
    }

    /// The chances of a launch of `app` in the present session and those to come.
    ///
    /// - Complexity: O(1).
    mutating func sessionChances(_ app: Int, _ moment: FreeMoment) -> SessionChances {
        let row = refresh(app, hour: moment.hour, at: moment.now)
        let first = kept[row].first
        let share = presence.share(row, prior: nextApp.tables.popularity(app))
        let others = first < 1 ? min(1, max(0, (share - first) / (1 - first))) : 0
        let present = launchInSession(app, moment.restOfSession, hour: moment.hour, at: moment.now).chance
        return SessionChances(present: present, first: first, toCome: others)
    }

    /// At least the chance that a copy of `app` is of any use: one made now, and one made at any free moment of this hour
    /// until the next launch; nil if that takes a pass over the horizon.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    mutating func mostUses(
        _ app: Int, change: Double, pace: ContentHours.Pace, _ moment: FreeMoment, _ clock: LocalClock
    ) -> (now: Double, hour: Double)? {
        turnWaits(at: moment.now, clock, pace)
        guard forecasts, kept.hasWaits(nextApp.tables.row(of: app), change: change) else { return nil }
        let row = refresh(app, hour: moment.hour, at: moment.now)
        let (inSession, first) = (kept[row].inSession, kept[row].first)
        let next = moment.outlook.sameSession * inSession + moment.outlook.newSession * first
        let later = kept[row].waits.toLaunch
        return (
            now: min(1, next + (moment.restOfSession ?? 0) * inSession + later),
            hour: min(1, max(inSession, first) + (1 + presence.launchesToCome) * inSession + later)
        )
    }

    /// Launches of `app` per second, over all time.
    private func constantRate(_ app: Int) -> Double { use.meanRate * nextApp.tables.popularity(app) }

    /// More than the chance, at a free moment, that a launch of an app never launched before would profit from a fetch:
    /// of all such apps, as they share their chances. Infinite where launches are not forecast.
    ///
    /// - Complexity: O(1).
    mutating func mostUseOfUnlaunched(_ moment: FreeMoment) -> Double {
        guard forecasts, nextApp.tables.count > 0 else { return .infinity }
        let app = NextAppTables.unlaunched
        let outlook = moment.outlook
        let row = refresh(app, hour: moment.hour, at: moment.now)
        let next = outlook.sameSession * kept[row].inSession + outlook.newSession * kept[row].first
        let inSession = (1 + presence.launchesToCome) * kept[row].inSession
        let perSession = presence.share(row, prior: nextApp.tables.popularity(app))
        return next + inSession + Self.mostSessions * perSession
    }

    /// More sessions than a copy is of any use for: 50 a day for 20 days.
    private static var mostSessions: Double { 1000 }

    private mutating func sessionWaits(
        _ app: Int, change: Double, pace: ContentHours.Pace, at now: Instant, clock: LocalClock
    ) -> Waits {
        turnWaits(at: now, clock, pace)
        if kept.hasWaits(nextApp.tables.row(of: app), change: change) {
            return kept[nextApp.tables.row(of: app)].waits
        }
        let row = ownRow(of: app)
        updateHorizon(at: now, clock: clock)
        var waits = Waits(toLaunch: 0, toSession: 0)
        waits.toSession = horizon.sessionDiscount(change: change, factors: pace.factors)
        let presence = presence(app)
        waits.toLaunch = horizon.presenceDiscount(
            change: change, factors: pace.factors, meanShare: presence.share)
        {
            presence.share(hour: $0)
        }
        waits.later = waits.toLaunch
        kept.keep(waits, of: row, change: change)
        return waits
    }

    /// Sessions expected between two moments, over those of a day of that kind.
    ///
    /// - Complexity: O(hours between them).
    func shareOfDay(from begin: Instant, to end: Instant, clock: LocalClock) -> Double {
        var share = 0.0
        var moment = begin
        while moment < end {
            let next = min(end, clock.nextHour(after: moment))
            guard next > moment else { break }
            let weekend = clock.isWeekend(moment)
            var day = 0.0
            for hour in 0..<24 { day += sessions.rate(hour: hour, weekend: weekend) * 3600 }
            let seconds = (next - moment).seconds
            share += day > 0 ? sessions.rate(at: moment, clock: clock) * seconds / day : seconds / 86_400
            moment = next
        }
        return share
    }

    private mutating func turnWaits(at now: Instant, _ clock: LocalClock, _ pace: ContentHours.Pace) {
        kept.turn(
            to: KeptAnswers.WaitsKey(
                step: ForecastStep.of(now), learned: learned, pace: pace.version, clock: clock))
    }

    /// Brings the horizon up to date.
    mutating func updateHorizon(at now: Instant, clock: LocalClock) {
        horizon.update(
            at: now, pauseBegin: inUse ? nil : lastUseEnd, clock: clock, use: use, sessions: sessions,
            learned: learned)
    }

    /// Free moments per second while no app is in use.
    var idleMomentRate: Double { idleMoments.count / idleMoments.seconds }
}

/// Reads into one that has grown to its number of apps.
extension LaunchForecast: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&nextApp)
        if Coder.isReader { growRows() }
        try coder.code(&use)
        try coder.code(&sessions)
        try coder.code(&presence)
        try coder.code(&occasions)
        try coder.code(amount: &idleMoments.count)
        try coder.code(amount: &idleMoments.seconds)
        // It began with an hour.
        try coder.check(idleMoments.seconds >= 3600)
        try coder.code(&idleFrom)
        try coder.code(&inUse)
        try coder.code(&lastChange)
        try coder.code(&lastUseEnd)
    }
}
