import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate
@testable import FetchLab

/// Apps that are seldom opened bring another one with them.
@Suite struct HabitsCompanionTests {
    private static func habits(companions chance: Double?) -> Habits {
        HabitsFitTests.known {
            $0.apps.used = 40
            $0.sessions.perDay = 20
            $0.choice.within.successorSpread = 0.4
            $0.choice.companionChance = chance
        }
    }

    /// By how much the share of the commonest follower grows with the chance, of apps seldom and often opened.
    private static func commonest(_ chance: Double?) -> (seldom: Double, often: Double) {
        var sums = (seldom: 0.0, often: 0.0)
        var counts = sums
        for number in 0..<4 as Range<UInt64> {
            let calendar = LocalCalendar(firstWeekday: 0, days: 120)
            var sampler = Sampler(11, number)
            let habits = habits(companions: chance)
            let user = UserModel(habits: habits, sampler: &sampler)
            var process = LaunchProcess(habits: habits, user: user, calendar: calendar, sampler: &sampler)
            let log = DeviceLog(launches: process.launches(sampler: &sampler), calendar: calendar)
            var followers = [[Int: Double]](repeating: [:], count: log.apps)
            for (index, begins) in log.beginsSession.enumerated() where !begins {
                let app = log.launches[index - 1].app
                followers[app][log.launches[index].app, default: 0] += 1
            }
            for (rank, app) in log.ranking.enumerated() {
                let all = followers[app].values.reduce(0, +)
                guard all >= 15, rank < 3 || rank >= 10 else { continue }
                let most = (followers[app].values.max() ?? 0) / all
                if rank < 3 { (sums.often, counts.often) = (sums.often + most, counts.often + 1) }
                if rank >= 10 { (sums.seldom, counts.seldom) = (sums.seldom + most, counts.seldom + 1) }
            }
        }
        return (sums.seldom / counts.seldom, sums.often / counts.often)
    }

    @Test func whatIsSeldomOpenedIsFollowedByOneApp() {
        let (without, with) = (Self.commonest(nil), Self.commonest(0.9))
        #expect(with.seldom > without.seldom + 0.1, "\(without), \(with)")
        #expect((with.often - without.often).magnitude < 0.1, "\(without), \(with)")
    }

    /// The fit tells such apps from likings that all pairs have.
    @Test func theFitFindsThem() throws {
        let found = try [0.0, 0.6].map {
            try HabitsFitTests.fit(
                HabitsFitTests.devices(Self.habits(companions: $0), count: 2, days: 42, seed: 5), rounds: 6
            ).choice
        }
        let chances = found.map { $0.companionChance ?? -1 }
        #expect(chances[0] < 0.25 && chances[1] > chances[0] + 0.25, "\(found)")
    }

    /// An app that is not kept on a day, or was in this session, does not follow; one without others has nobody.
    @Test func whoMayFollow() {
        var sampler = Sampler(3)
        let pair = AppCompanions(
            chance: 0.9, shares: [1e-9, 1e-9], lives: [0..<10, 5..<10], sampler: &sampler)
        func follower(day: Int, mayFollow: Bool = true) -> Int {
            (0..<50).filter { _ in
                pair.follower(of: 0, day: day, sampler: &sampler) { _ in mayFollow } == 1
            }.count
        }
        #expect(follower(day: 7) > 0)
        #expect(follower(day: 2) == 0 && follower(day: 7, mayFollow: false) == 0)
        let alone = AppCompanions(chance: 0.9, shares: [1], lives: [0..<10], sampler: &sampler)
        #expect(alone.follower(of: 0, day: 1, sampler: &sampler) { _ in true } == nil)
    }
}
