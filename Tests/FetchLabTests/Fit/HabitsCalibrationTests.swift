import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate
@testable import FetchLab

/// Each step of the calibration moves its numbers towards the habits that the statistics are of.
@Suite struct HabitsCalibrationTests {
    static let days = 56
    static let users = 8

    /// The mean statistics of the use of generated users.
    static func statistics(_ habits: Habits, seed: UInt64) -> Statistics {
        let calendar = LocalCalendar(firstWeekday: 0, days: days)
        return Statistics.mean(
            (0..<users).map { number in
                var sampler = Sampler(seed, UInt64(number))
                let user = UserModel(habits: habits, sampler: &sampler)
                var process = LaunchProcess(
                    habits: habits, user: user, calendar: calendar, sampler: &sampler)
                var one = Statistics()
                let log = DeviceLog(launches: process.launches(sampler: &sampler), calendar: calendar)
                UseStatistics.add(to: &one, of: log)
                return one
            })
    }

    static func habits(_ change: (inout Habits) -> Void = { _ in }) -> Habits {
        HabitsFitTests.known {
            $0.apps.horizonDays = 14
            change(&$0)
        }
    }

    static func calibration(_ wanted: Statistics) -> HabitsCalibration {
        HabitsCalibration(
            wanted: wanted, devices: users, days: days, firstWeekday: 0, seed: 1)
    }

    /// Weeks that differ are told from days that do.
    @Test func driftMovesTowardsWhatIsWanted() {
        func differing(_ memory: Double) -> Habits {
            Self.habits {
                $0.sessions.rhythm.daySpread = 0.5
                $0.sessions.rhythm.dayMemory = memory
                $0.sessions.lengthDaySpread = 0.6
                $0.sessions.lengthMemory = memory
                $0.sessions.steadyDays = Self.days
            }
        }
        let (lasting, passing) = (differing(0.9), differing(0.1))
        let (slow, fast) = (Self.statistics(lasting, seed: 3), Self.statistics(passing, seed: 4))
        var sessions = passing.sessions
        Self.calibration(slow).adjustDays(&sessions, fast, 0.8)
        #expect(sessions.rhythm.dayMemory > 0.2 && sessions.lengthMemory > 0.2, "\(sessions)")
        sessions = lasting.sessions
        Self.calibration(fast).adjustDays(&sessions, slow, 0.8)
        #expect(sessions.rhythm.dayMemory < 0.8 && sessions.lengthMemory < 0.8, "\(sessions)")
    }

