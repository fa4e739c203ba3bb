import ArgumentParser
import FetchTrace
import Foundation

struct FitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract:
            "Fits the generator to traces: writes their users' habits, from which others like them are made.",
        usage: "fetchsched fit <traces> ... [<options>]",
        discussion: """
            A habits file holds statistics and no event: no name, no time, and nothing that fewer launches or \
            changes than --threshold stand behind. docs/habits.md says what it gives away, what --epsilon \
            protects, and what each number means. The same traces give the same file.

            EXAMPLES
              fetchsched fit phone.csv --output habits.json
              fetchsched generate --preset habits.json --devices 5 -o twins.csv
              fetchsched fit phones/*.csv --threshold 20 --output habits.json
              fetchsched fit fleet.csv --epsilon 20 --seed 8120394 --output shared.json
            """)

    @Argument(
        help: "Traces in trace format 1; - is standard input. Each trace has devices of its own.",
        completion: .file(extensions: ["csv"]))
    var traces: [String]

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write the habits; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output = "-"

    @Option(
        help: ArgumentHelp(
            "Write nothing that fewer launches or changes than this stand behind.", valueName: "n"))
    var threshold = 10

    @Option(
        help: ArgumentHelp(
            "Add noise that keeps each device private within this differential-privacy budget; needs --seed.",
            valueName: "e"))
    var epsilon: Double?

    @Option(
        help: ArgumentHelp(
            "Where the noise comes from. Keep it secret: who knows it can take the noise away.",
            valueName: "n"))
    var seed: UInt64?

    @Flag(name: [.short, .long], help: "No progress bar.")
    var quiet = false

    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        guard (2...1_000_000).contains(threshold) else {
            throw ValidationError("--threshold must be 2 to 1000000.")
        }
        if let epsilon, !(epsilon > 0 && epsilon <= 1e6) {
            throw ValidationError("--epsilon must be above 0 and at most 1000000.")
        }
        if (epsilon == nil) != (seed == nil) {
            throw ValidationError(
                "--epsilon and --seed go together: noise needs a seed, and nothing else does.")
        }
        try RunOptions.expectOneStandardInput(traces)
        try DistinctFiles.expect(inputs: traces, outputs: [("--output", output)])
    }

    func run() async throws {
        try await Failure.reporting {
            try await Interruption.ending { try fit() }
        }
    }

    private func fit() throws {
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        let progress = Progress("fit", total: traces.count + 1, unit: "traces", isQuiet: quiet)
        defer { progress.end() }
        var devices = HabitsFit.Devices()
        for path in traces {
            try add(path, to: &devices)
            progress.advance(1)
        }
        var fit = HabitsFit()
        fit.threshold = threshold
        if let epsilon, let seed { fit.noise = .init(epsilon: epsilon, seed: seed) }
        let names = traces.map { escaped($0) }.joined(separator: ", ")
        guard let habits = fit.habits(of: devices) else {
            throw Failure(
                status: 65,
                "\(names): error: found no device with more than \(devices.mostLaunches) launches, "
                    + "expected at least \(threshold): give more traces or a lower --threshold")
        }
        try file.deliver(HabitsFile.text(habits))
        for doubt in fit.doubts(about: habits, of: devices) { Terminal.say("\(names): warning: \(doubt)") }
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
