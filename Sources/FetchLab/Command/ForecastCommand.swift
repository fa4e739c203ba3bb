import FetchSched
import ArgumentParser
import FetchReport
import FetchTrace
import Foundation
import FetchCommandLine

struct ForecastCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Score the engine's forecasts against baselines.",
        discussion: """
            Replays traces without any fetch. Before every launch, scores the forecasts of its time, its app \
            and its new content. Every half hour, and after each launch and end of a foreground period, scores \
            the probability that each app is opened within 5 minutes, 15 minutes, an hour and four hours. \
            docs/contributing/forecast-format.md defines each figure.

            The figures have 95 % intervals, from resampled days. With several models, a table gives the \
            difference of each from the first, and whether it is more than probability.

            EXAMPLES
              fetchsched-lab forecast Datasets/commuter.csv
              fetchsched-lab forecast trace.csv --device phone1 --device phone2 --warmup 14
              fetchsched-lab forecast trace.csv --format json --output result.json
              fetchsched-lab forecast trace.csv --model adaptive,no-content-hours
              fetchsched-lab forecast trace.csv --model adaptive:content.calibration=0
              zstd -dc trace.csv.zst | fetchsched-lab forecast -
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, json
    }

    @Argument(help: "Traces in trace format 1; - is standard input.", completion: .file(extensions: ["csv"]))
    var traces: [String]

    @OptionGroup var devicesOption: DevicesOption

    @Option(help: "Output format.")
    var format = Format.table

    @OptionGroup var modelOption: ModelOption

    @Option(
        help: ArgumentHelp(
            "Number of resamples of days for the intervals, \(resamplesRange.lowerBound) to "
                + "\(resamplesRange.upperBound).",
            valueName: "n"))
    var resamples = 1000

    private static let resamplesRange = 100...100_000

    @Option(
        help: ArgumentHelp(
            "Random seed of the resamples and the engine (forecasts use none).",
            valueName: "n"))
    var seed: UInt64 = 1

    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var runOptions: RunOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        _ = try modelOption.models
        guard Self.resamplesRange.contains(resamples) else {
            let range = Self.resamplesRange
            throw ValidationError("--resamples must be \(range.lowerBound) to \(range.upperBound).")
        }
        try RunOptions.expectOneStandardInput(traces)
        try DistinctFiles.expect(
            inputs: traces + engineOptions.files + runOptions.files,
            outputs: [("--output", runOptions.output)])
    }

    func perform() async throws {
        let file = try AtomicFile(path: runOptions.output)
        defer { file.abandon() }
        let rules = try runOptions.rules()
        let configuration = try engineOptions.settings().configuration
        let models = try modelOption.models
        var reports: [ModelReport] = []
        for path in traces {
            let devices = try devicesOption.chosen(among: reading.devices(path), of: path)
            var bench = ForecastBench(trace: path, devices: devices)
            bench.rules = rules
            bench.configuration = configuration
            bench.seed = seed
            bench.resamples = resamples
            let progress = Progress(
                "forecast", total: bench.work * models.count, unit: "events", isQuiet: runOptions.quiet)
            defer { progress.end() }
            reports.append(try await bench.run(models, jobs: runOptions.workers) { progress.advance($0) })
        }
        switch format {
        case .json: try file.deliver(ForecastJSON.text(reports))
        case .table:
            try file.deliver(
                reports.map { ForecastTable.text($0, emphasis: runOptions.emphasis) }.joined(separator: "\n"))
        }
    }
}
