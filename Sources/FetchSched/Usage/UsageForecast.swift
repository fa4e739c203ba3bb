/// When each app is launched: when the user opens any app, which one it is, and what comes after a free moment.
///
/// The parts are learned apart and multiplied: the chance that an app is launched before the next free moment is the chance that
/// any app is, times the chance that it is this app. So a new app has the user's rhythm from its first launch on.
///
/// | part | what it forecasts |
/// |---|---|
/// | ``NextEventModel`` | what comes after a free moment |
/// | ``NextAppModel`` | which app is launched next |
/// | ``SessionLengths`` | how the present session goes on |
/// | ``SessionRate`` | when the next session begins |
/// | ``SessionShares`` | which apps a session to come has |
/// | ``ScreenSigns`` | what the screen announces |
struct UsageForecast: Sendable {
    private(set) var session: SessionTracker
    private(set) var rate: SessionRate
    private(set) var lengths: SessionLengths
    private(set) var shares: SessionShares
    private(set) var nextApp: NextAppModel
    private(set) var nextEvent: NextEventModel
    var screen = ScreenSigns()
    private(set) var horizon = Horizon()
    /// Whether launches are forecast at all, and whether sessions and the previous app count: for comparisons.
    let forecasts: Bool
    let heedsContext: Bool
    /// Launches of any app, and the seconds in which they came.
    private var overall: (count: Double, seconds: Double)
    private var begin: Instant?
    /// Free moments while no app is in use, and the seconds in which they came; decayed.
    private var idleMoments = (count: 0.0, seconds: 3600.0)
    private var idleFrom: Instant?
    /// Counts the events that were learned.
    private var learned: UInt32 = 0
    /// The last answer about each row's app.
    private var memo: [Memo] = []

    /// The chances of a launch in sessions to come that are kept, and all that they depend on.
    private struct Memo: Sendable {
        var horizon: UInt32 = 0
        var pace: UInt32 = 0
        var change = 0.0
        var discounts = Discounts(nextSession: 0, nextLaunch: 0)
    }

    /// E[e^(-mT)]: the chances that the content does not change before the next session, and before the app's next launch in
    /// a session to come.
    struct Discounts: Sendable {
        var nextSession: Double
        var nextLaunch: Double
    }

    /// The chances of one app's launches that the decision rule asks for.
    struct Chances: Sendable {
        /// The next launch comes before the next free moment and is of the app.
        var beforeNextMoment: Double
        /// The app is launched in what is left of the present session.
        var inThisSession: Double
        /// The next session begins with the app; and has it later on.
        var firstOfNextSession: Double
        var laterInNextSession: Double
        /// The content does not change until the next session begins.
        var unchangedUntilSession: Double
        /// The app is launched in a session to come before its content changes; and in this one or those.
        var usedInLaterSession: Double
        var used: Double
    }

    init(_ configuration: Configuration) {
        let parameters = configuration.forecast.inRange
        forecasts = configuration.experiment.forecasts
        heedsContext = configuration.experiment.sessionContext && forecasts
        session = SessionTracker(gap: max(.zero, configuration.sessionGap))
        rate = SessionRate(parameters)
        lengths = SessionLengths(halfLife: parameters.halfLifeLaunches / 6)
        shares = SessionShares(halfLife: parameters.halfLifeLaunches / 6)
        nextApp = NextAppModel(parameters, only: !forecasts ? .popularity : !heedsContext ? .hour : nil)
        nextEvent = NextEventModel(configuration.radio)
        let perDay = parameters.priorSessionsPerDay * 2.2
        overall = (perDay * parameters.priorDays, parameters.priorDays * 86_400)
    }

    /// There are apps at so many places, `appCount` of them.
    mutating func setApps(places: Int, appCount: Int) {
        nextApp.setApps(places: places, appCount: appCount)
        learned &+= 1
    }

    /// Forgets an app: nothing of it is left in any count. What was learned of sessions stays.
    ///
    /// - Complexity: O(1) if it was never launched, else O(rows).
    mutating func forget(_ app: Int) {
        if let row = nextApp.counts.row(of: app) {
            shares.remove(row)
            memo.remove(at: row)
        }
        nextApp.forget(app)
        learned &+= 1
    }

    /// Whether the app was ever launched.
    func knows(_ app: Int) -> Bool { nextApp.counts.row(of: app) != nil }

    // MARK: Learning

