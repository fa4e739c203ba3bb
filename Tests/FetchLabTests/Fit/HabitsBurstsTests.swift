import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate
@testable import FetchLab

/// Nights, bursts, times for which apps are kept, and how fast origins differ from slow ones: each is generated, measured
/// and moved towards what is wanted.
@Suite struct HabitsBurstsTests {
    static func launches(_ habits: Habits, days: Int, seed: UInt64) -> DeviceLog {
        var sampler = Sampler(seed)
        let calendar = LocalCalendar(firstWeekday: 0, days: days)
        let user = UserModel(habits: habits, sampler: &sampler)
        var process = LaunchProcess(habits: habits, user: user, calendar: calendar, sampler: &sampler)
        return DeviceLog(launches: process.launches(sampler: &sampler), calendar: calendar)
    }

    @Test func nightsAreTheQuietestEightHours() {
        for quiet in [0, 10, 44] {
            var rates = [Double](repeating: 2, count: RhythmHabits.slots)
            for offset in 0..<16 { rates[(quiet + offset) % RhythmHabits.slots] = 0.5 }
            let nights = Nights(weekday: rates, weekend: rates)
            #expect(nights.first == quiet)
            let halves = (0..<2 * RhythmHabits.slots).map { nights.half(of: $0) }
            for (slot, half) in halves.enumerated() {
                #expect((half == nil) == (rates[slot % RhythmHabits.slots] > 1))
                if let half { #expect((0..<Nights.halves(days: 2)).contains(half)) }
            }
            #expect(halves.filter { $0 == 2 }.count == 8, "a half has four hours, also over midnight")
        }
    }

    @Test func nightsMoveTowardsWhatIsWanted() {
        func habits(_ spread: Double?) -> Habits {
            HabitsCalibrationTests.habits { $0.sessions.rhythm.nightSpread = spread }
        }
        let wild = HabitsCalibrationTests.statistics(habits(1.3), seed: 3)
        let even = HabitsCalibrationTests.statistics(habits(nil), seed: 4)
        var sessions = habits(0.3).sessions
        HabitsCalibrationTests.calibration(wild).adjustDays(&sessions, even, 0.8)
        #expect((sessions.rhythm.nightSpread ?? 0) > 0.4)
        sessions = habits(1.3).sessions
        HabitsCalibrationTests.calibration(even).adjustDays(&sessions, wild, 0.8)
        #expect((sessions.rhythm.nightSpread ?? 0) < 1.2)
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
            $0.apps.keptDays = [1_000, 1_000, 2]
            $0.apps.keptSpread = 0.1
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

    /// Fast origins with flat days and even gaps are told from origins that are all alike.
    @Test func fastOriginsMoveTowardsWhatIsWanted() {
        func habits(_ slope: Double?) -> Habits {
            HabitsFitTests.known {
                $0.content.rates = [.init(rank: 1, online: 1, perDay: 12, spread: 1)]
                $0.content.gapsWithRate = slope
                $0.content.hoursWithRate = slope
                $0.content.fastest = 60
            }
        }
        func wanted(_ habits: Habits) -> Statistics {
            let preset = GeneratorPreset(name: "origins", summary: "", habits: habits)
            let generator = TraceGenerator(preset: preset, devices: 2, days: 28, seed: 5)
            var names = TraceNames()
            return Statistics.mean(
                (0..<2).map { device in
                    var one = Statistics()
                    let log = DeviceLog(generator.generateDevice(device, names: &names))
                    ContentStatistics.add(to: &one, of: log)
                    return one
                })
        }
        func fitted(_ goal: Statistics, from slope: Double?) -> ContentHabits {
            var found = habits(slope)
            let calibration = HabitsCalibration(
                wanted: goal, devices: 2, days: 28, firstWeekday: 0, seed: 1)
            calibration.adjustContent(&found, rounds: 2)
            return found.content
        }
        let differing = fitted(wanted(habits(-0.4)), from: nil)
        #expect((differing.gapsWithRate ?? 0) < -0.08, "\(differing.gapsWithRate ?? 0)")
        #expect((differing.hoursWithRate ?? 0) < -0.08, "\(differing.hoursWithRate ?? 0)")
        let alike = fitted(wanted(habits(nil)), from: -0.4)
        #expect((alike.gapsWithRate ?? 0) > -0.32, "\(alike.gapsWithRate ?? 0)")
        #expect((alike.hoursWithRate ?? 0) > -0.32, "\(alike.hoursWithRate ?? 0)")
    }
}
