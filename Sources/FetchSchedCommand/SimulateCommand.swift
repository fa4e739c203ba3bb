import ArgumentParser
import FetchSched
import FetchReport
import FetchSim
import FetchTrace
import FetchCommandLine

struct SimulateCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Draw the launches, updates, fetches and radio activity of a day.",
        discussion: """
            Replays the trace of one device under each policy and draws one local day as lanes. Below, it \
            lists the launches with their results, and the fetches with their reasons. Day 0 is the first \
            day of the trace, -1 the last one. docs/timeline-format.md describes the JSON. For figures of all days and devices, use 'fetchsched bench'.

            EXAMPLES
              fetchsched simulate Datasets/sparse.csv --device d0 --date 2024-01-20
              fetchsched simulate trace.csv --policy adaptive,piggyback-3600 --day -2
              fetchsched simulate trace.csv --device phone1 --width 160
              fetchsched simulate trace.csv --day 20 --radio 3g --brief
              fetchsched simulate trace.csv --day 20 --format json --output day.json
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Argument(
        help: "A trace in trace format 1; - is standard input.", completion: .file(extensions: ["csv"]))
    var trace: String

    @Option(
        help: ArgumentHelp(
            "Policies; see 'fetchsched list policies'. name-900/1800 and name:param=1/2 mean several.",
            valueName: "a,b,..."))
    var policy = PolicyList("adaptive")

    @OptionGroup var device: DeviceOption

    // A number may start with a minus sign.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The day: 0 is the first, -1 the last (default: the last whole day).", valueName: "n"))
    var day: Int?

    @Option(help: ArgumentHelp("The day, as a local date.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(
        help: ArgumentHelp(
            "Only this app; repeatable (default: all). Radio activity is always that of all apps.",
            valueName: "name"))
    var app: [String] = []

    @OptionGroup var setting: SettingOptions

    @Option(
        help: ArgumentHelp("Random seed of the policies, as in 'bench'.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(help: "Output format.")
    var format = Format.text

    @Option(help: ArgumentHelp("Width in columns (default: the terminal's).", valueName: "n"))
    var width: Int?

    @Flag(help: "Print the lanes without the lists of launches and fetches.")
    var brief = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @OptionGroup var execOptions: ExecOptions
    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var runOptions: RunOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        try DistinctFiles.expect(
            inputs: [trace] + engineOptions.files + runOptions.files
                + [setting.radio.element.file].compactMap { $0 },
            outputs: [("--output", runOptions.output)])
        if day != nil, date != nil { throw ValidationError("--day and --date exclude each other.") }
        if let width, !(40...1000).contains(width) { throw ValidationError("--width must be 40 to 1000.") }
        if try policy.choices().contains(where: { $0.family == PolicyChoice.clairvoyant }) {
            throw ValidationError("clairvoyant is a bound, not a policy: it has no timeline.")
        }
    }

    func perform() async throws {
        let profile = try setting.radio.element.profile()
        let file = try AtomicFile(path: runOptions.output)
        defer { file.abandon() }
        let devices = try reading.devices(trace)
        let index = try device.index(among: devices, of: trace)
        let settings = try engineOptions.settings()
        let valueJoules = setting.value(settings)
        try AppNames.expect(app, on: [devices[index]], of: trace)
        var bench = Bench(
            trace: trace, devices: [devices[index]], policies: try policy.choices(exec: execOptions),
            radios: [profile], values: [valueJoules], rules: try runOptions.rules(settings), seed: seed)
        bench.configuration = settings.configuration
        let progress = Progress("simulate", total: bench.work, unit: "events", isQuiet: runOptions.quiet)
        defer { progress.end() }
        let replay = try await DayReplay.day(
            bench, jobs: runOptions.workers, progress: { progress.advance($0) },
            choose: { try choose($0, of: devices[index]) })
        progress.end()
        guard let replay else { return }
        let wanted = Set(devices[index].appNames.indices.filter { app.contains(devices[index].appNames[$0]) })
        var report = TimelineReport(
            trace: trace, radio: profile.name, valueJoules: valueJoules, seed: seed,
            replay: app.isEmpty ? replay : replay.only(wanted))
        report.apps = app
        try file.deliver(format == .json ? report.json : report.text(style, emphasis: runOptions.emphasis))
    }

    private var style: TimelineReport.Style {
        var style = TimelineReport.Style()
        style.marks = ascii ? .ascii : .unicode
        style.width = min(max(width ?? (runOptions.output == "-" ? Terminal.width : 80), 40), 1000)
        style.hasLists = !brief
        return style
    }

    /// The day wanted: by date, by number, or the last one that the trace covers from midnight to midnight.
    private func choose(_ days: LocalDays, of device: DeviceTrace) throws -> LocalDays.Day {
        let all = days.days
        let extent = "\(all.first?.date ?? "") to \(all.last?.date ?? "")"
        if let date {
            guard let day = all.first(where: { $0.date == date }) else {
                throw Failure(
                    status: 64,
                    "\(trace): error: found --date \(quoted(date)), expected a date from \(extent), "
                        + "the extent of device \(quoted(device.name))")
            }
            return day
        }
        let whole = all.lastIndex {
            $0.time.lowerBound >= device.span.lowerBound
                && $0.time.upperBound <= device.span.upperBound + .seconds(1)
        }
        let wanted = day ?? whole ?? all.count - 1
        let number = wanted < 0 ? wanted + all.count : wanted
        guard all.indices.contains(number) else {
            throw Failure(
                status: 64,
                "\(trace): error: found --day \(wanted), expected 0 to \(all.count - 1) or -1 to "
                    + "-\(all.count), the days \(extent) of device \(quoted(device.name))")
        }
        return all[number]
    }
}
