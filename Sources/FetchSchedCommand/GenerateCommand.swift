import ArgumentParser
import FetchTrace
import Foundation

struct GenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes a synthetic trace.",
        discussion: """
            The same preset, devices, days and seed give the same bytes on every platform. What the \
            presets are calibrated to stands in Datasets/README.md.

            EXAMPLES
              fetchsched generate --preset commuter > commuter.csv
              fetchsched generate --preset news --devices 10 --days 56 --seed 7 --output news.csv
              fetchsched generate --preset heavy --seed 3 | fetchsched bench -
            """)

    @Option(
        help: ArgumentHelp("The kind of user and content, see 'fetchsched presets'.", valueName: "name"),
        completion: .list(GeneratorPreset.all.map(\.name)))
    var preset: String

    @Option(help: ArgumentHelp("How many devices, each a user of its own.", valueName: "n"))
    var devices = 1

    @Option(help: ArgumentHelp("How many days.", valueName: "n"))
    var days = 28

    @Option(help: ArgumentHelp("Where the randomness comes from.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where to write the trace; - is standard output, and a name in .fst makes it binary.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "fst"]))
    var output = "-"

    @Flag(name: [.short, .long], help: "No progress bar.")
    var quiet = false

    func validate() throws {
        guard GeneratorPreset.named(preset) != nil else {
            let known = GeneratorPreset.all.map(\.name).joined(separator: ", ")
            throw ValidationError("There is no preset '\(preset)'; there are \(known).")
        }
        guard (1...1_000_000).contains(devices) else {
            throw ValidationError("--devices must be 1 to 1000000.")
        }
        guard (1...TraceGenerator.maximumDays).contains(days) else {
            throw ValidationError("--days must be 1 to \(TraceGenerator.maximumDays).")
        }
    }

    func run() async throws {
        try await Failure.reporting {
            try await Interruption.ending { try generate() }
        }
    }

    private func generate() throws {
        guard let preset = GeneratorPreset.named(preset) else { return }
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        let generator = TraceGenerator(preset: preset, devices: devices, days: days, seed: seed)
        let progress = Progress("generate", total: devices, unit: "devices", isQuiet: quiet)
        defer { progress.end() }
        var writer = (TraceForm(fileName: output) ?? .csv).writer(to: file)
        var names = TraceNames()
        for device in 0..<devices {
            for event in generator.generateDevice(device, names: &names) {
                try writer.write(event, names: names)
            }
            progress.advance(1)
        }
        try writer.finish()
        try file.commit()
    }
}