    /// Learns a launch: first each part is told what it expected, then the launch is counted.
    mutating func launch(_ app: Int, at now: Instant, clock: LocalClock) {
        let isNewSession = session.isOver(at: now)
        passIdleTime(until: now)
        idleFrom = nil
        rate.pass(to: now, session, clock: clock)
        if isNewSession {
            screen.beginSession(
                announced: screen.current(at: now).map { nextEvent.isInTime($0.at, launch: now) } ?? false)
            rate.begin(at: now, pause: session.pause(at: now), clock: clock)
        }
        screen.end()
        nextEvent.launch(at: now, isNewSession: isNewSession)
        lengths.learn(at: now, session)
        session.launch(at: now)
        shares.learn(app, isNewSession: isNewSession, nextApp.counts, session: session.number)
        nextApp.learn(
            app, isNewSession ? .newSession : .sameSession, session: session.number, hour: clock.hour(now),
            at: now)
        memo.grow(to: nextApp.counts.rowCount, with: Memo())
        learned &+= 1
        if let begin { overall.seconds += min(max(0, (now - begin).seconds), 3 * 86_400) }
        overall.count += 1
        if overall.count > 1e4 { overall = (overall.count / 2, max(overall.seconds / 2, 1)) }
        begin = now
    }

    mutating func endUse(at now: Instant, clock: LocalClock) {
        rate.pass(to: now, session, clock: clock)
        session.endUse(at: now)
        learned &+= 1
        nextEvent.endUse(at: now)
        idleFrom = now
    }

    mutating func freeMoment(at now: Instant) {
        if !session.isInUse {
            passIdleTime(until: now)
            idleMoments.count += 1
            idleFrom = now
        }
        nextEvent.freeMoment(at: now, context: context(at: now))
    }

    private mutating func passIdleTime(until now: Instant) {
        if let idleFrom { idleMoments.seconds += min(max(0, (now - idleFrom).seconds), 86_400) }
        // About a month of a phone's pauses.
        if idleMoments.seconds > 2e6 { idleMoments = (idleMoments.count / 2, idleMoments.seconds / 2) }
    }

    /// Learns of a screen sign.
    mutating func noteScreen(_ sign: ScreenSign) {
        guard !session.isInUse, heedsContext else { return }
        screen.begin(sign)
        nextEvent.screen(sign)
    }

    /// The radio is woken at a screen sign.
    mutating func openOccasion(at now: Instant) { nextEvent.open(at: now) }

    /// Learns of the next alarm of that kind, nil if there is none any more.
    ///
    /// - Returns: whether that is news.
    mutating func setAlarm(_ alarm: Alarm, at moment: Instant?, now: Instant, clock: LocalClock) -> Bool {
        guard heedsContext else { return false }
        rate.pass(to: now, session, clock: clock)
        guard rate.setAlarm(alarm, at: moment, now: now) else { return false }
        learned &+= 1
        return true
    }

    /// The time zone changes now from that of `clock`, in which the time until now passed.
    mutating func zoneChanges(at now: Instant, from clock: LocalClock) {
        rate.pass(to: now, session, clock: clock)
        learned &+= 1
    }

    mutating func clockWentBack(to now: Instant) {
        session.clockWentBack(to: now)
        screen.clockWentBack(to: now)
        rate.clockWentBack(to: now)
        nextApp.clockWentBack(to: now)
        idleFrom = idleFrom.map { min($0, now) }
        begin = begin.map { min($0, now) }
        learned &+= 1
    }

    // MARK: The moment

    private func context(at now: Instant) -> Int {
        guard heedsContext else { return 0 }
        if let sign = screen.current(at: now) { return NextEventModel.context(sign) }
        return NextEventModel.context(isInUse: session.isInUse, elapsed: session.elapsed(at: now))
    }

    /// What comes after a free moment now.
    func outlook(at now: Instant, clock: LocalClock) -> NextEventModel.Outlook {
        var outlook = nextEvent.outlook(context(at: now))
        guard heedsContext, session.isOver(at: now), screen.current(at: now) == nil else { return outlook }
        // What came after moments of that kind came at all hours.
        outlook.scaleNewSession(
            by: rate.ratio(
                at: now, pause: session.pause(at: now), within: min(outlook.momentSeconds, 3600),
                clock: clock))
        return outlook
    }

    /// What comes after a screen sign.
    func outlook(_ sign: ScreenSign) -> NextEventModel.Outlook {
        nextEvent.outlook(NextEventModel.context(sign))
    }

    /// What is left of the present session; nil if there is none.
    func restOfSession(at now: Instant) -> SessionRest? {
        guard heedsContext else { return nil }
        if let sign = screen.current(at: now) { return restOfSession(outlook(sign)) }
        if session.isInUse { return lengths.rest(goesOn: lengths.goesOn(session), session) }
        guard !session.isOver(at: now) else { return nil }
        return lengths.rest(goesOn: lengths.goesOn(after: session.pause(at: now), session), session)
    }

