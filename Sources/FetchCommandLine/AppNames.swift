import FetchSim
import FetchTrace

/// Apps by name, and what is said of one that there is not.
package enum AppNames {
    /// Expects every one of `names` on some of the devices of the trace called `trace`.
    package static func expect(_ names: [String], on devices: [DeviceTrace], of trace: String) throws {
        guard !names.isEmpty else { return }
        var known: [String] = []
        var seen = Set<String>()
        for name in devices.lazy.flatMap(\.appNames) where seen.insert(name).inserted { known.append(name) }
        for name in names where !seen.contains(name) { throw unknown(name, among: known, of: trace) }
    }

    /// An error for an unknown app; it names the device, if the question is about one.
    package static func unknown(
        _ name: String, among names: [String], on device: String? = nil, of trace: String
    ) -> Failure {
        Failure(
            status: 64,
            "\(trace): error: found no app \(quoted(name))"
                + (device.map { " on device \(quoted($0))" } ?? "")
                + ", expected " + NameHint.text(for: name, among: names))
    }
}
