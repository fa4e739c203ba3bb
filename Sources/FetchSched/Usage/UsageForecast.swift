/// When each app is launched: when the user opens any app, which one it is, and what comes after a free moment.
///
/// The parts are learned apart and multiplied: the probability that an app is launched before the next free moment is
/// the probability that any app is, times the probability that it is this app. So a new app has the user's rhythm from
/// its first launch on.
///
/// | part | what it forecasts |
/// |---|---|
/// | ``NextEventModel`` | what comes after a free moment |
/// | ``NextAppModel`` | which app is launched next |
/// | ``SessionLengths`` | how the present session goes on |
/// | ``SessionRate`` | when the next session starts |
/// | ``SessionShares`` | which apps a session to come has |
/// | ``ScreenSigns`` | what the screen announces |
/// | ``NotificationResponse`` | what follows a notification |
struct UsageForecast: Sendable {
    private(set) var session: SessionTracker
    private(set) var rate: SessionRate
    private(set) var lengths: SessionLengths
    private(set) var shares: SessionShares
    var nextApp: NextAppModel
    private(set) var nextEvent: NextEventModel
    var screen = ScreenSigns()
    private(set) var response = NotificationResponse()
    var horizon = Horizon()
    /// Free moments while no app is in use, and the seconds in which they came; decayed.
    private var idleMoments = (count: 0.0, seconds: 3600.0)
    private var idleFrom: FetchTime?
    /// Counts the events that were learned.
    private(set) var learned: UInt32 = 0
    /// The last answer about each row's app.
    var memo: [Memo] = []

    /// The saved probabilities of a launch in sessions to come, and all that they depend on.
    struct Memo: Sendable {
        var horizon: UInt32 = 0
        var pace: UInt32 = 0
        var ownPace: UInt32 = 0
        var change = 0.0
        var discounts = Horizon.Discounts()
        var faded = Horizon.Discounts()
    }

    /// - Parameter configuration: ``FetchConfiguration/bounded``.
    init(_ configuration: FetchConfiguration) {
        let parameters = configuration.forecast
        session = SessionTracker(gap: max(.zero, configuration.sessionGap))
        rate = SessionRate(parameters)
        lengths = SessionLengths(halfLife: parameters.halfLifeLaunches / 6)
        shares = SessionShares(halfLife: parameters.halfLifeLaunches / 6)
        nextApp = NextAppModel(parameters)
        nextEvent = NextEventModel(configuration.radio)
    }

    /// Sets the number of places, of which `appCount` have an app.
    mutating func setApps(places: Int, appCount: Int) {
        nextApp.setApps(places: places, appCount: appCount)
        learned &+= 1
    }

    /// Forgets an app: nothing of it is left in any count. What was learned of sessions stays.
    mutating func forget(_ app: Int) {
        if let row = nextApp.counts.row(of: app) {
            shares.remove(row)
            response.remove(row)
            memo.remove(at: row)
        }
        nextApp.forget(app)
        learned &+= 1
    }

    /// Whether the app was ever launched.
    func knows(_ app: Int) -> Bool { nextApp.counts.row(of: app) != nil }

    // MARK: Learning

