import FetchSched
import Testing

@testable import FetchLab
@testable import FetchTrace
@testable import FetchGenerate

/// Options of a life: several devices, a new phone, shifts, holidays.
@Suite struct HabitsLifeTests {
    static func events(_ life: LifeHabits, devices: Int, days: Int = 28) -> [[TraceEvent]] {
        let habits = HabitsFitTests.known { $0.life = life }
        let preset = GeneratorPreset(name: "life", summary: "", habits: habits)
        let generator = TraceGenerator(preset: preset, devices: devices, days: days, seed: 4)
        var names = TraceNames()
        return (0..<devices).map { generator.generateDevice($0, names: &names) }
    }

    static func launches(_ events: [TraceEvent]) -> [TraceEvent] { events.filter { $0.kind == .launch } }

    @Test func twoDevicesShareTheAppsAndTheSessions() {
        let life = LifeHabits(devices: .init(perUser: 2, use: .together, shares: [0.75, 0.25], stay: 0.5))
        let all = Self.events(life, devices: 4)
        let whole = Self.events(LifeHabits(), devices: 2)
        for user in 0..<2 {
            let parts = [Self.launches(all[2 * user]), Self.launches(all[2 * user + 1])]
            // Together they have what the user would have on one device.
            let times = parts.joined().map(\.time).sorted()
            #expect(times == Self.launches(whole[user]).map(\.time))
            let share = Double(parts[0].count) / Double(times.count)
            #expect((0.6...0.88).contains(share), "\(share)")
            // The same origins on both.
            let updates = [2 * user, 2 * user + 1].map { all[$0].filter { $0.kind == .update }.map(\.time) }
            #expect(updates[0] == updates[1] && !updates[0].isEmpty)
        }
    }

    @Test func aNewPhoneReplacesTheOld() throws {
        let life = LifeHabits(devices: .init(perUser: 2, use: .successive, shares: [0.5, 0.5]))
        let all = Self.events(life, devices: 2)
        let first = try #require(all[0].last?.time)
        let second = try #require(all[1].first?.time)
        #expect(first < second)
        #expect(all[1].first?.kind == .zone)
        #expect((second - all[0][0].time).seconds == 14.5 * 86_400)
        #expect(all.allSatisfy { Self.launches($0).count > 200 })
    }

    @Test func phonesStayAtHomeOnHoliday() {
        let life = LifeHabits(holidays: .init(perYear: 30, meanDays: 5, activity: 0, hoursLater: 0))
        let all = Self.events(life, devices: 1, days: 84)
        let usual = Self.events(LifeHabits(), devices: 1, days: 84)
        func idle(_ events: [TraceEvent]) -> Int {
            let origin = events[0].time
            return 84 - Set(Self.launches(events).map { Int(($0.time - origin).seconds / 86_400) }).count
        }
        #expect(idle(all[0]) >= 10 && idle(usual[0]) <= 1, "\(idle(all[0])) \(idle(usual[0]))")
    }

    @Test func phasesHoldWhenTheySay() {
        let phase = { (cycle: Int, from: Double, until: Double) in
            PublishedRhythm.commuter.phase(cycleDays: cycle, from: from, until: until, otherFavourites: false)
        }
        let weeks = phase(28, 21, 28)
        #expect((0..<56).filter { weeks.holds(on: $0, of: 56) } == Array(21..<28) + Array(49..<56))
        let half = phase(0, 0.5, 1)
        #expect((0..<29).filter { half.holds(on: $0, of: 29) } == Array(14..<29))
        let life = LifeHabits(phases: [weeks, half])
        #expect(life.phase(on: 22, of: 56) == 0 && life.phase(on: 30, of: 56) == 1)
        #expect(life.phase(on: 1, of: 56) == nil && life.fault == nil)
    }
}
