import FetchTrace
import Foundation

// Reads a trace once and prints how many events it has, and the seconds of processor and clock that took.
//
//     read-trace stream FILE      event by event
//     read-trace memory FILE      into an array
//     read-trace make FILE DEVICES

func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func stream(_ path: String) throws -> Int {
    var reader = try TraceReader(path: path)
    while try reader.next() != nil {}
    return reader.eventCount
}

/// Devices of the preset with every event; the form is the one that the name asks for.
func make(_ path: String, devices: Int) throws {
    guard let preset = GeneratorPreset.named("everything") else { return }
    let generator = TraceGenerator(preset: preset, devices: devices, days: 28, seed: 1)
    let file = try AtomicFile(path: path)
    var writer = (TraceForm(fileName: path) ?? .csv).writer(to: file)
    var names = TraceNames()
    for device in 0..<generator.devices {
        for event in generator.generateDevice(device, names: &names) { try writer.write(event, names: names) }
    }
    try writer.finish()
    try file.commit()
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else { exit(64) }
let clock = ContinuousClock()
let cpu = processorSeconds()
let begin = clock.now
do {
    var events = 0
    switch arguments[1] {
    case "stream": events = try stream(arguments[2])
    case "memory": events = try Trace.read(path: arguments[2]).events.count
    case "make": try make(arguments[2], devices: arguments.count > 3 ? Int(arguments[3]) ?? 280 : 280)
    default: exit(64)
    }
    let wall = (clock.now - begin) / .seconds(1)
    print(events, processorSeconds() - cpu, wall)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(65)
}
