import FetchSched
import FetchGenerate

/// Changes habits until devices generated from them have the statistics that the real ones have.
///
/// What follows what cannot be read off directly: an app comes again soon because it is popular, because it is of
/// interest this week, and because it was just in use, all at once. So users are generated, the same statistics are
/// taken of them, and each number moves against the difference (simulated moments; of the recency factors, this is
/// how log-linear models are fitted). Some rounds are enough, as each statistic depends mostly on one number.
struct HabitsCalibration: Sendable {
    let wanted: Statistics
    let devices: Int
    let days: Int
    /// Weekday of the first day: 0 is Monday.
    let firstWeekday: Int
    let seed: UInt64

    /// Users generated in each round.
    var users: Int { Swift.max(6, Swift.min(24, devices)) }

    /// How far numbers move in a round: large steps first, smaller ones later, so that noise averages out.
    static func step(_ round: Int) -> Double { 0.8 / (1 + 0.15 * Double(round)) }

    func adjust(_ habits: inout Habits, rounds: Int) {
        // Users of ten thousand apps would take minutes.
        guard habits.apps.used * (1 + habits.apps.unused) <= 2_000 else { return }
        for round in 0..<rounds {
            let found = simulate(habits, round: round)
            let step = Self.step(round)
            adjustPlaces(&habits.choice.first, "place.first", found, step)
            adjustPlaces(&habits.choice.within, "place.within", found, step)
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

    /// By how much a wanted number is above the one that was found; nil if one is not told, or by too few launches.
    func gap(_ name: String, _ found: Statistics) -> Double? {
        guard wanted.isSupported(name), let goal = wanted.number(name), let have = found.number(name) else {
            return nil
        }
        return goal - have
    }

    private func adjustPlaces(
        _ situation: inout ChoiceHabits.Situation, _ name: String, _ found: Statistics, _ step: Double
    ) {
        guard wanted.isSupported(name) else { return }
        let goal = wanted.shares(name)
        var factors = situation.recency + [situation.unopened]
        for (bin, (told, have)) in zip(toldShares(name), found.shares(name)).enumerated() {
            let ratio = PortableMath.log((told + 0.0005) / (have + 0.0005))
            factors[bin] += step * ratio.bounded(to: -1.5...1.5)
        }
        // All factors alike change nothing.
        let centre = zip(factors, goal).reduce(0) { $0 + $1.0 * $1.1 } / Swift.max(1e-9, goal.reduce(0, +))
        factors = factors.map { ($0 - centre).bounded(to: -12...8) }
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
        guard wanted.count("again") >= 4 * Statistics.support else { return }
        func odds(_ shares: [Double]) -> Double {
            PortableMath.log((shares[0] + 0.002) / (shares[1] + 0.002))
        }
        let change = step * (odds(toldShares("again")) - odds(found.shares("again")))
        situation.again = (situation.again + change).bounded(to: -12...6)
    }

    /// Adjusts spreads: the gains from previous apps and the hour grow with the square of the spread.
    private func adjustSpreads(_ habits: inout Habits, _ found: Statistics, _ step: Double) {
        func move(_ spread: inout Double, _ name: String, most: Double) {
            guard let gap = gap("gain.\(name)", found) else { return }
            let change = 1.5 * gap / Swift.max(0.3, spread)
            spread = (spread + step * change.bounded(to: -0.5...0.5)).bounded(to: 0...most)
        }
        move(&habits.choice.first.successorSpread, "first.successor", most: 4)
        move(&habits.choice.within.successorSpread, "within.successor", most: 4)
        move(&habits.choice.first.pairSpread, "first.pair", most: 3)
        move(&habits.choice.within.pairSpread, "within.pair", most: 3)
        move(&habits.apps.hourSpread, "hour", most: 3)
        if let gap = gap("gain.within.seldom", found), let probability = habits.choice.companionProbability {
            habits.choice.companionProbability = (probability + step * gap.bounded(to: -0.2...0.2)).bounded(
                to: 0...1)
        }
    }

    private func adjustInterest(_ apps: inout AppHabits, _ found: Statistics, _ step: Double) {
        var sharper: [Double] = []
        for group in SequenceStatistics.groups.indices {
            let day = gap("coincide.day.\(group)", found)
            // Fewer days with the same launches: bursts. Coincidences would have one great day be as much as many.
            if let days = gap("days.\(group)", found) {
                let change = 0.8 * step * (-5 * days).bounded(to: -0.6...0.6)
                apps.interestSpread[group] = (apps.interestSpread[group] + change).bounded(to: 0...5)
            }
            if let day, let week = gap("coincide.week.\(group)", found) { sharper.append(day - week) }
            if let day, let quarter = gap("coincide.quarter.\(group)", found), let spreads = apps.burstSpread
            {
                let change = 0.6 * step * (quarter - day).bounded(to: -0.6...0.6)
                apps.burstSpread?[group] = (spreads[group] + change).bounded(to: 0...2.5)
            }
            if let gap = gap("span.\(group)", found) {
                let factor = PortableMath.exp(step * (3 * gap).bounded(to: -0.7...0.7))
                apps.installedDays[group] = (apps.installedDays[group] * factor).bounded(
                    to: 2...20 * Double(days))
            }
        }
        guard !sharper.isEmpty else { return }
        // A longer memory spreads a burst over more days.
        let change = Moments(sharper).mean.bounded(to: -0.5...0.5)
        let time = -1 / PortableMath.log(apps.interestMemory) * PortableMath.exp(-step * change)
        apps.interestMemory = PortableMath.exp(-1 / time.bounded(to: 0.3...60))
    }

    private func adjustPopularity(_ apps: inout AppHabits, _ found: Statistics, _ step: Double) {
        let goal = wanted.shares("popularity")
        let have = found.shares("popularity")
        for (knot, rank) in zip(apps.popularity.indices, AppHabits.ranks) {
            // Neighbouring ranks together: noise changes places.
            let low = Swift.max(1, rank - rank / 6)
            let high = Swift.min(goal.count, rank + rank / 6)
            let wantedSum = goal[(low - 1)..<high].reduce(0, +)
            let foundSum = have[(low - 1)..<high].reduce(0, +)
            guard wantedSum > 0, foundSum > 0 else { continue }
            let ratio = PortableMath.log(wantedSum / foundSum)
            apps.popularity[knot] *= PortableMath.exp(0.6 * step * ratio.bounded(to: -0.7...0.7))
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
            apps.popularityTail -= step * ratio.bounded(to: -0.5...0.5)
            apps.popularityTail = apps.popularityTail.bounded(to: 0.2...10)
        }
    }

    /// The number of apps, of sessions, and of launches in them.
    private func adjustUse(_ habits: inout Habits, _ found: Statistics, _ step: Double) {
        guard let goal = wanted.numbers("user"), let have = found.numbers("user") else { return }
        func gap(_ component: UserHabits.Component) -> Double {
            step * (goal[component.rawValue] - have[component.rawValue])
        }
        let used = habits.apps.used * PortableMath.exp(gap(.apps).bounded(to: -0.4...0.4))
        habits.apps.used = used.bounded(to: 1...1_000)
        let perDay = habits.sessions.perDay * PortableMath.exp(0.5 * gap(.sessions))
        habits.sessions.perDay = perDay.bounded(to: 0.01...HabitsSections.mostSessions)
        let factor = PortableMath.exp(0.5 * gap(.useLength))
        habits.sessions.lengths = habits.sessions.lengths.scaled(by: factor)
    }
}
