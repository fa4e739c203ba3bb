import ArgumentParser
import FetchTrace
import Foundation
import FetchCommandLine

struct FitCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Fit a habits file to traces, for 'fetchsched generate'.",
        usage: "fetchsched-lab fit <traces> ... [<options>]",
        discussion: """
            A habits file has statistics and no names. Treat a file of few devices like its traces: people who know \
            the users may recognise them (docs/habits.md). Equal traces give equal files.

            EXAMPLES
              fetchsched-lab fit phone.csv --output habits.json
              fetchsched-lab fit phones/*.csv --output habits.json
              fetchsched generate --preset habits.json --devices 5 -o twins.csv
            """)

    @Argument(
        help: "Traces in trace format 1; - is standard input. Each trace has devices of its own.",
        completion: .file(extensions: ["csv"]))
    var traces: [String]

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Output file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output = "-"

    @Flag(name: [.short, .long], help: "Hide the progress bar.")
    var quiet = false

    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        try RunOptions.expectOneStandardInput(traces)
        try DistinctFiles.expect(inputs: traces, outputs: [("--output", output)])
    }

    func perform() throws {
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        let progress = Progress("fit", total: traces.count + 1, unit: "traces", isQuiet: quiet)
        defer { progress.end() }
        var devices = HabitsFit.Devices()
        for path in traces {
            try add(path, to: &devices)
            progress.advance(1)
        }
        guard let habits = HabitsFit().habits(of: devices) else {
            let names = traces.map { escaped($0) }.joined(separator: ", ")
            throw Failure(
                status: 65,
                "\(names): error: found no device with more than \(devices.mostLaunches) launches, expected at least 10"
            )
        }
        try file.deliver(HabitsFile.text(habits))
    }

    private func add(_ path: String, to devices: inout HabitsFit.Devices) throws {
        let trace = try Trace.read(path: path, options: reading.options, sort: reading.sort)
        try trace.expectEvents()
        var events = [[TraceEvent]](repeating: [], count: trace.names.devices.count)
        ReadingOptions.warn(of: trace.longUses, in: path)
        for event in trace.events { events[Int(event.device)].append(event.withUseOfADay) }
        for one in events { devices.add(one) }
    }
}
