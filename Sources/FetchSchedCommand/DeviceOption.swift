import ArgumentParser
import FetchSim
import FetchTrace

/// Which device of a trace: what verbs about a single one offer.
struct DeviceOption: ParsableArguments {
    @Option(help: ArgumentHelp("The device (default: the only one).", valueName: "name"))
    var device: String?

    /// The number of the device wanted, among those of the trace called `trace`.
    func index(among devices: [DeviceTrace], of trace: String) throws -> Int {
        let names = devices.map(\.name)
        guard let device else {
            if devices.count == 1 { return 0 }
            throw Failure(
                status: 64,
                "\(trace): error: found \(devices.count) devices, expected --device with "
                    + NameHint.list(names))
        }
        guard let index = names.firstIndex(of: device) else {
            throw Failure(
                status: 64,
                "\(trace): error: found no device \(quoted(device)), expected "
                    + NameHint.text(for: device, among: names))
        }
        return index
    }
}
