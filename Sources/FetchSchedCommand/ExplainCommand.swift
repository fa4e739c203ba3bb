import ArgumentParser
import FetchReport
import FetchSched
import FetchSim
import FetchTrace
import FetchCommandLine

struct ExplainCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain the decision for each app at a given time.",
        discussion: """
            Replays the trace of one device through the engine up to the given time, events at that time \
            included, and prints its decisions. With --app it prints the verdict on one app, then every \
            factor of it. Without, it prints one row per app, highest benefit less cost first. docs/explain-format.md describes \
            the JSON. For all fetches of a trace with their reasons, use 'fetchsched bench --decisions'.

            EXAMPLES
              fetchsched explain news.csv --device d0 --at 2024-01-20T07:30:00Z
              fetchsched explain trace.csv --at 1705732200 --app mail --format json
              fetchsched explain trace.csv --at 1705732200 --radio 3g --value 100
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Argument(
        help: "A trace in trace format 1; - is standard input.", completion: .file(extensions: ["csv"]))
    var trace: String

    @Option(
        help: ArgumentHelp(
            """
            The time: seconds since 1970, or ISO 8601 with an offset, such as 2024-01-20T07:30:00+01:00. The \
            answer's times have this offset, too.
            """,
            valueName: "time"))
    var at: String

    @Option(
        help: ArgumentHelp("Only this app, in detail; repeatable (default: all).", valueName: "name"))
    var app: [String] = []

    @OptionGroup var device: DeviceOption

    @OptionGroup var setting: SettingOptions

    @Option(
        help: ArgumentHelp("Random seed of the engine, as in 'bench'.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(help: "Output format.")
    var format = Format.text

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write the result; - is standard output.", valueName: "file"),
        completion: .file())
    var output = "-"

    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var powerOptions: PowerOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        try DistinctFiles.expect(
            inputs: [trace] + engineOptions.files + powerOptions.files
                + [setting.radio.element.file].compactMap { $0 },
            outputs: [("--output", output)])
        _ = try moment()
    }

    func perform() throws {
        let moment = try moment()
        let profile = try setting.radio.element.profile()
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        let devices = try reading.devices(trace)
        let index = try device.index(among: devices, of: trace)
        let chosen = devices[index]
        try expect(moment, within: chosen)
        let apps = app.isEmpty ? nil : try app.map { try appNumber($0, chosen) }
        let settings = try engineOptions.settings()
        var rules = SimulationRules()
        rules.power = try powerOptions.profile()
        rules.staleHalfLife = settings.configuration.staleHalfLife
        let replay = PolicyRun(
            engineOn: chosen, radio: profile, rules: rules, valueJoules: setting.value(settings),
            // Seeds like those of 'bench'.
            seed: chosen.seed(in: seed), configuration: settings.configuration)
        let answers = replay.answers(at: moment, apps: apps)
        let report = ExplainReport(
            trace: trace, replay: replay, moment: moment,
            secondsEast: Int(offset(ofTime: Array(at.utf8).span) ?? 0), answers: answers)
        let text = app.isEmpty ? report.table : report.text
        try file.deliver(format == .json ? report.json : text)
    }

    private func moment() throws -> FetchTime {
        do {
            return try FetchTime(traceText: at)
        } catch {
            throw ValidationError("--at: found \(error.found), expected \(error.expected).")
        }
    }

    private func appNumber(_ app: String, _ device: DeviceTrace) throws -> Int {
        guard let number = device.appNames.firstIndex(of: app) else {
            throw AppNames.unknown(app, among: device.appNames, on: device.name, of: trace)
        }
        return number
    }

    private func expect(_ moment: FetchTime, within device: DeviceTrace) throws {
        guard !device.span.contains(moment) else { return }
        throw Failure(
            status: 64,
            "\(trace): error: found --at \(moment), expected a time from \(device.span.lowerBound) to "
                + "\(device.span.upperBound), the extent of device \(quoted(device.name))")
    }
}
