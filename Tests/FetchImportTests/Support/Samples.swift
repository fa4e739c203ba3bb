@testable import FetchImport
import FetchSched
import FetchTrace
import Foundation
import Testing

/// A made-up file in the form of a real one.
func sample(_ name: String) throws -> InputText {
    let url = try #require(Bundle.module.url(forResource: "Samples/" + name, withExtension: nil))
    return InputText(name: name, bytes: [UInt8](try Data(contentsOf: url)))
}

/// The text as a file.
func file(_ text: some StringProtocol, _ name: String = "log") -> InputText {
    InputText(name: name, bytes: Array(text.utf8))
}

/// Settings with a time zone.
func settings(_ zone: String = "UTC", _ change: (inout ReadingSettings) -> Void = { _ in }) throws
    -> ReadingSettings
{
    var settings = ReadingSettings()
    settings.zone = try #require(ZoneRule(zone))
    change(&settings)
    return settings
}

/// What importing comes to.
struct Imported: Equatable {
    /// Each launch as `2024-05-01T05:10:05.000Z app 155 s`.
    var launches: [String] = []
    var summary = LaunchLog.Summary()
    var error: String?
}

/// Imports with the default selection and a gap of five seconds.
func imported(_ format: ImportFormat, _ files: [InputText], _ settings: ReadingSettings = .init()) -> Imported
{
    var result = Imported()
    do {
        let log = try launchLog(format, files, settings)
        result.summary = log.summary
        for device in log.devices {
            for launch in device.launches {
                let duration = launch.duration.map { " \($0.seconds) s" } ?? ""
                let place = device.name == "0" ? "" : device.name + ": "
                result.launches.append("\(place)\(launch.start) \(launch.app)\(duration)")
            }
        }
    } catch {
        result.error = error.description
    }
    return result
}

func launchLog(
    _ format: ImportFormat, _ files: [InputText], _ settings: ReadingSettings = .init()
) throws(TraceError) -> LaunchLog {
    LaunchLog(
        try format.read(files, settings), selection: AppSelection(), gap: TimeSpan(milliseconds: 5000))
}

/// What the screens did, as the reader of the format has it: the time in a trace, the device unless it is 0, the change.
func screen(
    _ format: ImportFormat, _ files: [InputText], _ settings: ReadingSettings = .init()
) throws(TraceError) -> [String] {
    try format.read(files, settings).screen.map { event in
        event.time.traceText + (event.device == "0" ? " " : " \(event.device) ") + "\(event.change)"
    }
}

/// The trace as text of format 1.
func written(_ trace: TraceBuilder.Result) throws -> String {
    let sink = MemorySink()
    var writer = TraceWriter(to: sink)
    for event in trace.events { try writer.write(event, names: trace.names) }
    try writer.finish()
    return String(decoding: sink.bytes, as: UTF8.self)
}
