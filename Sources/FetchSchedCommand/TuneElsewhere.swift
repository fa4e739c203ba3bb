import ArgumentParser
import FetchReport
import FetchTrace
import FetchTune
import Foundation
import FetchOptions

/// `tune ask`: what a search wants measured next.
struct TuneAskCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tune-ask",
        abstract: "Says which measurements a search needs next, as lines of JSON.",
        usage: "fetchsched tune ask <traces> ... --study <file> [<options>]",
        discussion: """
            Takes what was told to the study since, goes on with the search as far as that leads, and prints the \
            measurements without which it cannot go on; nothing, once it can end: then 'tune' with the same options \
            ends it without measuring anything. Measurements that are not told are asked for again.

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
        help: ArgumentHelp("The study; it is begun if it is not there.", valueName: "file"),
        completion: .file())
    var study: String

    @OptionGroup(title: "What is searched") var target: TuneTarget
    @OptionGroup(title: "How long is searched") var effort: TuneEffort
    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var replay: ReplayOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        try ReplayOptions.expectOneStandardInput(traces)
        if study == "-" { throw ValidationError("--study must be a file.") }
        try DistinctFiles.expect(
            inputs: traces + engineOptions.files + replay.powerOptions.files
                + target.radio.elements.compactMap(\.file),
            outputs: [("--study", study), ("--study", ToldResults.path(of: study))])
        _ = try target.parameters()
    }

    func perform() async throws {
        let task = try target.task(traces, reading, engineOptions, replay)
        try effort.expectEnoughDevices(task)
        let file = try AtomicFile(path: nil)
        let settings = StudySettings(task, version: Fetchsched.version)
        let kept = try StudyFile(path: study, settings: settings)
        let told = try ToldResults(study: study, settings: settings)
        let desk = try await TrialDesk(task, jobs: replay.workers, study: kept, told: told, isAsking: true)
        try effort.expectStake(desk)
        var tuning = Tuning(desk: desk, folds: effort.folds)
        tuning.evaluations = effort.evaluations
        tuning.patience = effort.patience
        let asked: [AskedTrial]
        do {
            defer { try? kept.synchronize() }
            asked = try await tuning.asked()
        }
        if asked.isEmpty { try ToldResults.removeIfTaken(study: study) }
        try file.deliver(asked.map(TrialLine.text).joined())
    }
}

/// `tune measure`: what was asked for.
struct TuneMeasureCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tune-measure",
        abstract: "Measures what 'tune ask' asked for.",
        usage: "fetchsched tune measure <traces> ... [--asked <file>] [<options>]",
        discussion: """
            Reads lines of 'tune ask' and prints one for 'tune tell' for each. The traces and all options that say what \
            is measured (radio, value, config, fix, warmup, seed, objective ...) must be those of 'tune ask'; a study of \
            others is refused.

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
        help: ArgumentHelp("Where to write the results; - is standard output.", valueName: "file"),
        completion: .file())
    var output = "-"

    @OptionGroup(title: "What is searched") var target: TuneTarget
    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var replay: ReplayOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        try ReplayOptions.expectOneStandardInput(traces + [asked])
        try DistinctFiles.expect(
            inputs: traces + [asked] + engineOptions.files + replay.powerOptions.files
                + target.radio.elements.compactMap(\.file),
            outputs: [("--output", output)])
        _ = try target.parameters()
    }

    func perform() async throws {
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        let task = try target.task(traces, reading, engineOptions, replay)
        let fingerprint = StudySettings(task, version: Fetchsched.version).fingerprint
        let lines = try JSONLines.read(asked, of: "ask", TrialLine.asked)
        for line in lines where line.value.study != fingerprint {
            throw line.failure(
                "a measurement of study \(quoted(line.value.study))",
                "one of \(quoted(fingerprint)); repeat the traces and options of 'tune ask'")
        }
        let progress = Progress("measure", total: lines.count, unit: "trials", isQuiet: replay.quiet)
        defer { progress.end() }
        let results = try await JSONLines.map(lines, jobs: replay.workers, finished: { progress.advance(1) })
        {
            line in
            do throws(TuneTask.AskedFault) {
                return try task.measure(line.value)
            } catch {
                throw line.failure(
                    error == .noSuchUnit
                        ? "place \(line.value.place)" : "trial \(quoted(line.value.trial))",
                    "one that was asked for")
            }
        }
        progress.end()
        try file.deliver(results.map(TrialLine.text).joined())
    }
}

/// `tune tell`: what was measured.
struct TuneTellCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tune-tell",
        abstract: "Takes results of 'tune measure' for a study.",
        usage: "fetchsched tune tell [<results> ...] --study <file>",
        discussion: """
            In any order, from any number of machines, some twice and some never. They are kept beside the study, in \
            STUDY.told, until 'tune ask' or 'tune' takes them over. A result of another study, or one that differs from \
            one told before, is refused with its line, and nothing of its file is taken.

            EXAMPLES
              fetchsched tune tell --study s.study results-1.jsonl results-2.jsonl
              ssh host fetchsched tune measure '*.csv' < asked.jsonl > there.jsonl
              fetchsched tune tell --study s.study < there.jsonl
            """,
        shouldDisplay: false)

    @Argument(help: "Lines of 'tune measure'; - is standard input.", completion: .file())
    var results = ["-"]

    @Option(help: ArgumentHelp("The study.", valueName: "file"), completion: .file())
    var study: String

    func validate() throws {
        try ReplayOptions.expectOneStandardInput(results)
        try DistinctFiles.expect(
            inputs: results, outputs: [("--study", study), ("--study", ToldResults.path(of: study))])
    }

    func perform() throws {
        // Everything is read before the file is locked: others tell meanwhile.
        let lines = try results.map { ($0, try JSONLines.read($0, of: "measure", TrialLine.result)) }
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
