import FetchSched
import FetchGenerate

/// How users differ, and what that does to statistics that are pooled over them.
///
/// Users whose numbers are alike would be found to differ all the same, by chance. And of the sessions that reach their
/// tenth launch more are of users with long ones, so probabilities to go on, pooled over users, rise along a session although
/// no user's do. What is read off so is too much of both, and more with each generation of twins.
extension HabitsCalibration {
    /// Moves the probabilities of going on, step by step, and the spreads between users.
    func adjustUsers(_ habits: inout Habits, _ found: Statistics, _ step: Double) {
        adjustContinuation(&habits.sessions, found, step)
        guard !habits.users.spread.isEmpty, let goal = Self.variances(wanted, devices),
            let have = Self.variances(found, users)
        else { return }
        for index in habits.users.spread.indices {
            // Not by the logarithm of the ratio: of few users' variance it is too small in the mean.
            let gap = (goal[index] - have[index]) / (goal[index] + 1e-3)
            let factor = PortableMath.exp(0.25 * step * Swift.max(-2, gap))
            // From nothing, no factor leads on.
            let spread = Swift.max(goal[index] > 0 ? 0.02 : 0, habits.users.spread[index])
            habits.users.spread[index] = Swift.min(3, spread * factor)
        }
        // Users' spread is not part of the apps' spread.
        let common = habits.users.spread[UserHabits.Component.content.rawValue]
        let sections = HabitsSections(statistics: wanted, devices: devices)
        habits.content.rates = sections.rates(of: common)
    }

    /// The independent numbers that users of a round are made of: each with mean 0 and variance 1 among them, so that it
    /// depends little on luck what the users of a trial are like in the mean, and by how much they differ. (Their
    /// correlations with each other are left to luck: six users cannot have twelve numbers without.)
    func balancedUsers(round: Int) -> [[Double]] {
        var sampler = Sampler(seed, "users".portableHash, UInt64(round))
        var normals = (0..<users).map { _ in UserHabits.normals(&sampler) }
        let count = Double(users)
        for component in UserHabits.Component.allCases.indices {
            let mean = normals.reduce(0) { $0 + $1[component] } / count
            let square = normals.reduce(0) { $0 + ($1[component] - mean) * ($1[component] - mean) }
            let scale = ((count - 1) / square).squareRoot()
            for user in normals.indices {
                normals[user][component] = scale * (normals[user][component] - mean)
            }
        }
        return normals
    }

    /// The variances of the users' vectors.
    static func variances(_ statistics: Statistics, _ users: Int) -> [Double]? {
        guard users > 1, let means = statistics.numbers("user"),
            let squares = statistics.numbers("user.squares")
        else { return nil }
        let sample = Double(users) / Double(users - 1)
        return zip(means, squares).map { Swift.max(0, $1 - $0 * $0) * sample }
    }

    private func adjustContinuation(_ sessions: inout SessionHabits, _ found: Statistics, _ step: Double) {
        func logOdds(_ statistics: Statistics) -> [Double?] {
            zip(statistics.shares("steps.go"), statistics.shares("steps.all")).map { go, all in
                guard all > 0, go > 0, go < all else { return nil }
                return PortableMath.log(go / (all - go))
            }
        }
        let behind = zip(wanted.events("steps.go"), wanted.events("steps.all")).map { Swift.min($0, $1 - $0) }
        for (index, (goal, have)) in zip(logOdds(wanted), logOdds(found)).enumerated() {
            guard let goal, let have, behind[index] >= Statistics.support else { continue }
            let odds = PortableMath.exp(0.5 * step * (goal - have).bounded(to: -1...1))
            let probability = sessions.continuation[index]
            sessions.continuation[index] = Swift.min(
                0.97, probability * odds / (1 - probability + probability * odds))
        }
    }
}