    /// What is left of the session that a screen sign announces, or of the one that it may go on with.
    func restOfSession(_ outlook: NextEventModel.Outlook) -> SessionRest {
        let launch = outlook.sameSession + outlook.newSession
        let after =
            outlook.sameSession * lengths.launchesToCome(after: session.launches + 1)
            + outlook.newSession * lengths.launchesAfterFirst
        return SessionRest(goesOn: min(1, launch), launchesAfter: launch > 0 ? after / launch : 0)
    }

    /// Free moments per second while no app is in use.
    var idleMomentRate: Double { idleMoments.count / idleMoments.seconds }

    // MARK: Apps

    /// The chances of an app's launches at a free moment.
    ///
    /// - Parameters:
    ///   - app: the app; nil for any app that was never launched.
    ///   - change: how often its content changes, per second, times `pace` by hour of day.
    mutating func chances(
        of app: Int?, change: Double, pace: ChangePace, at now: Instant, hour: Int,
        _ outlook: NextEventModel.Outlook, _ rest: SessionRest?, clock: LocalClock
    ) -> Chances {
        guard forecasts else { return constantChances(of: app, change: change, outlook) }
        let row = app.flatMap { nextApp.counts.row(of: $0) }
        let next = nextApp.chance(row: row, .sameSession, hour: hour, at: now)
        let first = nextApp.chance(row: row, .newSession, hour: hour, at: now)
        let before = outlook.sameSession * next + outlook.newSession * first
        let present = rest?.chance(next: next, later: laterInSession(row, next: next)) ?? 0
        let discounts = discounts(row, change: change, pace: pace, at: now, clock: clock)
        let soon = 1 / (1 + change * lengths.secondsToNext)
        let inAnySession = present * soon + (1 - present) * discounts.nextLaunch
        let share = shareOfSessions(row)
        return Chances(
            beforeNextMoment: before, inThisSession: present, firstOfNextSession: first,
            laterInNextSession: first < 1 ? min(1, max(0, (share - first) / (1 - first))) : 0,
            unchangedUntilSession: discounts.nextSession, usedInLaterSession: discounts.nextLaunch,
            used: before + (1 - before) * inAnySession)
    }

    /// More than the chance that a launch of any one app that was never launched would profit from a fetch: of all of them, as
    /// they share their chances. Infinite where launches are not forecast.
    mutating func mostUseOfUnlaunched(
        at now: Instant, hour: Int, _ outlook: NextEventModel.Outlook, _ rest: SessionRest?
    ) -> Double {
        guard forecasts, nextApp.counts.appCount > 0 else { return .infinity }
        let next = nextApp.chance(row: nil, .sameSession, hour: hour, at: now)
        let first = nextApp.chance(row: nil, .newSession, hour: hour, at: now)
        let inSession = (rest?.goesOn ?? 0) * (next + (rest?.launchesAfter ?? 0) * laterInSession(nil, next: next))
        // More sessions than a copy is of any use for: 50 a day for 20 days.
        return outlook.sameSession * next + outlook.newSession * first + inSession + 1000 * shareOfSessions(nil)
    }

    /// The chances if each app is launched at a constant rate.
    private func constantChances(
        of app: Int?, change: Double, _ outlook: NextEventModel.Outlook
    ) -> Chances {
        let rate = constantRate(app.flatMap { nextApp.counts.row(of: $0) })
        let discount = Horizon.constant(rate: rate, change: change)
        let before = PortableMath.saturation(rate * outlook.momentSeconds)
        return Chances(
            beforeNextMoment: before, inThisSession: 0, firstOfNextSession: 0, laterInNextSession: 0,
            unchangedUntilSession: discount, usedInLaterSession: discount,
            used: before + (1 - before) * discount)
    }

    private func constantRate(_ row: Int?) -> Double {
        overall.count / overall.seconds * nextApp.counts.popularity(row)
    }

    /// The chance that a launch in the present session, but not its next one, is of the row's app. The app in use tells of the
    /// next launch only; the apps of late come again.
    private func laterInSession(_ row: Int?, next: Double) -> Double {
        (2 * nextApp.counts.recentShare(row) + next) / 3
    }

    private func shareOfSessions(_ row: Int?) -> Double {
        shares.chance(row, nextApp.counts, nextSession: session.number &+ 1)
    }

