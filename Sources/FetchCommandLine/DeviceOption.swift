import ArgumentParser
import FetchSim
import FetchTrace

/// Which device of a trace: what verbs about a single one offer.
package struct DeviceOption: ParsableArguments {
    package init() {}

    @Option(help: ArgumentHelp("The device (default: the only one).", valueName: "name"))
    package var device: String?

    /// The number of the device wanted, among those of the trace called `trace`.
    package func index(among devices: [DeviceTrace], of trace: String) throws -> Int {
        let names = devices.map(\.name)
        guard let device else {
            if devices.count == 1 { return 0 }
            throw Failure(
                status: 64,
                "\(trace): error: found \(devices.count) devices, expected --device with "
                    + NameHint.list(names))
        }
        return try Self.index(of: device, among: devices, of: trace)
    }

    /// The number of the device called `name`, among those of the trace called `trace`.
    package static func index(of name: String, among devices: [DeviceTrace], of trace: String) throws -> Int {
        let names = devices.map(\.name)
        guard let index = names.firstIndex(of: name) else {
            throw Failure(
                status: 64,
                "\(trace): error: found no device \(quoted(name)), expected "
                    + NameHint.text(for: name, among: names))
        }
        return index
    }
}

/// Which devices of each trace: what verbs about all of them offer.
package struct DevicesOption: ParsableArguments {
    package init() {}

    @Option(
        name: .customLong("device"),
        help: ArgumentHelp("Only this device; repeatable (default: all).", valueName: "id"))
    package var wanted: [String] = []

    /// The devices wanted, in the order of the trace called `trace`.
    package func chosen(among devices: [DeviceTrace], of trace: String) throws -> [DeviceTrace] {
        guard !wanted.isEmpty else { return devices }
        let chosen = Set(
            try wanted.map { name in try DeviceOption.index(of: name, among: devices, of: trace) })
        return chosen.sorted().map { devices[$0] }
    }
}
