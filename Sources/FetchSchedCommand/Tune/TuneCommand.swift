import ArgumentParser
import FetchReport
import FetchTrace
import FetchTune
import FetchCommandLine

struct TuneCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Search for better engine parameters.",
        discussion: """
            Tries parameters on the devices of the traces, in rounds of successive halving. Judges the \
            winner on devices that did not take part in choosing it (cross-validation). Writes a parameter \
            file, for --config and for the engine. If nothing beats the defaults, it says so and writes no \
            file. docs/tune.md describes the method and its limits.

            EXAMPLES
              fetchsched tune Datasets/*.csv
              fetchsched tune Datasets/*.csv --study s.study -o tuned.txt
              fetchsched bench Datasets/commuter.csv --config tuned.txt
              fetchsched tune trace.csv --params forecast
              fetchsched tune trace.csv --radio lte,wifi --value 20,100 --format json

            ON OTHER MACHINES
            'tune ask' prints the measurements that a search needs, 'tune measure' runs them on any machine, and \
            'tune tell' adds the results, in any order.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, json
    }

    @Argument(help: "Traces in trace format 1; - is standard input.", completion: .file(extensions: ["csv"]))
    var traces: [String]

    @OptionGroup(title: "Search") var target: TuneTarget
    @OptionGroup(title: "Effort") var effort: TuneEffort

    @Option(
        help: ArgumentHelp(
            "Save all measurements in this file; resume from it if it exists.", valueName: "file"),
        completion: .file())
    var study: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Output file for the parameters found.", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Write the parameters even if they are no better than the defaults.")
    var keepAnyway = false

    @Option(help: "Output format.")
    var format = Format.table

    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var replay: ReplayOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        if output == "-" {
            throw ValidationError("--output must be a file; the report goes to standard output.")
        }
        if study == "-" { throw ValidationError("--study must be a file.") }
        if keepAnyway, output == nil { throw ValidationError("--keep-anyway goes with --output.") }
        try target.validate(
            traces, engineOptions, replay,
            outputs: [("standard output", "-"), ("--study", study), ("--output", output)])
    }

    func perform() async throws {
        let task = try target.task(traces, reading, engineOptions, replay)
        try effort.expectEnoughDevices(task)
        // Both are opened before the work starts, so that it is not lost.
        let report = try AtomicFile(path: nil)
        let file = try output.map { try AtomicFile(path: $0) }
        defer { file?.abandon() }
        let studyFile = try study.map {
            try StudyFile(path: $0, settings: StudySettings(task, version: Fetchsched.version))
        }
        if let studyFile, studyFile.bytesCutOff > 0 {
            Terminal.say(
                "\(studyFile.path): note: \(studyFile.bytesCutOff) bytes at the end were no complete line")
        }
        let progress = Progress(
            "tune", total: effort.work(units: task.mostUnits, devices: task.devices.count), unit: "trials",
            isQuiet: replay.quiet)
        defer { progress.end() }
        let result: TuneResult
        do {
            defer { try? studyFile?.synchronize() }
            let told = try studyFile.flatMap {
                try ToldResults(study: $0.path, settings: StudySettings(task, version: Fetchsched.version))
            }
            let desk = try await TrialDesk(task, jobs: replay.workers, study: studyFile, told: told) {
                progress.advance($0)
            }
            result = try await effort.tuning(desk).run()
        }
        if let studyFile { try ToldResults.removeIfTaken(study: studyFile.path) }
        progress.end()
        if result.validation.isBetter || keepAnyway {
            try file?.write(Array(TunedParameters.text(result).utf8))
            try file?.commit()
        }
        let text =
            switch format {
            case .json: TuneJSONReport.text(result)
            case .table:
                TuneTableReport.text(
                    result, emphasis: { Terminal.outputHasStyle ? Terminal.bold($0) : $0 })
            }
        try report.write(Array(text.utf8))
    }
}