    /// Learns a launch: first each part compares its expectation, then the launch is counted.
    mutating func launch(_ app: Int, at now: FetchTime, clock: LocalClock) {
        let isNewSession = session.isOver(at: now)
        passIdleTime(until: now)
        idleFrom = nil
        rate.pass(to: now, session, clock: clock)
        if isNewSession {
            screen.startSession(
                announced: screen.current(at: now).map { nextEvent.isInTime($0.at, launch: now) } ?? false)
            rate.start(at: now, pause: session.pause(at: now), clock: clock)
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
        response.setRows(nextApp.counts.rowCount)
        if let row = nextApp.counts.row(of: app) { response.launch(row, at: now) }
        learned &+= 1
    }

    mutating func endUse(at now: FetchTime, clock: LocalClock) {
        rate.pass(to: now, session, clock: clock)
        session.endUse(at: now)
        learned &+= 1
        nextEvent.endUse(at: now)
        idleFrom = now
    }

    mutating func freeMoment(at now: FetchTime) {
        if !session.isInUse {
            passIdleTime(until: now)
            idleMoments.count += 1
            idleFrom = now
        }
        nextEvent.freeMoment(at: now, context: context(at: now))
    }

    private mutating func passIdleTime(until now: FetchTime) {
        if let idleFrom { idleMoments.seconds += min(max(0, (now - idleFrom).seconds), 86_400) }
        // About a month of a phone's pauses.
        if idleMoments.seconds > 2e6 { idleMoments = (idleMoments.count / 2, idleMoments.seconds / 2) }
    }

    mutating func noteScreen(_ sign: ScreenSign) {
        guard !session.isInUse else { return }
        screen.start(sign)
        nextEvent.screen(sign)
    }

    /// Learns that the user was shown a notification of the app.
    mutating func notify(_ app: Int, at now: FetchTime) {
        guard let row = nextApp.counts.row(of: app) else { return }
        response.notify(row, at: now)
    }

    mutating func openOccasion(at now: FetchTime) { nextEvent.open(at: now) }

    /// The time zone changes now from that of `clock`, in which the time until now passed.
    mutating func zoneChanges(at now: FetchTime, from clock: LocalClock) {
        rate.pass(to: now, session, clock: clock)
        learned &+= 1
    }

    mutating func clockWentBack(to now: FetchTime) {
        session.clockWentBack(to: now)
        screen.clockWentBack(to: now)
        nextApp.clockWentBack(to: now)
        response.clockWentBack(to: now)
        idleFrom = idleFrom.map { min($0, now) }
        learned &+= 1
    }

    // MARK: The moment

    private func context(at now: FetchTime) -> Int {
        if let sign = screen.current(at: now) { return NextEventModel.context(sign) }
        return NextEventModel.context(isInUse: session.isInUse, elapsed: session.elapsed(at: now))
    }

    func outlook(at now: FetchTime, clock: LocalClock) -> NextEventModel.Outlook {
        var outlook = nextEvent.outlook(context(at: now))
        guard session.isOver(at: now), screen.current(at: now) == nil else { return outlook }
        // Events after moments of that kind came at all hours.
        outlook.scaleNewSession(
            by: rate.ratio(at: now, pause: session.pause(at: now), clock: clock))
        return outlook
    }

    func outlook(_ sign: ScreenSign) -> NextEventModel.Outlook {
        nextEvent.outlook(NextEventModel.context(sign))
    }

    /// The rest of the present session; nil if there is none.
    func restOfSession(at now: FetchTime) -> SessionRest? {
        if let sign = screen.current(at: now) { return restOfSession(outlook(sign)) }
        return session.isOver(at: now) ? nil : lengths.rest(of: session)
    }

    /// The rest of the session that a screen sign announces, or of the one that it may go on with.
    func restOfSession(_ outlook: NextEventModel.Outlook) -> SessionRest {
        let launch = outlook.sameSession + outlook.newSession
        let after =
            outlook.sameSession * lengths.launchesToCome(after: session.launches + 1)
            + outlook.newSession * lengths.launchesAfterFirst
        return SessionRest(goesOn: min(1, launch), launchesAfter: launch > 0 ? after / launch : 0)
    }

    /// Free moments per second while no app is in use.
    var idleMomentRate: Double { idleMoments.count / idleMoments.seconds }
}

/// Reads into a forecast that has its number of apps.
extension UsageForecast: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&session, &rate, &lengths, &nextApp)
        try shares.code(&coder, rows: nextApp.counts.rowCount)
        if Coder.isReader { response.setRows(nextApp.counts.rowCount) }
        try coder.code(&response)
        try coder.code(&nextEvent, &screen)
        try coder.code(amounts: &idleMoments.count, &idleMoments.seconds)
        try coder.check(idleMoments.seconds >= 3600)
        try coder.code(&idleFrom)
        if Coder.isReader { memo.resize(to: nextApp.counts.rowCount, with: Memo()) }
    }
}
