import ArgumentParser
import FetchSim
import FetchTrace
import FetchTune
import Foundation
import FetchCommandLine

/// `tune ask`: what a search wants measured next.
struct TuneAskCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tune-ask",
        abstract: "Print the measurements that a search needs next, as lines of JSON.",
        usage: "fetchsched tune ask <traces> ... --study <file> [<options>]",
        discussion: """
            Reads the results in the study, continues the search as far as they allow, and prints the \
            measurements that it needs to go on. Prints nothing when the search is complete: then 'tune' \
            with the same options finishes without measuring. Measurements without a result are printed \
            again.

            EXAMPLES
              fetchsched tune ask Datasets/*.csv --study s.study > asked.jsonl
              fetchsched tune measure Datasets/*.csv < asked.jsonl > results.jsonl
              fetchsched tune tell --study s.study results.jsonl
              fetchsched tune Datasets/*.csv --study s.study --output tuned.txt
            """,
        shouldDisplay: false)

    @Argument(help: "Traces in trace format 1; - is standard input.", completion: .file(extensions: ["csv"]))
    var traces: [String]

    @Option(
        help: ArgumentHelp("Study file; created if it does not exist.", valueName: "file"),
        completion: .file())
    var study: String

    @OptionGroup(title: "Search") var target: TuneTarget
    @OptionGroup(title: "Effort") var effort: TuneEffort
    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var replay: ReplayOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        if study == "-" { throw ValidationError("--study must be a file.") }
        try target.validate(
            traces, engineOptions, replay,
            outputs: [("--study", study), ("--study", ToldResults.path(of: study))])
    }

    func perform() async throws {
        let task = try target.task(traces, reading, engineOptions, replay)
        try effort.expectEnoughDevices(task)
        let file = try AtomicFile(path: nil)
        let settings = StudySettings(task, version: Fetchsched.version)
        let studyFile = try StudyFile(path: study, settings: settings)
        let told = try ToldResults(study: study, settings: settings)
        let desk = try await TrialDesk(
            task, jobs: replay.workers, study: studyFile, told: told, isAsking: true)
        let tuning = try effort.tuning(desk)
        let trials: [RequestedTrial]
        do {
            defer { try? studyFile.synchronize() }
            trials = try await tuning.requestedTrials()
        }
        if trials.isEmpty { try ToldResults.removeIfTaken(study: study) }
        try file.deliver(trials.map(\.line).joined())
    }
}

/// `tune measure`: measures the requested trials.
struct TuneMeasureCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tune-measure",
        abstract: "Run the measurements that 'tune ask' printed.",
        usage: "fetchsched tune measure <traces> ... [--asked <file>] [<options>]",
        discussion: """
            Reads lines of 'tune ask' and prints a line for 'tune tell' for each. The traces and all \
            options that affect a measurement (radio, value, config, fix, warmup, seed ...) \
            must equal those of 'tune ask'; lines of another study are refused.

            EXAMPLES
              fetchsched tune measure Datasets/*.csv < asked.jsonl > results.jsonl
              split -n l/8 asked.jsonl
              fetchsched tune measure Datasets/*.csv --asked xaa > results-1.jsonl
            """,
        shouldDisplay: false)

    @Argument(help: "Traces in trace format 1.", completion: .file(extensions: ["csv"]))
    var traces: [String]

    @Option(
        help: ArgumentHelp("Lines of 'tune ask'; - is standard input.", valueName: "file"),
        completion: .file())
    var asked = "-"

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Output file; - is standard output.", valueName: "file"),
        completion: .file())
    var output = "-"

    @OptionGroup(title: "Search") var target: TuneTarget
    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var replay: ReplayOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        try target.validate(
            traces, asked: asked, engineOptions, replay, outputs: [("--output", output)])
    }

    func perform() async throws {
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        let task = try target.task(traces, reading, engineOptions, replay)
        let fingerprint = StudySettings(task, version: Fetchsched.version).fingerprint
        let lines = try JSONLines.read(asked, of: "ask", RequestedTrial.init(line:))
        for line in lines where line.value.study != fingerprint {
            throw line.failure(
                "a measurement of study \(quoted(line.value.study))",
                "one of \(quoted(fingerprint)); repeat the traces and options of 'tune ask'")
        }
        let progress = Progress("measure", total: lines.count, unit: "trials", isQuiet: replay.quiet)
        defer { progress.end() }
        let results = try await ParallelMap.run(
            lines.count, jobs: replay.workers, finished: { _ in progress.advance(1) }
        ) { index in
            let line = lines[index]
            do throws(TuneTask.RequestedFault) {
                return try task.measure(line.value)
            } catch {
                throw line.failure(
                    error == .noSuchUnit
                        ? "place \(line.value.place)" : "trial \(quoted(line.value.trial))",
                    "one that was asked for")
            }
        }
        progress.end()
        try file.deliver(results.map(\.line).joined())
    }
}

/// `tune tell`: what was measured.
struct TuneTellCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tune-tell",
        abstract: "Add results of 'tune measure' to a study.",
        usage: "fetchsched tune tell [<results> ...] --study <file>",
        discussion: """
            Accepts results in any order, from any number of machines, some twice and some never. Keeps \
            them next to the study, in STUDY.told, until 'tune ask' or 'tune' reads them. If a result \
            belongs to another study, or contradicts an earlier one, tell names its line and takes nothing \
            of its file.

            EXAMPLES
              fetchsched tune tell --study s.study results-1.jsonl results-2.jsonl
              ssh host fetchsched tune measure '*.csv' < asked.jsonl > there.jsonl
              fetchsched tune tell --study s.study < there.jsonl
            """,
        shouldDisplay: false)

    @Argument(help: "Lines of 'tune measure'; - is standard input.", completion: .file())
    var results = ["-"]

    @Option(help: ArgumentHelp("Study file.", valueName: "file"), completion: .file())
    var study: String

    func validate() throws {
        try RunOptions.expectOneStandardInput(results)
        try DistinctFiles.expect(
            inputs: results, outputs: [("--study", study), ("--study", ToldResults.path(of: study))])
    }

    func perform() throws {
        // Everything is read before the file is locked: others tell meanwhile.
        let lines = try results.map { ($0, try JSONLines.read($0, of: "measure", ToldResult.init(line:))) }
        var teller = try StudyTeller(study: study)
        for (file, lines) in lines {
            for line in lines {
                try teller.take(line.value, file: file == "-" ? "standard input" : file, line: line.number)
            }
        }
        try teller.commit()
        Terminal.say("\(study): \(teller.added) new results, \(teller.repeated) known before")
    }
}
