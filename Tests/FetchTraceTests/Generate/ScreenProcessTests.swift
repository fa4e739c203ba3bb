import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// What the screen does around launches.
@Suite struct ScreenProcessTests {
    private typealias Use = Stretch

    /// Uses at random, some of them seconds after another.
    private static func uses(_ random: inout Sampler, count: Int) -> [Use] {
        var (uses, time) = ([Use](), 100.0)
        for _ in 0..<count {
            time += random.chance(1 / 3) ? random.exponential(mean: 5) : random.exponential(mean: 3000)
            let end = time + random.exponential(mean: 60)
            uses.append(Use(start: time, end: end))
            time = end
        }
        return uses
    }

    private static func changes(
        _ uses: [Use], _ habits: ScreenHabits = ScreenHabits(), seed: UInt64 = 1
    ) -> [Draft] {
        var process = ScreenProcess(habits: habits, sampler: Sampler(seed))
        return process.changes(around: uses)
    }

    /// In order; on, then maybe unlocked, then off; never off in a use or just before one, and unlocked before each session.
    @Test(arguments: 1...15 as ClosedRange<UInt64>) func itIsWhatAScreenDoes(seed: UInt64) {
        var random = Sampler(seed)
        let uses = Self.uses(&random, count: 200)
        let changes = Self.changes(uses, seed: seed)
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.time <= $1.time })
        var state = Words.Screen.off
        for change in changes {
            let before: [EventValue] =
                switch change.value {
                case Words.Screen.on: [Words.Screen.off]
                case Words.Screen.unlocked: [Words.Screen.on]
                default: [Words.Screen.on, Words.Screen.unlocked]
                }
            #expect(before.contains(state), "\(change)")
            state = change.value
            if change.value == Words.Screen.off {
                #expect(!uses.contains { $0.start <= change.time && change.time <= $0.end }, "\(change)")
            }
        }
        var place = 0
        for use in uses {
            while place < changes.count, changes[place].time <= use.start { place += 1 }
            #expect(place > 0 && changes[place - 1].value == Words.Screen.unlocked, "\(use)")
        }
    }

    @Test func itFollowsTheHabits() {
        let uses = (0..<4000).map { Use(start: Double($0 + 1) * 3600, end: Double($0 + 1) * 3600 + 60) }
        var habits = ScreenHabits()
        (habits.leadSeconds, habits.resumedShare, habits.lockedGlances, habits.unlockedGlances) = (
            5, 0.25, 2, 0.5
        )
        let changes = Self.changes(uses, habits)
        let unlocks = changes.filter { $0.value == Words.Screen.unlocked }.map { $0.time }
        let leads = unlocks.map { 3600 - $0.truncatingRemainder(dividingBy: 3600) }.filter { $0 < 60 }
            .sorted()
        #expect(leads.count >= 3990 && leads.count <= 4100)
        let resumed = leads.filter { $0 < 0.2 }.count
        #expect(abs(Double(resumed) / 4000 - 0.25) < 0.03)
        #expect(abs(leads[resumed + (leads.count - resumed) / 2] - 5) < 0.3)
        // Those that come too close to another are left out.
        let looks = Double(changes.filter { $0.value == Words.Screen.on }.count) / 4000 - 1
        #expect(looks > 2.3 && looks <= 2.55, "\(looks)")
        let unlocked = Double(unlocks.count) / 4000 - 1
        #expect(abs(unlocked - 0.5) < 0.06, "\(unlocked)")
    }

    /// Each device has its own, within its lines, and the same ones whatever other devices there are.
    @Test func linesAreAddedToATrace() throws {
        let start = Instant(milliseconds: 1_704_067_200_000)
        func trace(_ devices: ClosedRange<Int32>) -> Trace {
            var trace = Trace()
            for device in 0...devices.upperBound {
                _ = trace.names.devices.number(of: "d\(device)")
                guard devices.contains(device) else { continue }
                trace.events.append(
                    TraceEvent(time: start, device: device, kind: .zone, value: .number(0)))
                for hour in 1..<40 {
                    var event = TraceEvent(
                        time: start + .seconds(Double(hour) * 3600), device: device, kind: .launch, app: 0)
                    event.duration = .seconds(Double(hour % 7) * 1200)
                    trace.events.append(event)
                }
            }
            trace.addScreen(seed: 4)
            return trace
        }
        let both = trace(0...1)
        #expect(
            trace(1...1).events.filter { $0.kind == .screen }
                == both.events.filter { $0.kind == .screen && $0.device == 1 })
        for device in [Int32(0), 1] {
            let events = both.events.filter { $0.device == device }
            #expect(events.first?.kind == .zone && events.last?.kind == .launch)
            #expect(events.filter { $0.kind == .screen }.count > 60)
        }
        #expect(zip(both.events, both.events.dropFirst()).allSatisfy { $0.time <= $1.time })
        var empty = Trace()
        empty.addScreen(seed: 1)
        #expect(empty.events.isEmpty)
    }
}
