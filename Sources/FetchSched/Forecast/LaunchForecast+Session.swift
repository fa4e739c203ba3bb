/// What is left of the present session: whether it goes on, and which apps it will have.
extension LaunchForecast {
    /// The chance that `app` is launched in what is left of the present session.
    mutating func launchInSession(
        _ app: Int, _ rest: SessionCourse.Rest?, hour: Int, at now: Instant
    ) -> Double {
        guard let rest else { return 0 }
        let row = refresh(app, hour: hour, at: now)
        return rest.chance(next: kept[row].inSession, later: laterInSession(row))
    }

    /// The chance that a launch in the present session, but not its next one, is of the row's app.
    func laterInSession(_ row: Int) -> Double {
        // What follows the app used now is known of the next launch only; the apps of late come again.
        (2 * nextApp.tables.recentShare(row: row) + kept[row].inSession) / 3
    }

    /// What is left of the present session, if there is one or one is about to begin.
    mutating func restOfSession(at now: Instant, clock: LocalClock) -> SessionCourse.Rest? {
        guard heedsContext else { return nil }
        if let arrival = arrivals.current(at: now) { return restOfSession(outlook(arrival)) }
        if inUse { return course.rest(goesOn: course.goesOn) }
        guard !isNewSession(at: now), let since = lastUseEnd else { return nil }
        if continued?.at != now || continued?.since != since {
            let habitual = use.continues(from: now, pausingSince: since, clock: clock)
            continued = (now, since, course.goesOn(ifAnyDoesWith: habitual))
        }
        return course.rest(goesOn: continued?.chance ?? 0)
    }

    /// The same after an arrival.
    func restOfSession(_ outlook: OccasionForecast.Outlook) -> SessionCourse.Rest {
        let launch = outlook.sameSession + outlook.newSession
        let after =
            outlook.sameSession * course.launchesAfterNext + outlook.newSession * course.launchesAfterFirst
        return SessionCourse.Rest(goesOn: min(1, launch), launchesAfter: launch > 0 ? after / launch : 0)
    }

    /// The same within seconds, calibrated.
    mutating func launchInSession(
        _ app: Int, within seconds: Double, at now: Instant, clock: LocalClock
    ) -> Double {
        guard let rest = restOfSession(at: now, clock: clock) else { return 0 }
        let row = refresh(app, hour: clock.hour(now), at: now)
        let (next, later) = (kept[row].inSession, laterInSession(row))
        let wait = course.wait(at: now)
        let waitForLater = wait.mean + course.secondsToNext * rest.launchesUntil(later: later)
        let laterInTime = PortableMath.saturation(seconds / waitForLater)
        let chance = rest.chance(
            next: next, later: later, nextInTime: wait.isOver(within: seconds), laterInTime: laterInTime)
        // What follows an arrival is not looked back at.
        guard calibratesSessions, nextApp.tables.wasLaunched(row: row), arrivals.current(at: now) == nil
        else { return chance }
        let inAll = rest.chance(next: next, later: later)
        let calibrated = calibration.calibrated(inAll, cell: calibrationCell(row))
        // The next launch is known best: what there is more is of those after it.
        guard calibrated < inAll else { return chance + (calibrated - inAll) * laterInTime }
        return chance * calibrated / inAll
    }

    /// The row's cell of ``SessionCalibration`` in the present session.
    private func calibrationCell(_ row: Int) -> Int {
        nextApp.tables.previous == nextApp.tables.app(ofRow: row)
            ? SessionCalibration.lastLaunched : nextApp.tables.sessionCell(row, fromNext: false)
    }

    /// Learns from a launch how sessions go on, before anything else has counted it.
    mutating func learnSession(_ app: Int, newSession: Bool, at now: Instant, clock: LocalClock) {
        guard calibratesSessions else { return }
        if calibration.looksBack {
            // After the last launch of a session it was as it was then.
            let moment = newSession ? course.lastLaunch ?? now : now
            let rest = course.rest(goesOn: course.goesOn)
            if let chances = nextApp.chances(of: rest, hour: clock.hour(moment), at: moment) {
                calibration.note(chances, nextApp.tables)
            }
        }
        let row = nextApp.tables.row(of: app)
        let wasLaunched = nextApp.tables.wasLaunched(row: row)
        calibration.launch(
            app, cell: wasLaunched ? nextApp.tables.sessionCell(row, fromNext: newSession) : nil,
            newSession: newSession)
    }
}
