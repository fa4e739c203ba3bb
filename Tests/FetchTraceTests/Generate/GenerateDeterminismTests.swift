import FetchSched
import FetchSchedText
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// The same arguments give the same events: on every platform, in every order, for any number of devices.
@Suite struct GenerateDeterminismTests {
    /// FNV-1a over every field of every event of a small trace.
    static func hash(of events: [TraceEvent]) -> UInt64 {
        var hash = FNV()
        func add(_ word: UInt64) {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                hash.add(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        func add(_ number: Int64) { add(UInt64(bitPattern: number)) }
        for event in events {
            add(event.time.milliseconds)
            add(Int64(event.device))
            add(UInt64(event.kind.rawValue))
            add(Int64(event.app))
            switch event.value {
            case .none: add(UInt64(0))
            case .number(let number): add(number.bitPattern)
            case .word(let word): add(UInt64(word) + 1)
            case .named(let word, let name): add(UInt64(word) + 1000 + UInt64(UInt32(bitPattern: name)))
            case .transfer(let options): add(UInt64(options.rawValue) + 2000)
            }
            add(event.bytes)
            add(event.duration?.milliseconds ?? -1)
        }
        return hash.value
    }

    /// A change of these numbers changes every published result: it needs a reason.
    static let pinned: [String: UInt64] = [
        "commuter": 0x1169_A2F9_6021_8A80,
        "student": 0xACF3_4163_F597_97FE,
        "night-shift": 0x00BC_FB0C_309A_5DB7,
        "quiet": 0xAE46_A07F_EA40_0B9D,
        "news": 0xCA59_4324_06E6_07C8,
        "heavy": 0x1090_33E4_5E13_2905,
        "sparse": 0xAFD7_E7BA_65F8_D7F9,
        "custom": 0xF581_449C_CEAB_231A,
        "habit-change": 0x36AA_271D_4711_CB52,
        "messenger": 0xAD93_1A3A_137D_D966,
        "notified": 0xBDD3_7CC2_B864_770E,
        "traveller": 0xC519_9EEE_E56E_5443,
        "backup": 0x006C_93F5_D605_0E62,
        "everything": 0x0C40_D459_9DC5_D7CE,
        "ios-app": 0x4D7E_E2A1_6014_B40C,
        "android-app": 0xC06A_CECF_7DEB_79E1,
        "population": 0x1B71_CF15_416F_14E3,
        "server": 0xA37E_1365_FB3A_063B,
    ]

    @Test(arguments: GeneratorPreset.all.map(\.name)) func eventsArePinned(_ name: String) throws {
        let hash = Self.hash(of: try GeneratedDevices.events(name, seed: 42))
        #expect(hash == Self.pinned[name], "\"\(name)\": 0x\(String(hash, radix: 16, uppercase: true)),")
    }

    @Test(arguments: GeneratorPreset.all.map(\.name)) func seedDecides(_ name: String) throws {
        let events = try GeneratedDevices.events(name, seed: 42)
        #expect(try GeneratedDevices.again(name, seed: 42) == events)
        #expect(try GeneratedDevices.events(name, seed: 43) != events)
    }

    @Test func deviceDependsNeitherOnTheNumberOfDevicesNorOnTheOrder() throws {
        let preset = try #require(GeneratorPreset.named("commuter"))
        let few = TraceGenerator(preset: preset, devices: 3, days: 4, seed: 7)
        let many = TraceGenerator(preset: preset, devices: 50, days: 4, seed: 7)
        var fewNames = TraceNames()
        var manyNames = TraceNames()
        for index in 0..<3 {
            let alone = readable(few.generateDevice(index, names: &fewNames), fewNames)
            if index < 2 { _ = many.generateDevice(40 - index, names: &manyNames) }
            let among = readable(many.generateDevice(index, names: &manyNames), manyNames)
            #expect(alone == among, "device \(index)")
        }
    }

    /// Events with names instead of numbers, which depend on who was named first.
    private func readable(_ events: [TraceEvent], _ names: TraceNames) -> [String] {
        events.map { event in
            let app = event.app == TraceEvent.none ? "" : names.apps[event.app]
            let seconds = event.duration?.milliseconds ?? -1
            return "\(event.time.milliseconds) \(names.devices[event.device]) \(event.kind) \(app) "
                + "\(event.value) \(event.bytes) \(seconds)"
        }
    }
}
