import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate
@testable import FetchLab

/// Fitting finds what devices were made from, and what it writes tells no event.
@Suite struct HabitsFitTests {
    /// Habits whose numbers are known, of one device each.
    static func known(_ change: (inout Habits) -> Void = { _ in }) -> Habits {
        Habits.ordinary(.allDay).with {
            $0.users = UserHabits()
            $0.apps.used = 24
            $0.sessions.perDay = 12
            $0.apps.unused = 0
            $0.content = $0.content.slower(by: 0.5)
            change(&$0)
        }
    }

    static func devices(_ habits: Habits, count: Int, days: Int = 28, seed: UInt64) -> HabitsFit.Devices {
        var devices = HabitsFit.Devices()
        add(habits, count: count, days: days, seed: seed, to: &devices)
        return devices
    }

    static func add(
        _ habits: Habits, count: Int, days: Int = 28, seed: UInt64, to devices: inout HabitsFit.Devices
    ) {
        let preset = GeneratorPreset(name: "known", summary: "", habits: habits)
        let generator = TraceGenerator(preset: preset, devices: count, days: days, seed: seed)
        var names = TraceNames()
        for index in 0..<generator.devices { devices.add(generator.generateDevice(index, names: &names)) }
    }

    static func fit(_ devices: HabitsFit.Devices, rounds: Int = 4) throws -> Habits {
        var fit = HabitsFit()
        fit.rounds = rounds
        return try #require(fit.habits(of: devices))
    }

    @Test(arguments: [UInt64(1)]) func whatIsReadDirectlyIsFound(seed: UInt64) throws {
        let habits = Self.known()
        let found = try Self.fit(Self.devices(habits, count: 4, seed: seed))
        #expect(found.fault == nil)
        #expect((0.75...1.3).contains(found.sessions.perDay / habits.sessions.perDay), "seed \(seed)")
        for (step, wanted) in habits.sessions.continuation.enumerated().prefix(4) {
            #expect(
                (found.sessions.continuation[step] - wanted).magnitude < 0.1, "seed \(seed), step \(step)")
        }
        #expect((0.8...1.25).contains(found.apps.used / habits.apps.used), "seed \(seed): \(found.apps.used)")
        #expect((found.apps.popularity[0] - 0.33).magnitude < 0.08, "seed \(seed): \(found.apps.popularity)")
        let length = found.sessions.lengths.value(at: 0.5) / habits.sessions.lengths.value(at: 0.5)
        #expect((0.75...1.35).contains(length), "seed \(seed): \(length)")
        let evening = { (rhythm: RhythmHabits) in rhythm.weekdayHours[36..<44].reduce(0, +) / 8 }
        let night = { (rhythm: RhythmHabits) in rhythm.weekdayHours[4..<10].reduce(0, +) / 6 }
        let wanted = habits.sessions.rhythm
        #expect((evening(found.sessions.rhythm) / evening(wanted) - 1).magnitude < 0.25, "seed \(seed)")
        #expect(night(found.sessions.rhythm) < 0.45, "seed \(seed)")
        #expect(
            (0.5...2).contains(found.content.rates[0].perDay / habits.content.rates[0].perDay), "seed \(seed)"
        )
        #expect((0.7...1.4).contains(found.content.sizeMedian / 150_000), "seed \(seed)")
        #expect((found.content.sizeSpreadWithin - 0.7).magnitude < 0.1, "seed \(seed)")
    }

    /// Whatever is fitted can be generated from: few apps, too.
    @Test(arguments: [1, 3, 6]) func whatIsFittedIsInOrder(seed: Int) throws {
        let few = Self.known {
            $0.apps.used = Double(1 + seed)
            $0.sessions.perDay = 6
        }
        let devices = Self.devices(few, count: 1, days: 14, seed: UInt64(seed))
        #expect(try Self.fit(devices).fault == nil)
    }

    @Test func strongerFeaturesAreFoundStronger() throws {
        var successors: [Double] = []
        var again: [Double] = []
        for strength in [0.3, 2.0] {
            let habits = Self.known {
                $0.choice.within.successorSpread = strength
                $0.choice.within.recency[0] = strength > 1 ? 0.5 : -4
            }
            let found = try Self.fit(Self.devices(habits, count: 2, days: 42, seed: 5))
            successors.append(found.choice.within.successorSpread)
            again.append(found.choice.within.recency[0])
        }
        #expect(successors[1] > successors[0] + 0.5, "\(successors)")
        #expect(again[1] > again[0] + 1.5, "\(again)")
    }

    /// What days differ by evens out over the time that the habits were fitted to, and not before.
    @Test func steadyDaysEvenOut() {
        func days(_ count: Int, steady: Int?) -> [Double] {
            var sampler = Sampler(9)
            return DayStates.draw(memory: 0.8, days: count, steadyDays: steady, sampler: &sampler)
        }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        #expect(mean(days(28, steady: 28)).magnitude < 1e-12)
        #expect(mean(days(60, steady: 28)).magnitude < 1e-12, "all days, if there are more")
        #expect(mean(days(28, steady: nil)).magnitude > 0.05)
        #expect(days(7, steady: 28) == Array(days(28, steady: 28).prefix(7)))
    }

    @Test func usersWhoDifferAreFoundToDiffer() throws {
        let alike = try Self.fit(Self.devices(Self.known(), count: 12, days: 14, seed: 3), rounds: 0)
        let habits = Self.known { $0.users = UserHabits([.sessions: 0.7]) }
        let found = try Self.fit(Self.devices(habits, count: 12, days: 14, seed: 3), rounds: 0)
        let sessions = UserHabits.Component.sessions.rawValue
        #expect((0.35...1.1).contains(found.users.spread[sessions]), "\(found.users.spread)")
        #expect(alike.users.spread[sessions] < 0.3, "\(alike.users.spread)")
        #expect(found.users.correlation.map(\.count) == Array(0..<12))
    }

    @Test func fewLaunchesAreTooFew() throws {
        func devices(_ launches: Int) -> HabitsFit.Devices {
            var devices = HabitsFit.Devices()
            devices.add(
                (0..<launches).map {
                    TraceEvent(
                        time: .init(seconds: 86_400 + Double($0) * 900), kind: .launch, app: 0,
                        duration: .seconds(20))
                })
            return devices
        }
        #expect(HabitsFit().habits(of: devices(9)) == nil)
        let habits = try Self.fit(devices(10), rounds: 2)
        #expect(habits.fault == nil)
        // Too little stands behind the hours of weekends and behind more than one half hour.
        #expect(Set(habits.sessions.rhythm.weekendHours) == [1])
    }
}
