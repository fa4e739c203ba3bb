import FetchSched
import FetchSim
import FetchTrace
import Testing

@testable import FetchLab
@testable import FetchGenerate

/// Devices for tests.
enum Phone {
    /// The devices of a trace in text, one after the other; `lines` stand below the header.
    static func devices(_ lines: String) throws -> [DeviceTrace] {
        let text = "time,device,event,app,value,seconds\n" + lines + "\n"
        var reader = DeviceTraceReader(try TraceReader(bytes: Array(text.utf8)))
        var devices: [DeviceTrace] = []
        while case .device(let device) = try reader.next() { devices.append(device) }
        return devices
    }

    static func generated(
        _ preset: String, devices: Int = 1, days: Int, seed: UInt64 = 1
    ) throws -> [DeviceTrace] {
        let preset = try #require(GeneratorPreset.named(preset))
        let generator = TraceGenerator(preset: preset, devices: devices, days: days, seed: seed)
        return (0..<devices).map { device in
            var names = TraceNames()
            let events = generator.generateDevice(device, names: &names)
            return DeviceTrace(name: "d\(device)", events: events, names: names)
        }
    }
}
