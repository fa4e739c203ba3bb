/// Answers about one app: the probabilities of its launches.
extension UsageForecast {
    /// The probabilities of one app's launches that the decision rule uses.
    struct Probabilities: Sendable {
        /// How often the app's content changes, per second.
        var change: Double
        /// The app is launched in what is left of the present session.
        var inThisSession: Double
        /// The next session starts with the app; and has it later on.
        var firstOfNextSession: Double
        var laterInNextSession: Double
        /// The content does not change until the next session starts.
        var unchangedUntilSession: Double
        /// The app is launched in a session to come before its content changes; and in this one or those.
        var usedInLaterSession: Double
        var used: Double
        /// Probabilities of those three before an update's value fades, not before the content changes; nil if it never
        /// fades.
        var faded: (untilSession: Double, usedInLaterSession: Double, used: Double)?
    }

    /// The next launch comes before the next free moment and is of the app: in the present session, or in a new one.
    struct LaunchBeforeMoment: Sendable {
        var probability: Double
        /// The part in the present session, and the mean time until then.
        fileprivate var inSession: Double
        fileprivate var secondsInSession: Double
        /// The mean time until a new session, where that is known better than by the hours ahead.
        fileprivate var secondsToSession: Double?
        /// The probability that a session, and not a free moment, ends the pause.
        fileprivate var sessionFirst: Double

        /// The probability that it comes, and before an event at `rate` per second, which the next session precedes with
        /// the probability `discount`. Of a session and a free moment the first comes sooner than either alone: at
        /// constant rates, by the rate of both.
        fileprivate func before(rate: Double, discount: Double) -> Double {
            let soon = 1 / (1 + rate * secondsInSession)
            let session =
                secondsToSession.map { 1 / (1 + rate * $0) }
                ?? (discount > 0 ? discount / (discount + sessionFirst * (1 - discount)) : 0)
            return inSession * soon + (probability - inSession) * session
        }
    }

    /// The probabilities of an app's launches at a free moment.
    ///
    /// - Parameters:
    ///   - app: the app; nil for any app that was never launched.
    ///   - before: ``launchedBeforeNextMoment(_:at:hour:_:)``.
    ///   - change: how often its content changes, per second, times `pace` by hour of day.
    ///   - fade: the rate at which the value of an update fades, per second; nil if it does not.
    mutating func probabilities(
        of app: Int?, beforeNextMoment before: LaunchBeforeMoment, change: Double, pace: ChangePace,
        fade: Double?, at now: FetchTime, hour: Int, _ rest: SessionRest?, clock: LocalClock
    ) -> Probabilities {
        let row = app.flatMap { nextApp.counts.row(of: $0) }
        let next = nextApp.probability(row: row, .sameSession, hour: hour, at: now)
        let first = nextApp.probability(row: row, .newSession, hour: hour, at: now)
        let present = max(
            rest?.probability(next: next, later: laterInSession(row, next: next)) ?? 0,
            response.probability(row, within: NotificationResponse.reach, at: now))
        let (discounts, faded) = discounts(
            row, change: change, pace: pace, fade: fade, at: now, clock: clock)
        func used(_ discounts: Horizon.Discounts, rate: Double) -> Double {
            let soon = 1 / (1 + rate * lengths.secondsToNext)
            // A change before the next free moment can be fetched there: with that counted as lost, whole phones lose.
            return before.before(rate: rate, discount: discounts.nextSession)
                + (1 - before.probability) * (present * soon + (1 - present) * discounts.nextLaunch)
        }
        let share = shareOfSessions(row)
        return Probabilities(
            change: change, inThisSession: present, firstOfNextSession: first,
            laterInNextSession: first < 1 ? min(1, max(0, (share - first) / (1 - first))) : 0,
            unchangedUntilSession: discounts.nextSession, usedInLaterSession: discounts.nextLaunch,
            used: used(discounts, rate: change * pace.factor(hour)),
            faded: fade.map { (faded.nextSession, faded.nextLaunch, used(faded, rate: $0)) })
    }

    /// Probability that the next launch precedes the next free moment and is of the app; nil for any never launched.
    mutating func launchedBeforeNextMoment(
        _ app: Int?, at now: FetchTime, hour: Int, _ outlook: NextEventModel.Outlook
    ) -> LaunchBeforeMoment {
        let row = app.flatMap { nextApp.counts.row(of: $0) }
        let same = outlook.sameSession * nextApp.probability(row: row, .sameSession, hour: hour, at: now)
        let new = outlook.newSession * nextApp.probability(row: row, .newSession, hour: hour, at: now)
        return LaunchBeforeMoment(
            probability: max(
                same + new, response.probability(row, within: .seconds(outlook.momentSeconds), at: now)),
            inSession: same, secondsInSession: outlook.sameSessionSeconds,
            secondsToSession: outlook.newSessionSeconds,
            sessionFirst: outlook.newSession / max(outlook.newSession + outlook.moment, 1e-300))
    }