    /// Of users who differ, probabilities to go on rise along a session, as those with long ones are left. That is told from
    /// probabilities that rise for each user.
    @Test func whatUsersDifferByIsNoSlope() {
        let differing = Self.habits {
            $0.users = UserHabits([.sessionLength: 1.2])
            $0.sessions.continuation = [Double](repeating: 0.6, count: 6)
        }
        let pooled = Self.statistics(differing, seed: 5)
        let probabilities = zip(pooled.shares("steps.go"), pooled.shares("steps.all")).map { $0 / $1 }
        #expect(probabilities[5] > probabilities[0] + 0.1, "what is read off rises: \(probabilities)")

        // Begun with what is read off, and spreads as found, both shrink.
        var habits = differing
        habits.sessions.continuation = probabilities
        let before = habits
        Self.calibration(pooled).adjustUsers(&habits, Self.statistics(habits, seed: 6), 0.8)
        #expect(
            habits.sessions.continuation[5] < before.sessions.continuation[5] - 0.01, "\(habits.sessions)")
        let length = UserHabits.Component.sessionLength.rawValue
        #expect(habits.users.spread[length] < before.users.spread[length], "\(habits.users.spread)")
    }

    /// What users' contents differ by moves towards what is wanted, also from nothing, and what apps differ by gives way.
    @Test func contentOfUsersMovesTowardsWhatIsWanted() {
        func differing(_ spread: Double) -> Habits {
            Self.habits { $0.users = UserHabits([.content: spread]) }
        }
        func found(_ spread: Double) -> Statistics {
            Self.calibration(Statistics()).simulate(differing(spread), round: 0)
        }
        let content = UserHabits.Component.content.rawValue
        func moved(_ spread: Double, to wanted: Double) -> Double {
            var habits = differing(spread)
            Self.calibration(found(wanted)).adjustUsers(&habits, found(spread), 0.8)
            return habits.users.spread[content]
        }
        #expect(moved(0.4, to: 1.2) > 0.44)
        #expect(moved(1.2, to: 0.4) < 1.1)
        #expect(moved(0, to: 1.2) > 0.02)
    }

    /// Users who use their apps longer than others are not drawn so twice: what is pooled over them is narrowed.
    @Test func lengthsOfUseLoseWhatUsersDifferBy() {
        let pooled = Self.statistics(Self.habits(), seed: 8)
        let sections = HabitsSections(statistics: pooled, devices: Self.users)
        let lengths = [0, 0.5].map { sections.sessions(UserHabits([.useLength: $0])).lengths }
        func width(_ curve: QuantileCurve) -> Double { curve.value(at: 0.9) / curve.value(at: 0.1) }
        #expect(width(lengths[1]) < 0.9 * width(lengths[0]), "\(lengths)")
        #expect((lengths[1].value(at: 0.5) / lengths[0].value(at: 0.5) - 1).magnitude < 1e-9)
    }

    /// The users of a trial have no more sessions, longer ones or other hours than the habits say, and differ by as much.
    @Test func theUsersOfATrialAreBalanced() {
        let calibration = HabitsCalibration(
            wanted: Statistics(), devices: 30, days: 28, firstWeekday: 0, seed: 1)
        let rounds = (0..<3).map { calibration.balancedUsers(round: $0) }
        #expect(rounds[0] != rounds[1])
        for users in rounds {
            #expect(users.count == calibration.users)
            for component in UserHabits.Component.allCases.indices {
                let values = users.map { $0[component] }
                let mean = values.reduce(0, +) / Double(values.count)
                let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
                #expect(mean.magnitude < 1e-9)
                #expect((square / Double(values.count - 1) - 1).magnitude < 1e-9)
            }
        }
    }

    /// What rates of content differ by between users is not found between apps once more.
    @Test func ratesOfAUsersAppsHaveTheirFactorInCommon() throws {
        var parts: [Statistics] = []
        var means: [Double] = []
        var sampler = Sampler(7)
        for _ in 0..<40 {
            let user = 0.8 * sampler.normal()
            var one = Statistics()
            var all: [Double] = []
            for group in 0...ContentStatistics.ranks.count {
                let logs = (0..<4).map { _ in 1 + user + 0.5 * sampler.normal() }
                all += logs
                let square = logs.reduce(0) { $0 + $1 * $1 } / 4
                one.add("rate.\(group).online", 1, in: 0...1, count: 100)
                one.add("rate.\(group).log", logs.reduce(0, +) / 4, in: -5...8, count: 100)
                one.add("rate.\(group).square", square, in: 0...64, count: 100)
            }
            parts.append(one)
            means.append(all.reduce(0, +) / Double(all.count))
        }
        let sections = HabitsSections(
            statistics: Statistics.mean(parts), devices: 40)
        let mean = means.reduce(0, +) / 40
        let found = (means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 39).squareRoot()
        let common = sections.contentSpread(found, apps: 52)
        #expect((0.95 * found..<found).contains(common), "\(common) of \(found)")
        let spreads = sections.rates(of: common).map(\.spread)
        let typical = (spreads.reduce(0) { $0 + $1 * $1 } / Double(spreads.count)).squareRoot()
        #expect((0.4...0.6).contains(typical), "\(spreads): 0.5 between the apps of a user")
    }
}
