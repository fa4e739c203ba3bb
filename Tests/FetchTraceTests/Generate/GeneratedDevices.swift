import FetchSched
import FetchTrace
import Synchronization
import Testing
@testable import FetchGenerate

/// Devices that are generated once and looked at by many tests: most of what generating takes is the user, however
/// few the days.
enum GeneratedDevices {
    /// What the devices are made from.
    private struct Key: Hashable {
        let preset: String
        let seed: UInt64
    }

    private static let made = Mutex<[Key: [TraceEvent]]>([:])
    /// Days of each.
    static let days = 7
    /// Seeds that several suites ask for.
    static let seeds: [UInt64] = [42, 43]

    /// The first device of a preset, as it was made before.
    static func events(_ preset: String, seed: UInt64) throws -> [TraceEvent] {
        let key = Key(preset: preset, seed: seed)
        if let events = made.withLock({ $0[key] }) { return events }
        // Not under the lock, so that others can be made meanwhile. Who comes at the same time makes the same.
        let events = try again(preset, seed: seed)
        made.withLock { $0[key] = events }
        return events
    }

    /// The same, made anew.
    static func again(_ preset: String, seed: UInt64) throws -> [TraceEvent] {
        let preset = try #require(GeneratorPreset.named(preset))
        var names = TraceNames()
        return TraceGenerator(preset: preset, devices: 1, days: days, seed: seed)
            .generateDevice(0, names: &names)
    }
}
