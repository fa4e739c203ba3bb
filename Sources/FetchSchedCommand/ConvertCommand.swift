import ArgumentParser
import FetchTrace

struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Converts a trace from CSV to the compact binary form, and back.",
        usage: "fetchsched convert <input> <output> [<options>]",
        discussion: """
            What form the input has is seen in its first byte. The output's name says what it becomes: .csv or \
            .fst (binary); --to says it for other names. A CSV trace that fetchsched wrote comes back byte for \
            byte. The binary form has checksums, a sixth of the size, and is read much faster; every verb that \
            takes a trace takes it (docs/binary-trace.md).

            EXAMPLES
              fetchsched convert week.csv week.fst
              fetchsched convert week.fst week.csv
              zstd -dc week.csv.zst | fetchsched convert - week.fst
              fetchsched convert week.fst - --to csv | head
              fetchsched convert week.csv screen.csv --add-screen 1
              fetchsched convert week.csv alarms.csv --add-alarms 1
            """)

    @Argument(
        help: ArgumentHelp("The trace; - is standard input.", valueName: "input"),
        completion: .file(extensions: ["csv", "fst"]))
    var input: String

    @Argument(
        help: ArgumentHelp("Where to write it; - is standard output.", valueName: "output"),
        completion: .file(extensions: ["csv", "fst"]))
    var output: String

    @Option(
        help: ArgumentHelp(
            "The form to write: csv or binary (default: by the output's name).", valueName: "form"))
    var to: TraceForm?

    @Option(
        help: ArgumentHelp(
            "Add what the screen may have done around the launches, drawn from that seed: for traces that do not say it.",
            valueName: "seed"))
    var addScreen: UInt64?

    @Option(
        help: ArgumentHelp(
            "Add alarms that may have preceded the launches, drawn from that seed: for traces that do not say them.",
            valueName: "seed"))
    var addAlarms: UInt64?

    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        try DistinctFiles.expect(inputs: [input], outputs: [("The output", output)])
        if to == nil, TraceForm(fileName: output) == nil {
            throw ValidationError(
                "'\(output)' ends neither in .csv nor in .fst; say --to csv or --to binary.")
        }
    }

    func run() async throws {
        try await Failure.reporting {
            try await Interruption.ending { try convert() }
        }
    }

    private func convert() throws {
        guard let form = to ?? TraceForm(fileName: output) else { return }
        let options = TraceReader.Options(ignoreUnknownColumns: reading.ignoreUnknown)
        var whole: Trace?
        var reader: TraceReader?
        if reading.sort || addScreen != nil || addAlarms != nil {
            whole = try Trace.read(path: input, options: options, sort: reading.sort)
            if let addScreen {
                try expectNone(.screen, of: whole, "it says what the screen did", "--add-screen")
                whole?.addScreen(seed: addScreen)
            }
            if let addAlarms {
                try expectNone(.alarm, of: whole, "it says when alarms are due", "--add-alarms")
                whole?.addAlarms(seed: addAlarms)
            }
        } else {
            // Before the output is made, so that nothing is left behind where there is no input.
            reader = try TraceReader(path: input, options: options)
        }
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        var writer = form.writer(to: file)
        for event in whole?.events ?? [] {
            try writer.write(event, names: whole?.names ?? TraceNames())
        }
        while let event = try reader?.next() {
            try writer.write(event, names: reader?.names ?? TraceNames())
        }
        try writer.finish()
        try file.commit()
    }

    private func expectNone(_ kind: EventKind, of trace: Trace?, _ fault: String, _ option: String) throws {
        guard let line = trace?.events.first(where: { $0.kind == kind }) else { return }
        throw Failure(
            status: 65,
            "\(input): error: \(fault) (first at \(line.time)); \(option) is for traces that do not"
        )
    }
}

extension TraceForm: ExpressibleByArgument {}
