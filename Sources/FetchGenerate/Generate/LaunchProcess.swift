import FetchSched

/// The launches of one user: a renewal process of sessions in the user's operational time, and a chain of apps
/// within each session.
package struct LaunchProcess: Sendable {
    /// One launch; times in seconds from the start of the trace.
    package struct Launch: Sendable {
        package let time: Double
        package let duration: Double
        package let app: Int
    }

    /// Shortest pause between two launches, in seconds.
    private static let shortestPause = 0.5
    /// Shortest pause before the same app again: less would be the same use.
    private static let shortestReturn = 5.0
    /// Shortest and longest time in the foreground, in seconds.
    private static let lengths = 1.0...14_400.0
    /// How often the weights are corrected by a trial, so that apps get the shares they should have.
    private static let trials = 2

    private let habits: Habits
    private let user: UserModel
    private let calendar: LocalCalendar
    private let gapMean: Double
    /// How apps are chosen in usual times, and in phases with other favourites.
    private var choices: [AppChoice]

    package init(habits: Habits, user: UserModel, calendar: LocalCalendar, sampler: inout Sampler) {
        self.habits = habits
        self.user = user
        self.calendar = calendar
        gapMean = habits.sessions.rhythm.gaps.mean
        choices = []
        let hasOther = habits.life?.phases.contains { $0.otherFavourites } ?? false
        for _ in 0..<(hasOther ? 2 : 1) {
            let horizon = Swift.max(calendar.days, habits.apps.horizonDays)
            choices.append(
                AppChoice(habits: habits, shares: user.shares, days: horizon, sampler: &sampler))
        }
        balance(&sampler)
    }

    /// Corrects the weights so that the launches of a horizon have the user's shares.
    private mutating func balance(_ sampler: inout Sampler) {
        let horizon = LocalCalendar(firstWeekday: calendar.firstWeekday, days: habits.apps.horizonDays)
        for index in choices.indices {
            for _ in 0..<LaunchProcess.trials {
                var trial = self
                var counts = [Double](repeating: 0, count: user.shares.count)
                var total = 0.0
                trial.run(horizon, only: index, sampler: &sampler) { _, _, app in
                    counts[app] += 1
                    total += 1
                }
                let corrections = zip(user.shares, counts).map { share, count in
                    // The four keep a rare app's probability counts from being corrected.
                    0.8 * PortableMath.log((share * total + 4) / (count + 4))
                }
                choices[index].adjust(by: corrections)
            }
        }
    }

    /// All launches of the trace, in order of time, none overlapping on a device.
    package mutating func launches(sampler: inout Sampler) -> [Launch] {
        var result: [Launch] = []
        let rankings = [user.ranking, user.otherRanking]
        let others = (0..<Swift.max(1, calendar.days)).map { isOther($0) }
        run(calendar, only: nil, sampler: &sampler) { time, length, app in
            let ranking = rankings[others[Swift.min(others.count - 1, Int(time / 86_400))] ? 1 : 0]
            result.append(Launch(time: time, duration: length, app: ranking[app]))
        }
        return result
    }

    private func isOther(_ day: Int) -> Bool {
        guard choices.count > 1, let number = habits.life?.phase(on: day, of: calendar.days) else {
            return false
        }
        return habits.life?.phases[number].otherFavourites ?? false
    }

    /// The odds of a session's going on, relative to the user's, on each day.
    private func lengthOdds(_ activity: [Double], sampler: inout Sampler) -> [Double] {
        let sessions = habits.sessions
        let common = sessions.lengthWithActivity
        let rest = (1 - common * common).squareRoot()
        let own = DayStates.draw(
            memory: sessions.lengthMemory, days: activity.count, steadyDays: sessions.steadyDays,
            sampler: &sampler)
        return zip(activity, own).map {
            PortableMath.exp(sessions.lengthDaySpread * (common * $0 + rest * $1))
        }
    }

    /// Runs the process and tells each launch: time, length, app by rank.
    private mutating func run(
        _ calendar: LocalCalendar, only choice: Int?, sampler: inout Sampler,
        _ tell: (Double, Double, Int) -> Void
    ) {
        let sessions = habits.sessions
        for index in choices.indices { choices[index].forget() }
        let drawn = ActivityCurve.draw(
            sessions.rhythm, own: user.sessions, calendar: calendar, life: habits.life,
            steadyDays: sessions.steadyDays, sampler: &sampler)
        let curve = drawn.curve
        let odds = lengthOdds(drawn.days, sampler: &sampler)
        // The trace starts in the middle of a gap.
        var gap = sampler.draw(sessions.rhythm.gaps) / gapMean * sampler.unit()
        var now = 0.0
        while let start = curve.advance(from: now, by: gap) {
            now = start
            var launches = 0
            var previous = -1
            let odds = odds[Swift.min(odds.count - 1, Int(start / 86_400))]
            while now < curve.end {
                let index = choice ?? (isOther(Int(now / 86_400)) ? 1 : 0)
                let app = choices[index].next(at: now, isFirst: launches == 0, sampler: &sampler)
                launches += 1
                if app == previous { now += LaunchProcess.shortestReturn }
                previous = app
                let factor = user.lengthFactor * user.apps[user.ranking[app]].lengthFactor
                let wanted = sampler.draw(sessions.lengths) * factor
                let length = Swift.min(wanted.bounded(to: LaunchProcess.lengths), curve.end - now)
                guard now < curve.end else { return }
                tell(now, length, app)
                now += length
                let probability = user.continuation[SessionHabits.step(launches)]
                guard sampler.bernoulli(probability * odds / (1 - probability + probability * odds)) else {
                    break
                }
                now += Swift.max(LaunchProcess.shortestPause, sampler.draw(sessions.pauses))
            }
            now += SessionHabits.sessionGap
            gap = sampler.draw(sessions.rhythm.gaps) / gapMean
            if now >= curve.end { return }
        }
    }
}
