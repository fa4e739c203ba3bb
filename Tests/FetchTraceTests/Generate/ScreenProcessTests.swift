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
            time += random.bernoulli(1 / 3) ? random.exponential(mean: 5) : random.exponential(mean: 3000)
            let end = time + random.exponential(mean: 60)
            uses.append(Use(start: time, end: end))
            time = end
        }
        return uses
    }

    /// In order; on, then maybe unlocked, then off; never off in a use or just before one, and unlocked before each session.
    @Test(arguments: 1...15 as ClosedRange<UInt64>) func itIsWhatAScreenDoes(seed: UInt64) {
        var random = Sampler(seed)
        let uses = Self.uses(&random, count: 200)
        var process = ScreenProcess(habits: ScreenHabits(), sampler: Sampler(seed))
        let changes = process.changes(around: uses)
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

    /// Each device has its own, within its lines, and the same ones whatever other devices there are.
    @Test func linesAreAddedToATrace() throws {
        let start = FetchTime(milliseconds: 1_704_067_200_000)
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
