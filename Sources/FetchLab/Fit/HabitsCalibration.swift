import FetchSched
import FetchGenerate

/// Changes habits until devices generated from them have the statistics that the real ones have.
///
/// What follows what cannot be read off directly: an app comes again soon because it is popular, because it is of
/// interest this week, and because it was just in use, all at once. So users are generated, the same statistics are
/// taken of them, and each number moves against the difference (simulated moments; of the recency factors, this is
/// how log-linear models are fitted). Some rounds are enough, as each statistic depends mostly on one number.
struct HabitsCalibration: Sendable {
    /// The statistics of the real devices.
    let wanted: Statistics
    /// How many devices these are.
    let devices: Int
    /// Days of a device.
    let days: Int
    /// Weekday of the first day: 0 is Monday.
    let firstWeekday: Int
    /// Where the randomness comes from.
    let seed: UInt64

    /// Users generated in each round.
    var users: Int { Swift.max(6, Swift.min(24, devices)) }

    /// Changes the habits.
    func adjust(_ habits: inout Habits, rounds: Int) {
        // Users of ten thousand apps would take minutes.
        guard habits.apps.used * (1 + habits.apps.unused) <= 2_000 else { return }
        for round in 0..<rounds {
            let found = simulate(habits, round: round)
            // Large steps first; smaller ones later, so that chance averages out.
            let step = 0.8 / (1 + 0.15 * Double(round))
            adjustPlaces(&habits.choice.first, "first", found, step)
            adjustPlaces(&habits.choice.within, "within", found, step)
            adjustAgain(&habits.choice.within, found, step)
            adjustSpreads(&habits, found, step)
            adjustInterest(&habits.apps, found, step)
            adjustPopularity(&habits.apps, found, step)
            adjustUse(&habits, found, step)
            adjustDays(&habits.sessions, found, step)
            adjustUsers(&habits, found, step)
        }
        adjustContent(&habits, rounds: (2 * rounds + 2) / 3)
    }

    /// The mean statistics of generated users.
    func simulate(_ habits: Habits, round: Int) -> Statistics {
        let calendar = LocalCalendar(firstWeekday: firstWeekday, days: days)
        let all = balancedUsers(round: round).enumerated().map { number, normals in
            var sampler = Sampler(seed, "calibration".portableHash, UInt64(round), UInt64(number))
            let user = UserModel(habits: habits, normals: normals, sampler: &sampler)
            var process = LaunchProcess(
                habits: habits, user: user, calendar: calendar, sampler: &sampler)
            let log = DeviceLog(
                launches: process.launches(sampler: &sampler), calendar: calendar,
                changesPerDay: user.changesPerDay)
            var one = Statistics()
            UseStatistics.add(to: &one, of: log)
            SequenceStatistics.add(to: &one, of: log)
            return one
        }
        return Statistics.mean(all)
    }

    private func adjustPlaces(
        _ situation: inout ChoiceHabits.Situation, _ name: String, _ found: Statistics, _ step: Double
    ) {
        let goal = wanted.shares("place.\(name)")
        let have = found.shares("place.\(name)")
        let told = toldShares("place.\(name)")
        guard goal.count == 11, have.count == 11, wanted.count("place.\(name)") >= Statistics.support else {
            return
        }
        var factors = situation.recency + [situation.unopened]
        for bin in factors.indices {
            let ratio = PortableMath.log((told[bin] + 0.0005) / (have[bin] + 0.0005))
            factors[bin] += step * Swift.max(-1.5, Swift.min(1.5, ratio))
        }
        // All factors alike change nothing.
        let centre = zip(factors, goal).reduce(0) { $0 + $1.0 * $1.1 } / Swift.max(1e-9, goal.reduce(0, +))
        factors = factors.map { Swift.max(-12, Swift.min(8, $0 - centre)) }
        situation.recency = Array(factors.prefix(10))
        situation.unopened = factors[10]
    }

    /// The wanted shares of that name. One with too few launches counts as if it had half of those that are enough.
    private func toldShares(_ name: String) -> [Double] {
        let launches = wanted.count(name)
        return zip(wanted.shares(name), wanted.events(name)).map { share, events in
            events >= Statistics.support ? share : 0.5 * Statistics.support / launches
        }
    }

    private func adjustAgain(
        _ situation: inout ChoiceHabits.Situation, _ found: Statistics, _ step: Double
    ) {
        let goal = toldShares("again")
        let have = found.shares("again")
        guard goal.count == 2, have.count == 2, wanted.count("again") >= 4 * Statistics.support else {
            return
        }
        func odds(_ shares: [Double]) -> Double {
            PortableMath.log((shares[0] + 0.002) / (shares[1] + 0.002))
        }
        let change = step * (odds(goal) - odds(have))
        situation.again = Swift.max(-12, Swift.min(6, situation.again + change))
    }

    func difference(_ name: String, in range: ClosedRange<Double>, _ found: Statistics) -> Double? {
        guard wanted.count(name) >= Statistics.support, let goal = wanted.number(name, in: range),
            let have = found.number(name, in: range)
        else { return nil }
        return goal - have
    }

