import FetchGenerate
import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Devices of a preset, `d0` and on; of each, what happens in the first `span`.
func generated(
    _ preset: String, devices: Int = 1, days: Int, seed: UInt64, first span: TimeSpan = .max
) throws -> [DeviceTrace] {
    let preset = try #require(GeneratorPreset.named(preset))
    let generator = TraceGenerator(preset: preset, devices: devices, days: days, seed: seed)
    return (0..<devices).map { device in
        var names = TraceNames()
        let events = generator.generateDevice(device, names: &names)
        let end = (events.first?.time ?? .epoch) + span
        return DeviceTrace(name: "d\(device)", events: events.filter { $0.time < end }, names: names)
    }
}
