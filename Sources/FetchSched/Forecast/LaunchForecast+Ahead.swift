/// Answers about the time ahead: until the next free moment, in the present session, the next one, and those to come.
extension LaunchForecast {
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

    /// The share of sessions in which an app is used, by hour of day.
    private struct HourlyPresence {
        let row: Int
        let popularity: Double
        /// Over all hours.
        let share: Double
        let hours: HourTable
        let strength: Double

        func share(hour: Int) -> Double {
            min(1, share * hours.factor(row, hour: hour, share: popularity, strength: strength))
        }
    }

    /// The chance that a session to come has the row's app.
    private func shareOfSessions(_ row: Int, _ popularity: Double) -> Double {
        let share = presence.share(row, prior: popularity)
        guard heedsContext else { return share }
        return min(1, share * recency.factor(cell: nextApp.tables.sessionCell(row, fromNext: true)))
    }

    @inline(__always)
    private func presence(_ app: Int) -> HourlyPresence {
        let row = nextApp.tables.row(of: app)
        let popularity = nextApp.tables.popularity(app)
        return HourlyPresence(
            row: row, popularity: popularity, share: shareOfSessions(row, popularity),
            hours: nextApp.tables.hours, strength: nextApp.tables.hourPrior)
    }

    /// The chance that `app` is launched within `span`.
    mutating func launchProbability(
        _ app: Int, within span: TimeSpan, at now: Instant, clock: LocalClock
    ) -> Double {
        guard span > .zero else { return 0 }
        guard forecasts else { return PortableMath.saturation(constantRate(app) * span.seconds) }
        updateHorizon(at: now, clock: clock)
        let soon = launchInSession(app, within: span.seconds, at: now, clock: clock)
        return 1 - (1 - soon) * Self.noneOf(expectedSessions(app, within: span, at: now, clock))
    }

    /// Sessions expected to begin within `span` and to have a launch of `app` before its end.
    private mutating func expectedSessions(
        _ app: Int, within span: TimeSpan, at now: Instant, _ clock: LocalClock
    ) -> Double {
        let presence = presence(app)
        let row = refresh(app, hour: clock.hour(now), at: now)
        let paused = inUse ? TimeSpan.zero : lastUseEnd.map { now - $0 } ?? .max
        let closed = max(.zero, sessionGap - paused).seconds
        let untilLast = course.secondsToNext * course.launchesAfterFirst
        let between = sessionGap.seconds + untilLast
        func sessions(within span: TimeSpan) -> Double {
            horizon.expectedSessions(within: span, closed: closed, between: between) {
                presence.share(hour: $0)
            }
        }
        let all = sessions(within: span)
        // What is not the first launch of its session comes some minutes after the session's begin: by then the span may
        // be over.
        let wait = course.secondsToNext + untilLast / 2
        let inTime = sessions(
            within: .seconds(span.seconds - wait * PortableMath.saturation(span.seconds / wait)))
        let first = presence.share > 0 ? min(1, kept[row].first / presence.share) : 1
        return first * all + (1 - first) * inTime
    }

    /// The chance of no event where so many are expected, and the expectation is only known roughly: some hours are busier
    /// than habits say, others are not (negative binomial with shape 3, as the data sets and a real phone have it).
    private static func noneOf(_ expected: Double) -> Double {
        let share = 1 / (1 + expected / 3)
        return share * share * share
    }

    /// The discounted waits of `app`, whose content changes at rate `change` (m) per second, times `pace` by hour of day.
    ///
    /// - Complexity: O(1) within ten minutes in which nothing was learned, else one pass over the horizon.
    mutating func waits(
        _ app: Int, change: Double, pace: SourcePace, _ moment: FreeMoment, _ clock: LocalClock
    ) -> Waits {
        guard forecasts else {
            let discount = DiscountedWait.constant(rate: constantRate(app), change: change)
            return Waits(toLaunch: discount, toSession: discount)
        }
        let rest = launchInSession(app, moment.restOfSession, hour: moment.hour, at: moment.now)
        var waits = sessionWaits(app, change: change, pace: pace, at: moment.now, clock: clock)
        let soon = 1 / (1 + change * course.secondsToNext)
        waits.toLaunch = rest * soon + (1 - rest) * waits.toLaunch
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
        let share = shareOfSessions(row, nextApp.tables.popularity(app))
        let others = first < 1 ? min(1, max(0, (share - first) / (1 - first))) : 0
        let present = launchInSession(app, moment.restOfSession, hour: moment.hour, at: moment.now)
        return SessionChances(present: present, first: first, toCome: others)
    }