    /// More than the probability that a launch of any one app that was never launched would profit from a fetch: of all
    /// of them, as they share their probabilities. Infinite without apps.
    mutating func mostUseOfUnlaunched(
        at now: FetchTime, hour: Int, _ outlook: NextEventModel.Outlook, _ rest: SessionRest?
    ) -> Double {
        guard nextApp.counts.appCount > 0 else { return .infinity }
        let next = nextApp.probability(row: nil, .sameSession, hour: hour, at: now)
        let first = nextApp.probability(row: nil, .newSession, hour: hour, at: now)
        let inSession =
            (rest?.goesOn ?? 0) * (next + (rest?.launchesAfter ?? 0) * laterInSession(nil, next: next))
        // More sessions than a copy is of any use for: 50 a day for 20 days.
        return outlook.sameSession * next + outlook.newSession * first + inSession + 1000
            * shareOfSessions(nil)
    }

    /// The probability that a launch in the present session, but not its next one, is of the row's app. The app in use
    /// predicts the next launch only; recent apps come again.
    private func laterInSession(_ row: Int?, next: Double) -> Double {
        (2 * nextApp.counts.recentShare(row) + next) / 3
    }

    private func shareOfSessions(_ row: Int?) -> Double {
        shares.probability(row, nextApp.counts, nextSession: session.number &+ 1)
    }

    private mutating func discounts(
        _ row: Int?, change: Double, pace: ChangePace, fade: Double?, at now: FetchTime, clock: LocalClock
    ) -> (unchanged: Horizon.Discounts, faded: Horizon.Discounts) {
        horizon.update(at: now, rate, session, learned: learned, clock: clock)
        if let row, memo[row].horizon == horizon.version, memo[row].pace == pace.version,
            memo[row].ownPace == pace.ownVersion, memo[row].change == change
        {
            return (memo[row].discounts, memo[row].faded)
        }
        let share = shareOfSessions(row)
        let shares = sharesByHour(row, share)
        let discounts = horizon.discounts(change: change, pace: pace, meanShare: share, shares: shares)
        let faded = fade.map {
            horizon.discounts(change: $0, pace: .even, meanShare: share, shares: shares)
        }
        if let row {
            memo[row] = Memo(
                horizon: horizon.version, pace: pace.version, ownPace: pace.ownVersion, change: change,
                discounts: discounts, faded: faded ?? Horizon.Discounts())
        }
        return (discounts, faded ?? Horizon.Discounts())
    }

    /// The share of the sessions of each hour of the day: near that of all, as long as few launches are expected there.
    private func sharesByHour(_ row: Int?, _ share: Double) -> SIMD32<Float> {
        let prior = Float(2 * nextApp.counts.unit)
        let own = row.map { nextApp.counts.rows[$0].launches.byHour } ?? .zero
        let all = nextApp.counts.total.byHour
        let (share, popularity) = (Float(share), Float(nextApp.counts.popularity(row)))
        var shares = SIMD32<Float>.zero
        for hour in 0..<24 {
            shares[hour] = min(1, share * (own[hour] + prior) / (popularity * Float(all[hour]) + prior))
        }
        return shares
    }

    mutating func launchProbability(
        of app: Int, within span: TimeSpan, at now: FetchTime, clock: LocalClock
    ) -> Double {
        guard span > .zero else { return 0 }
        let row = nextApp.counts.row(of: app)
        // Launches after a notification are counted whatever brings them; what is known otherwise counts from then on.
        let known = response.remaining(row, at: now)
        let answer = response.probability(row, within: span, at: now)
        guard span > known else { return answer }
        horizon.update(at: now, rate, session, learned: learned, clock: clock)
        let share = shareOfSessions(row)
        let shares = sharesByHour(row, share)
        let until = known > .zero ? horizon.expectedSessions(within: known, shares: shares) : 0
        let expected = max(0, horizon.expectedSessions(within: span, shares: shares) - until)
        let next = nextApp.probability(row: row, .sameSession, hour: clock.hour(now), at: now)
        let present =
            restOfSession(at: now)?.probability(next: next, later: laterInSession(row, next: next)) ?? 0
        func ended(_ span: TimeSpan) -> Double {
            PortableMath.saturation(span.seconds / (2 * lengths.secondsToNext))
        }
        // The expectation is known only roughly: the probability of none is that of a negative binomial with shape 3.
        let none = 1 / (1 + expected / 3)
        let base = 1 - (1 - present * (ended(span) - ended(known))) * none * none * none
        return answer + (1 - answer) * base
    }

    /// The probability that a launch now is of `app`.
    mutating func nextAppProbability(_ app: Int, at now: FetchTime, clock: LocalClock) -> Double {
        nextApp.probability(
            of: app, session.isOver(at: now) ? .newSession : .sameSession, hour: clock.hour(now), at: now)
    }

    func launchIntensity(at now: FetchTime, clock: LocalClock) -> Double {
        if let rest = restOfSession(at: now) { return rest.goesOn / lengths.secondsToNext }
        return rate.hazard(at: now, pause: session.pause(at: now), clock: clock)
    }

    mutating func updateHorizon(at now: FetchTime, clock: LocalClock) {
        horizon.update(at: now, rate, session, learned: learned, clock: clock)
    }

    /// The probability that a session that starts now starts with `app`; with any app that was never launched, if nil.
    mutating func firstOfSession(_ app: Int?, hour: Int, at now: FetchTime) -> Double {
        nextApp.probability(row: app.flatMap { nextApp.counts.row(of: $0) }, .newSession, hour: hour, at: now)
    }
}