    /// - Complexity: O(1) until the session, the ten minutes or the content's rate change, else one pass over the horizon.
    private mutating func discounts(
        _ row: Int?, change: Double, pace: ChangePace, at now: Instant, clock: LocalClock
    ) -> Discounts {
        horizon.update(at: now, rate, session, learned: learned, clock: clock)
        if let row, memo[row].horizon == horizon.version, memo[row].pace == pace.version,
            memo[row].change == change
        {
            return memo[row].discounts
        }
        let share = shareOfSessions(row)
        let discounts = Discounts(
            nextSession: horizon.sessionDiscount(change: change, pace: pace),
            nextLaunch: horizon.launchDiscount(change: change, pace: pace, meanShare: share) {
                shareOfSessions(row, share, hour: $0)
            })
        if let row {
            memo[row] = Memo(
                horizon: horizon.version, pace: pace.version, change: change, discounts: discounts)
        }
        return discounts
    }

    /// The share of the sessions of an hour of the day: near that of all, as long as few launches are expected there.
    private func shareOfSessions(_ row: Int?, _ share: Double, hour: Int) -> Double {
        let launches = nextApp.counts.launches(row, hour: hour)
        let prior = 2 * nextApp.counts.unit
        let expected = nextApp.counts.popularity(row) * launches.all
        return min(1, share * (launches.own + prior) / (expected + prior))
    }

    /// The chance that `app` is launched within `span`.
    mutating func launchProbability(
        of app: Int, within span: TimeSpan, at now: Instant, clock: LocalClock
    ) -> Double {
        guard span > .zero else { return 0 }
        let row = nextApp.counts.row(of: app)
        guard forecasts else { return PortableMath.saturation(constantRate(row) * span.seconds) }
        horizon.update(at: now, rate, session, learned: learned, clock: clock)
        let share = shareOfSessions(row)
        let expected = horizon.expectedSessions(within: span) { shareOfSessions(row, share, hour: $0) }
        let next = nextApp.chance(row: row, .sameSession, hour: clock.hour(now), at: now)
        let present = restOfSession(at: now)?.chance(next: next, later: laterInSession(row, next: next)) ?? 0
        let soon = present * PortableMath.saturation(span.seconds / (2 * lengths.secondsToNext))
        // The expectation is known only roughly: the chance of none is that of a negative binomial with shape 3.
        let none = 1 / (1 + expected / 3)
        return 1 - (1 - soon) * none * none * none
    }

    /// The chance that a launch now is of `app`.
    mutating func nextAppProbability(_ app: Int, at now: Instant, clock: LocalClock) -> Double {
        nextApp.chance(
            of: app, session.isOver(at: now) ? .newSession : .sameSession, hour: clock.hour(now), at: now)
    }

    /// Launches of any app expected per second.
    func launchIntensity(at now: Instant, clock: LocalClock) -> Double {
        guard forecasts, !session.isOver(at: now) else {
            return forecasts ? rate.hazard(at: now, pause: session.pause(at: now), clock: clock) * rate.alarms.ratio(at: now)
                : overall.count / overall.seconds
        }
        return (restOfSession(at: now)?.goesOn ?? 0) / lengths.secondsToNext
    }

    /// Brings the horizon up to date.
    mutating func updateHorizon(at now: Instant, clock: LocalClock) {
        horizon.update(at: now, rate, session, learned: learned, clock: clock)
    }

    /// The chance that a session that begins now begins with `app`; with any app that was never launched, if nil.
    mutating func firstOfSession(_ app: Int?, hour: Int, at now: Instant) -> Double {
        nextApp.chance(row: app.flatMap { nextApp.counts.row(of: $0) }, .newSession, hour: hour, at: now)
    }

    /// The same by hour of day, times `factor`, appended to `result`.
    mutating func appendFirstOfSession(
        _ app: Int, times factor: Double, at now: Instant, clock: LocalClock, to result: inout [Double]
    ) {
        nextApp.hourlyChances(of: app, times: factor, hour: clock.hour(now), at: now, to: &result)
    }
}

/// Reads into a forecast that has its number of apps.
extension UsageForecast: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&session)
        try coder.code(&rate)
        try coder.code(&lengths)
        try coder.code(&nextApp)
        try shares.code(&coder, rows: nextApp.counts.rowCount)
        try coder.code(&nextEvent)
        try coder.code(&screen)
        try coder.code(amount: &overall.count)
        try coder.code(amount: &overall.seconds)
        try coder.check(overall.count > 0 && overall.seconds > 1e-30)
        try coder.code(&begin)
        try coder.code(amount: &idleMoments.count)
        try coder.code(amount: &idleMoments.seconds)
        try coder.check(idleMoments.seconds >= 3600)
        try coder.code(&idleFrom)
        if Coder.isReader { memo.resize(to: nextApp.counts.rowCount, with: Memo()) }
    }
}
