import ArgumentParser
import FetchTrace
import Foundation
import FetchCommandLine
import FetchGenerate

struct GenerateCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate a synthetic trace.",
        usage: "fetchsched generate --preset <name> [<options>]",
        discussion: """
            Equal preset or habits, devices, days and seed give equal bytes on every platform. \
            Datasets/README.md says what the presets are calibrated to. The presets adversity-... are not \
            calibrated: they are cases in which a scheduler that learns does badly (see \
            docs/guarantee.md).

            EXAMPLES
              fetchsched generate --preset commuter > commuter.csv
              fetchsched generate --preset news --devices 10 --days 56 -o news.csv
              fetchsched generate --preset heavy --seed 3 | fetchsched bench -
              fetchsched generate --preset population --devices 1000 --output fleet.csv
              fetchsched generate --preset adversity-bait --days 21 | fetchsched bench -
              fetchsched generate --preset habits.json --devices 5 -o twins.csv
              fetchsched generate --preset news --add-screen 1 -o screen.csv
            """)

    @Option(
        help: ArgumentHelp(
            "Kind of user and content: a preset (see 'fetchsched list presets'), or a .json file of habits.",
            valueName: "name"),
        completion: .list(GeneratorPreset.all.map(\.name)))
    var preset: String

    @Option(help: ArgumentHelp("Number of devices, one user each.", valueName: "n"))
    var devices = 1

    @Option(help: ArgumentHelp("Number of days.", valueName: "n"))
    var days = 28

    @Option(help: ArgumentHelp("Random seed.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "Add screen events around the launches, drawn from this seed.", valueName: "seed")
    )
    var addScreen: UInt64?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Output file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var output = "-"

    @Flag(name: [.short, .long], help: "Hide the progress bar.")
    var quiet = false

    func validate() throws {
        guard GeneratorPreset.named(preset) != nil || preset.hasSuffix(".json") else {
            throw ValidationError(
                "found no preset '\(printable(preset))', expected "
                    + NameHint.text(for: preset, among: GeneratorPreset.all.map(\.name))
                    + " (see 'fetchsched list presets'), or the path of a .json file.")
        }
        guard (1...1_000_000).contains(devices) else {
            throw ValidationError("--devices must be 1 to 1000000.")
        }
        guard (1...TraceGenerator.maximumDays).contains(days) else {
            throw ValidationError("--days must be 1 to \(TraceGenerator.maximumDays).")
        }
        try DistinctFiles.expect(inputs: habitsFile.map { [$0] } ?? [], outputs: [("--output", output)])
    }

    /// The file of habits; nil for a built-in preset.
    private var habitsFile: String? { GeneratorPreset.named(preset) == nil ? preset : nil }

    func perform() throws {
        let preset =
            try GeneratorPreset.named(preset)
            ?? GeneratorPreset(
                name: "habits", summary: "habits from a file", habits: try HabitsFile.read(preset))
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        let provenance =
            "everything: synthetic, "
            + (habitsFile == nil ? "preset \(preset.name)" : preset.summary) + ", seed \(seed)"
        let generator = TraceGenerator(preset: preset, devices: devices, days: days, seed: seed)
        let progress = Progress("generate", total: devices, unit: "devices", isQuiet: quiet)
        defer { progress.end() }
        var writer = TraceWriter(to: file)
        var names = TraceNames()
        for device in 0..<devices {
            var trace = Trace(events: generator.generateDevice(device, names: &names))
            if let addScreen {
                guard !trace.events.contains(where: { $0.kind == .screen }) else {
                    throw ValidationError(
                        "--add-screen is for presets without 'screen' events; \(preset.name) has them.")
                }
                trace.addScreen(seed: addScreen)
            }
            let origin = TraceEvent(
                time: trace.events.first?.time ?? generator.start, device: trace.events.first?.device ?? 0,
                kind: .provenance, value: .named(word: 0, name: names.labels.number(of: provenance)))
            for event in [origin] + trace.events { try writer.write(event, names: names) }
            progress.advance(1)
        }
        try writer.finish()
        try file.commit()
    }
}