    /// What the previous apps and the hour tell grows with the square of the spread.
    private func adjustSpreads(_ habits: inout Habits, _ found: Statistics, _ step: Double) {
        func moved(_ spread: Double, _ name: String, most: Double) -> Double {
            guard let gap = difference("gain.\(name)", in: SequenceStatistics.gainRange, found) else {
                return spread
            }
            let change = gap / Swift.max(0.3, spread)
            return Swift.max(
                0, Swift.min(most, spread + step * Swift.max(-0.5, Swift.min(0.5, 1.5 * change))))
        }
        habits.choice.first.successorSpread = moved(
            habits.choice.first.successorSpread, "first.successor", most: 4)
        habits.choice.within.successorSpread = moved(
            habits.choice.within.successorSpread, "within.successor", most: 4)
        habits.choice.first.pairSpread = moved(habits.choice.first.pairSpread, "first.pair", most: 3)
        habits.choice.within.pairSpread = moved(habits.choice.within.pairSpread, "within.pair", most: 3)
        habits.apps.hourSpread = moved(habits.apps.hourSpread, "hour", most: 3)
        if let gap = difference("gain.within.seldom", in: SequenceStatistics.gainRange, found),
            let chance = habits.choice.companionChance
        {
            let change = step * Swift.max(-0.2, Swift.min(0.2, gap))
            habits.choice.companionChance = Swift.max(0, Swift.min(1, chance + change))
        }
    }

    private func adjustInterest(_ apps: inout AppHabits, _ found: Statistics, _ step: Double) {
        let range = SequenceStatistics.coincidenceRange
        var sharper = 0.0
        var told = 0.0
        for group in SequenceStatistics.groups.indices {
            let day = difference("coincide.day.\(group)", in: range, found)
            let week = difference("coincide.week.\(group)", in: range, found)
            // Fewer days with the same launches: bursts. Coincidences would have one great day be as much as many.
            if let days = difference("days.\(group)", in: 0...1, found) {
                let gap = Swift.max(-0.6, Swift.min(0.6, -5 * days))
                let spread = apps.interestSpread[group] + step * 0.8 * gap
                apps.interestSpread[group] = Swift.max(0, Swift.min(5, spread))
            }
            if let day, let week {
                sharper += day - week
                told += 1
            }
        }
        for group in SequenceStatistics.groups.indices {
            guard var spreads = apps.burstSpread,
                let day = difference("coincide.day.\(group)", in: range, found),
                let quarter = difference("coincide.quarter.\(group)", in: range, found)
            else { continue }
            let gap = Swift.max(-0.6, Swift.min(0.6, quarter - day))
            spreads[group] = Swift.max(0, Swift.min(2.5, spreads[group] + step * 0.6 * gap))
            apps.burstSpread = spreads
        }
        for group in SequenceStatistics.groups.indices {
            guard let gap = difference("span.\(group)", in: 0...1, found) else { continue }
            let longer =
                apps.keptDays[group] * PortableMath.exp(step * Swift.max(-0.7, Swift.min(0.7, 3 * gap)))
            apps.keptDays[group] = Swift.max(2, Swift.min(20 * Double(days), longer))
        }
        guard told > 0 else { return }
        // A longer memory spreads a burst over more days.
        let time = -1 / PortableMath.log(apps.interestMemory)
        let longer = time * PortableMath.exp(-step * Swift.max(-0.5, Swift.min(0.5, sharper / told)))
        apps.interestMemory = PortableMath.exp(-1 / Swift.max(0.3, Swift.min(60, longer)))
    }

    private func adjustPopularity(_ apps: inout AppHabits, _ found: Statistics, _ step: Double) {
        let goal = wanted.shares("popularity")
        let have = found.shares("popularity")
        for (knot, rank) in zip(apps.popularity.indices, AppHabits.ranks) {
            // Neighbouring ranks together: chance changes places.
            let low = Swift.max(1, rank - rank / 6)
            let high = Swift.min(goal.count, rank + rank / 6)
            let wantedSum = goal[(low - 1)..<high].reduce(0, +)
            let foundSum = have[(low - 1)..<high].reduce(0, +)
            guard wantedSum > 0, foundSum > 0 else { continue }
            let ratio = PortableMath.log(wantedSum / foundSum)
            apps.popularity[knot] *= PortableMath.exp(0.6 * step * Swift.max(-0.7, Swift.min(0.7, ratio)))
        }
        apps.popularity[0] = Swift.min(1, apps.popularity[0])
        for knot in apps.popularity.indices.dropFirst() {
            apps.popularity[knot] = Swift.min(apps.popularity[knot], apps.popularity[knot - 1])
        }
        let last = AppHabits.ranks[apps.popularity.count - 1]
        let wantedRest = goal.dropFirst(last).reduce(0, +)
        let foundRest = have.dropFirst(last).reduce(0, +)
        if wanted.tellsTail(after: last), wantedRest > 0.001, foundRest > 0.001 {
            let ratio = PortableMath.log(wantedRest / foundRest)
            apps.popularityTail -= step * Swift.max(-0.5, Swift.min(0.5, ratio))
            apps.popularityTail = Swift.max(0.2, Swift.min(10, apps.popularityTail))
        }
    }

    /// The number of apps, of sessions, and of launches in them.
    private func adjustUse(_ habits: inout Habits, _ found: Statistics, _ step: Double) {
        guard let goal = wanted.numbers("user", in: 0...1), let have = found.numbers("user", in: 0...1) else {
            return
        }
        func gap(_ component: UserHabits.Component) -> Double {
            let range = UseStatistics.userRanges[component.rawValue]
            let width = range.upperBound - range.lowerBound
            return step * width * (goal[component.rawValue] - have[component.rawValue])
        }
        habits.apps.used *= PortableMath.exp(Swift.max(-0.4, Swift.min(0.4, gap(.apps))))
        habits.apps.used = Swift.max(1, Swift.min(1_000, habits.apps.used))
        let perDay = habits.sessions.perDay * PortableMath.exp(0.5 * gap(.sessions))
        habits.sessions.perDay = Swift.max(0.01, Swift.min(HabitsSections.mostSessions, perDay))
        let factor = PortableMath.exp(0.5 * gap(.useLength))
        habits.sessions.lengths = habits.sessions.lengths.scaled(by: factor)
    }
}
