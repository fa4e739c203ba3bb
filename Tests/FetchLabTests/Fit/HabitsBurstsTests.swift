import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate
@testable import FetchLab

/// Days off, bursts, and times for which apps are kept: each is generated and measured.
@Suite struct HabitsBurstsTests {
    static func launches(_ habits: Habits, days: Int, seed: UInt64) -> DeviceLog {
        var sampler = Sampler(seed)
        let calendar = LocalCalendar(firstWeekday: 0, days: days)
        let user = UserModel(habits: habits, sampler: &sampler)
        var process = LaunchProcess(habits: habits, user: user, calendar: calendar, sampler: &sampler)
        return DeviceLog(launches: process.launches(sampler: &sampler), calendar: calendar)
    }

    /// Days before the first event and after the last are not days off: nobody may have looked.
    @Test func theEdgesOfATraceAreNoDaysOff() {
        func share(_ active: [Int]) -> Double {
            let points = active.flatMap { day in
                (8..<20).map { hour in
                    let time = Double(day * 24 + hour) * 3_600
                    return RhythmStatistics.Point(start: time, free: time)
                }
            }
            let calendar = LocalCalendar(firstWeekday: 0, days: 20)
            return RhythmStatistics(points, calendar: calendar, end: 20 * 86_400).daysOff
        }
        #expect(share(Array(4..<16)) == 0)
        #expect(share([4, 5, 6, 7, 8, 10, 11, 12, 13, 14]) == 1.0 / 11)
    }

    /// Who leaves the phone at weekends has twins who do so.
    @Test func daysOffAtWeekendsAreFoundAndGenerated() throws {
        let known = HabitsFitTests.known {
            $0.sessions.rhythm.daysOff = 0.02
            $0.sessions.rhythm.weekendDaysOff = 0.5
        }
        let found = try HabitsFitTests.fit(
            HabitsFitTests.devices(known, count: 6, days: 56, seed: 3), rounds: 0)
        #expect(found.sessions.rhythm.daysOff < 0.06)
        #expect(((found.sessions.rhythm.weekendDaysOff ?? 0) - 0.5).magnitude < 0.12)
        var habits = known
        habits.sessions.rhythm.weekendDaysOff = nil
        let even = try HabitsFitTests.fit(
            HabitsFitTests.devices(habits, count: 6, days: 56, seed: 3), rounds: 0)
        #expect(try #require(even.sessions.rhythm.weekendDaysOff) < 0.08)
        #expect(even.fault == nil && found.fault == nil)
    }

    /// Where times have a spread, an app is not opened before and after it is kept.
    @Test func appsThatAreNotKeptAreNotOpened() {
        let habits = HabitsFitTests.known {
            $0.apps.horizonDays = 56
            $0.apps.installedDays = [1_000, 1_000, 2]
            $0.apps.installedSpread = 0.1
        }
        let log = Self.launches(habits, days: 56, seed: 2)
        for app in log.ranking.dropFirst(14) {
            let times = log.launches.filter { $0.app == app }.map(\.time)
            #expect((times.max() ?? 0) - (times.min() ?? 0) < 5 * 86_400)
        }
        #expect(log.ranking.count > 12)
    }

    @Test func burstsOfHoursAreMeasured() throws {
        func quarter(_ spread: [Double]?) throws -> Double {
            let habits = HabitsFitTests.known {
                $0.apps.horizonDays = 56
                $0.apps.burstSpread = spread
            }
            var statistics = Statistics()
            SequenceStatistics.add(to: &statistics, of: Self.launches(habits, days: 56, seed: 4))
            return try #require(statistics.number("coincide.quarter.1"))
        }
        let (bursts, even) = (try quarter([0, 2, 2]), try quarter(nil))
        #expect(bursts > even + 0.3, "\(bursts) with bursts, \(even) without")
    }
}
