import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// Every event is one that trace format 1 allows, and users do only what users can do.
@Suite struct GenerateValidityTests {
    @Test(arguments: GeneratorPreset.all.map(\.name)) func whatIsWrittenReadsBackTheSame(_ name: String)
        throws
    {
        let preset = try #require(GeneratorPreset.named(name))
        var trace = Trace()
        let generator = TraceGenerator(preset: preset, devices: 1, days: GeneratedDevices.days, seed: 42)
        trace.events = generator.generateDevice(0, names: &trace.names)
        let reading = read(try written(trace))
        #expect(reading.error == nil)
        #expect(reading.events == trace.events.map { NamedEvent($0, trace.names) })
    }

    @Test(arguments: (GeneratorPreset.all + GeneratorPreset.adversity).map(\.name))
    func usersDoOnlyWhatUsersCanDo(_ name: String) throws {
        for seed in GeneratedDevices.seeds {
            let events = try GeneratedDevices.events(name, seed: seed)
            let first = try #require(events.first)
            #expect(first.kind == .zone)
            #expect(first.device == 0)
            let end = first.time + .days(Int64(GeneratedDevices.days))
            #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
            #expect(events.allSatisfy { $0.time < end }, "seed \(seed)")
            let intervals = events.filter { $0.kind == .interval }
            #expect(Set(intervals.map(\.app)).count == intervals.count, "seed \(seed): one interval per app")
            #expect(events.dropFirst().prefix(intervals.count).allSatisfy { $0.kind == .interval })
            let known = Set(intervals.map(\.app)).union([TraceEvent.none])
            #expect(events.allSatisfy { known.contains($0.app) }, "seed \(seed)")
            if GeneratorPreset.all.contains(where: { $0.name == name }) {
                // One program has sources in place of apps.
                let counts = name == "server" ? 250...250 : name.hasSuffix("-app") ? 8...20 : 15...170
                #expect(counts.contains(intervals.count), "seed \(seed)")
            }
            let launches = events.filter { $0.kind == .launch }
            #expect(!launches.isEmpty)
            for (launch, next) in zip(launches, launches.dropFirst()) {
                let end = launch.time + (launch.duration ?? .zero)
                #expect(end < next.time, "seed \(seed): \(launch) \(next)")
                #expect(end > launch.time || name == "server", "seed \(seed): \(launch)")
                if launch.app == next.app {
                    #expect(next.time - end >= .seconds(5), "seed \(seed): \(launch) \(next)")
                }
            }
        }
    }

    @Test func nothingToGenerate() throws {
        let preset = try #require(GeneratorPreset.named("quiet"))
        var names = TraceNames()
        for (devices, days) in [(0, 5), (-1, 5), (3, 0), (3, -7), (Int.min, Int.min)] {
            let generator = TraceGenerator(preset: preset, devices: devices, days: days, seed: 1)
            #expect(generator.generateDevice(0, names: &names).isEmpty)
            #expect(generator.devices >= 0)
            #expect(generator.days >= 0)
        }
        let generator = TraceGenerator(preset: preset, devices: 2, days: 1, seed: 1)
        #expect(generator.generateDevice(-1, names: &names).isEmpty)
        #expect(generator.generateDevice(2, names: &names).isEmpty)
        #expect(TraceGenerator(preset: preset, devices: 1, days: .max, seed: 1).days == 3_660)
        #expect(names.devices.count == 0)
    }

    @Test func startIsLocalMidnight() throws {
        let preset = try #require(GeneratorPreset.named("commuter"))
        var names = TraceNames()
        var zones: Set<Double> = []
        let start = FetchTime(seconds: 1_700_000_000)
        let generator = TraceGenerator(preset: preset, devices: 8, days: 1, seed: 3, start: start)
        for device in 0..<8 {
            let first = try #require(generator.generateDevice(device, names: &names).first)
            guard case .number(let zone) = first.value else {
                Issue.record("zone without a number")
                return
            }
            zones.insert(zone)
            #expect((first.time + .seconds(zone)).milliseconds % 86_400_000 == 0)
        }
        #expect(zones.count > 2)
    }

    @Test func presetsAreFoundByName() {
        #expect(GeneratorPreset.named("no such preset") == nil)
        let presets = GeneratorPreset.all + GeneratorPreset.adversity
        #expect(Set(presets.map(\.name)).count == presets.count && GeneratorPreset.adversity.count >= 20)
        for preset in presets {
            #expect(!preset.summary.isEmpty && !preset.summary.contains("\n"))
        }
    }
}