    /// Where ``SessionRenewal`` found the threshold of `app`, or of one that shares its row: a place to look first.
    @inline(__always)
    func renewalStep(of app: Int) -> Int { Int(kept[nextApp.tables.row(of: app)].renewalStep) }

    /// Notes where it was found.
    @inline(__always)
    mutating func keep(renewalStep step: Int, of app: Int) {
        kept.keep(renewalStep: step, of: nextApp.tables.row(of: app))
    }

    /// At least the chance that a copy of `app` made now is used before its content changes, and that one is which is made
    /// at any free moment for which what `key` stands for stays as it is (see ``waitsKey``).
    ///
    /// - Complexity: O(1) within ten minutes in which nothing was learned, else one pass over the horizon.
    @inline(__always)
    mutating func mostUses(
        _ app: Int, change: Double, pace: SourcePace, _ moment: FreeMoment, _ clock: LocalClock,
        _ coming: ComingMoments
    ) -> (now: Double, later: Double) {
        let waits = sessionWaits(app, change: change, pace: pace, at: moment.now, clock: clock)
        let row = refresh(app, hour: moment.hour, at: moment.now)
        let (inSession, first) = (kept[row].inSession, kept[row].first)
        let later = laterInSession(row)
        func use(_ outlook: OccasionForecast.Outlook, _ rest: SessionCourse.Rest?) -> Double {
            let next = outlook.sameSession * inSession + outlook.newSession * first
            let present = rest?.chance(next: inSession, later: later) ?? 0
            let soon = max(waits.toLaunch, 1 / (1 + change * course.secondsToNext))
            return next + (1 - next) * (present * soon + (1 - present) * waits.toLaunch)
        }
        return (use(moment.outlook, moment.restOfSession), use(coming.outlook, coming.restOfSession))
    }

    /// What free moments may bring until the next launch, or end of a use.
    struct ComingMoments: Sendable {
        /// No chance of a launch is more.
        fileprivate(set) var outlook: OccasionForecast.Outlook
        /// At least what is left of the present session at any of them; nil if nothing can be.
        fileprivate(set) var restOfSession: SessionCourse.Rest?
    }

    /// What the free moments from now on may bring.
    ///
    /// - Complexity: O(1).
    func comingMoments(from now: Instant) -> ComingMoments {
        var rest: SessionCourse.Rest?
        if inUse {
            rest = course.rest(goesOn: course.goesOn)
        } else if heedsContext && (!isNewSession(at: now) || arrivals.habits.wasSeen) {
            rest = SessionCourse.Rest(goesOn: 1, launchesAfter: course.mostLaunchesAfter)
        }
        return ComingMoments(outlook: mostOutlook(from: now), restOfSession: rest)
    }

    /// Launches of `app` per second, over all time.
    func constantRate(_ app: Int) -> Double { use.meanRate * nextApp.tables.popularity(app) }

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
        let inSession = kept[row].inSession + course.mostLaunchesAfter * laterInSession(row)
        let perSession = presence.share(row, prior: nextApp.tables.popularity(app))
        return next + inSession + Self.mostSessions * perSession
    }

    /// More sessions than a copy is of any use for: 50 a day for 20 days.
    private static var mostSessions: Double { 1000 }

    private mutating func sessionWaits(
        _ app: Int, change: Double, pace: SourcePace, at now: Instant, clock: LocalClock
    ) -> Waits {
        turnWaits(at: now, clock, pace.all)
        if kept.hasWaits(nextApp.tables.row(of: app), change: change, pace: pace.version) {
            return kept[nextApp.tables.row(of: app)].waits
        }
        // Apps that were never launched have the same row 0 as far as counts go, but not the same waits.
        let row = keepsUnlaunched && !isFull ? ownRow(of: app) : nextApp.tables.row(of: app)
        updateHorizon(at: now, clock: clock)
        let presence = presence(app)
        let discounts = horizon.discounts(change: change, pace: pace, meanShare: presence.share) {
            presence.share(hour: $0)
        }
        let waits = Waits(toLaunch: discounts.toLaunch, toSession: discounts.toSession)
        if row > 0 { kept.keep(waits, of: row, change: change, pace: pace.version) }
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

    mutating func turnWaits(at now: Instant, _ clock: LocalClock, _ pace: ContentHours.Pace) {
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
