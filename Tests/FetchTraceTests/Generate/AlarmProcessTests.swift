import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// Alarms around launches.
@Suite struct AlarmProcessTests {
    private typealias Use = UseLog.Use

    private static func uses(_ random: inout Sampler, count: Int) -> [Use] {
        var (uses, time) = ([Use](), 100.0)
        for _ in 0..<count {
            time += random.exponential(mean: random.chance(0.3) ? 30_000 : 3000)
            let end = time + random.exponential(mean: 60)
            uses.append(Use(start: time, end: end))
            time = end
        }
        return uses
    }

    private static func notices(
        _ uses: [Use], _ habits: AlarmHabits = AlarmHabits(), seed: UInt64 = 1
    ) -> [AlarmProcess.Notice] {
        var process = AlarmProcess(habits: habits, sampler: Sampler(seed))
        return process.notices(around: uses, from: 0)
    }

    /// At each moment the next alarm of a kind is known, at full five minutes, and never within a use.
    @Test(arguments: 1...15 as ClosedRange<UInt64>) func theNextOneIsKnown(seed: UInt64) {
        var random = Sampler(seed)
        let uses = Self.uses(&random, count: 300)
        let all = Self.notices(uses, seed: seed)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time })
        for kind in [Words.Alarm.clock, Words.Alarm.calendar] {
            let notices = all.filter { $0.value == kind }
            #expect(notices.first?.time == 0 && notices.last?.wait == nil)
            for (notice, next) in zip(notices, notices.dropFirst()) {
                let wait = notice.wait ?? -1
                #expect(wait > 0 && notice.time + wait == next.time)
                #expect(next.time.truncatingRemainder(dividingBy: 300) == 0)
                #expect(!uses.contains { $0.start <= next.time && next.time <= $0.end })
            }
        }
    }

    /// Also where a device begins at an odd second.
    @Test func theyAreDueAtFullFiveMinutes() throws {
        let preset = try #require(GeneratorPreset.named("student"))
        var trace = Trace()
        trace.events = TraceGenerator(preset: preset, devices: 1, days: 10, seed: 3)
            .generateDevice(0, names: &trace.names)
        for index in trace.events.indices {
            trace.events[index].time = trace.events[index].time + .seconds(77)
        }
        trace.addAlarms(seed: 1)
        let alarms = trace.events.filter { $0.kind == .alarm }
        #expect(alarms.count > 4)
        for alarm in alarms {
            guard let wait = alarm.duration else { continue }
            #expect((alarm.time + wait).milliseconds % 300_000 == 0)
        }
    }

    @Test func theyFollowTheHabits() {
        // A pause of eight hours, and one of two.
        let uses = (0..<4000).map { index in
            let time = Double(index / 2) * 36_000 + (index % 2 == 0 ? 0 : 7200)
            return Use(start: time + 50, end: time + 60)
        }
        var habits = AlarmHabits()
        (habits.clockShare, habits.calendarShare, habits.unheeded) = (0.6, 0.3, 0)
        func count(_ kind: EventValue) -> Double {
            Double(Self.notices(uses, habits).filter { $0.value == kind }.count)
        }
        // A lead longer than the pause leaves none.
        #expect(abs(count(Words.Alarm.clock) / 2000 - 0.6) < 0.04)
        #expect(abs(count(Words.Alarm.calendar) / 2000 - 0.3) < 0.04)
        let heeded = count(Words.Alarm.clock)
        habits.unheeded = 1
        #expect(count(Words.Alarm.clock) > 1.3 * heeded)
    }

    @Test func withoutHabitsThereAreNone() {
        var habits = AlarmHabits()
        (habits.clockShare, habits.calendarShare) = (0, 0)
        #expect(Self.notices([Use(start: 0, end: 1), Use(start: 90_000, end: 90_001)], habits).isEmpty)
        #expect(Self.notices([]).isEmpty)
    }

    @Test func faultsAreNamed() {
        for change in [
            { $0.clockShare = 1.1 }, { $0.calendarShare = -0.1 }, { $0.clockSeconds = 0 },
            { $0.calendarSeconds = 3601 }, { $0.spread = 4 }, { $0.unheeded = .nan },
        ] as [(inout AlarmHabits) -> Void] {
            var habits = AlarmHabits()
            change(&habits)
            #expect(habits.fault?.hasPrefix("alarms: ") == true)
        }
        #expect(AlarmHabits().fault == nil)
    }
}
