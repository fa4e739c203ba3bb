import ArgumentParser
import FetchReport
import FetchSched
import FetchSim
import FetchTrace
import Foundation
import FetchLab
import FetchOptions

struct ForecastCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Scores the scheduler's forecasts by themselves, beside simple ones.",
        discussion: """
            Replays traces without any fetch, and asks before every launch when it comes, which app it \
            is, and whether it finds new content; and every half hour whether each app is opened within \
            5 minutes, 15 minutes, an hour, four hours. The mixture that the scheduler uses stands beside \
            baselines. docs/forecast-format.md says what each figure \
            means.

            The main figures have 95 % intervals, from days drawn anew. With several models a table \
            tells what each differs by from the first, and whether that is more than chance.

            EXAMPLES
              fetchsched-lab forecast Datasets/commuter.csv
              fetchsched-lab forecast Datasets/*.csv --summary
              fetchsched-lab forecast trace.csv --device phone1 --device phone2 --warmup 14
              fetchsched-lab forecast trace.csv --format json --output result.json
              fetchsched-lab forecast trace.csv --model adaptive,constant-rate
              fetchsched-lab forecast trace.csv --model adaptive:content.calibration=0
              zstd -dc trace.csv.zst | fetchsched-lab forecast -
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, csv, json
    }

    @Argument(help: "Traces in trace format 1; - is standard input.", completion: .file(extensions: ["csv"]))
    var traces: [String]

    @OptionGroup var devicesOption: DevicesOption

    @Option(help: "How to print the result.")
    var format = Format.table

    @Flag(help: "Print one line per trace instead of whole tables.")
    var summary = false

    @OptionGroup var modelOption: ModelOption

    @Option(
        help: ArgumentHelp(
            "How often days are drawn anew for the intervals, \(resamplesRange.lowerBound) to "
                + "\(resamplesRange.upperBound).",
            valueName: "n"))
    var resamples = 1000

    private static let resamplesRange = 100...100_000

    @Option(
        help: ArgumentHelp(
            "Where the draws of days come from, and the scheduler's randomness (its forecasts use none).",
            valueName: "n"))
    var seed: UInt64 = 1

    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var runOptions: RunOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        if summary, format != .table { throw ValidationError("--summary goes with --format table.") }
        let models = try modelOption.models
        if summary, models.count > 1 {
            throw ValidationError("--summary has one line per trace, so it goes with one model.")
        }
        guard Self.resamplesRange.contains(resamples) else {
            let range = Self.resamplesRange
            throw ValidationError("--resamples must be \(range.lowerBound) to \(range.upperBound).")
        }
        try RunOptions.expectOneStandardInput(traces)
        try DistinctFiles.expect(
            inputs: traces + engineOptions.files + runOptions.files,
            outputs: [("--output", runOptions.output)])
    }

    func run() async throws {
        try await Failure.reporting {
            try await Interruption.ending { try await score() }
        }
    }

    private func score() async throws {
        let file = try AtomicFile(path: runOptions.output)
        defer { file.abandon() }
        let rules = try runOptions.rules()
        let configuration = try engineOptions.configuration()
        let models = try modelOption.models
        var reports: [ForecastReport] = []
        var comparisons: [ModelReport] = []
        for path in traces {
            var bench = ForecastBench(
                trace: path, devices: try load(path), rules: rules, configuration: configuration, seed: seed)
            bench.resamples = resamples
            let progress = Progress(
                "forecast", total: bench.work * models.count, unit: "events", isQuiet: runOptions.quiet)
            defer { progress.end() }
            if models.count == 1 {
                reports.append(
                    try await bench.run(models[0], jobs: runOptions.workers) { progress.advance($0) })
            } else {
                comparisons.append(
                    try await bench.compare(models, jobs: runOptions.workers) { progress.advance($0) })
            }
        }
        try file.deliver(models.count == 1 ? render(reports) : render(comparisons))
    }

    private func load(_ path: String) throws -> [DeviceTrace] {
        let devices = try devicesOption.chosen(among: reading.devices(path), of: path)
        warn(of: devices, in: path)
        return devices
    }

    /// Says that not all of a long silence is scored.
    private func warn(of devices: [DeviceTrace], in path: String) {
        var count = 0
        var first: (device: String, silence: Silence)?
        for device in devices {
            let silences = device.silences
            count += silences.count
            if first == nil { first = silences.first.map { (device.name, $0) } }
        }
        guard let first else { return }
        let place = line(of: first.device, at: first.silence.end, in: path).map { ":\($0)" } ?? ""
        let others = count == 1 ? "" : "; there are \(count - 1) more such silences"
        Terminal.say(
            "\(escaped(path))\(place): warning: found \(first.silence.end - first.silence.begin) without any event of "
                + "device \(escaped(first.device)), expected \(Silence.longestScored) at most; whole weeks beyond that are "
                + "not scored\(others)")
    }

    /// The line of the first event of that device at that time; nil if the trace cannot be read again.
    private func line(of device: String, at time: Instant, in path: String) -> Int? {
        guard path != "-", var reader = try? TraceReader(path: path, options: reading.options) else {
            return nil
        }
        while let event = try? reader.next() {
            if event.time == time, reader.names.devices[event.device] == device { return reader.line }
        }
        return nil
    }

    private func render(_ reports: [ModelReport]) -> String {
        switch format {
        case .json: ForecastJSONReport.text(reports)
        case .csv: ForecastCSVReport.text(reports)
        case .table:
            reports.map { ForecastTableReport.text($0, emphasis: { runOptions.emphasis($0) }) }
                .joined(separator: "\n")
        }
    }

    private func render(_ reports: [ForecastReport]) -> String {
        switch format {
        case .json: return ForecastJSONReport.text(reports)
        case .csv: return ForecastCSVReport.text(reports)
        case .table:
            let emphasis = runOptions.emphasis
            let overview = ForecastTableReport.summary(reports, emphasis: emphasis)
            if summary { return overview }
            let tables = reports.map { ForecastTableReport.text($0, emphasis: emphasis) }
            return (tables + (reports.count > 1 ? [overview] : [])).joined(separator: "\n")
        }
    }
}
