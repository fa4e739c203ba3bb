import ArgumentParser
import FetchReport
import FetchSim
import FetchTrace
import Foundation
import FetchCommandLine

struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Compare scheduling policies on traces.",
        discussion: """
            For each trace, radio and value of a fresh launch (V), bench reports the share of fresh \
            launches, the energy of background fetches, and the gain: V x (additional fresh launches) - \
            energy. The clairvoyant bound is the gain that no scheduler can exceed. Several values \
            or periods give one table each, then the energy at equal freshness.

            Above each table, bench names the best baseline at the setting that gained most on this trace: \
            of all baselines, or of those in --policy. It also runs the engine, this baseline and those of \
            the table under the power profiles 'low' and 'high'; --no-profiles skips that. --format json \
            and csv print neither.

            EXAMPLES
              fetchsched bench Datasets/commuter.csv
              fetchsched bench trace.csv --policy none,piggyback-900/3600,adaptive
              fetchsched bench trace.csv --value 5,20,100 --radio lte,5g-nsa,wifi
              fetchsched bench trace.csv --format json --output result.json
              fetchsched bench trace.csv --per-device --format csv
              fetchsched bench trace.csv --policy adaptive --decisions fetches.csv
              fetchsched bench trace.csv --device phone1 --app mail --app news
              fetchsched bench trace.csv --curve --radio lte,wifi
              fetchsched bench Datasets/*.csv --curve --summary --at 0.9
              fetchsched bench trace.csv --curve --figure frontier.svg
              fetchsched bench trace.csv --curve --policy 'exec:./mine {600/7200}'
              fetchsched bench trace.csv --columns fresh,energy,radio,run,cold-start
              fetchsched bench trace.csv --report report.html
              fetchsched bench trace.csv --policy 'exec:python3 mine.py,adaptive'
              zstd -dc trace.csv.zst | fetchsched bench -
              fetchsched bench trace.csv --shard 3/50 --partial 3.partial
            """)

    @Argument(help: "Traces in trace format 1; - is standard input.", completion: .file(extensions: ["csv"]))
    var traces: [String] = []

    @Option(
        help: ArgumentHelp(
            "Policies; see 'fetchsched list policies'. name-900/1800 and name:param=1/2 mean several (default: "
                + "\(PolicyList.spaced(defaultPolicies)); with --radio wired \(PolicyList.spaced(serverPolicies)); with "
                + "--curve every baseline and the engine).",
            valueName: "a,b,..."))
    var policy: PolicyList?

    @Option(
        help: ArgumentHelp(
            "Radios: \(RadioArgument.names); all, or the path of a .json profile.", valueName: "a,b,..."))
    var radio = CommaList([RadioArgument(text: "lte")])

    @Option(
        help: ArgumentHelp(
            "Value of a fresh launch V, in joules, \(Joules.range) (default: --config, else 20; with --curve 1 "
                + "to 10000).",
            valueName: "V,..."))
    var value: CommaList<Joules>?

    @Option(help: "Output format.")
    var format = BenchOutput.Format.table

    @Option(
        help: ArgumentHelp(
            "Table columns, by name or key; all, or help for a list.", valueName: "a,b,..."))
    var columns: ColumnList?

    @Flag(
        inversion: .prefixedNo,
        help: "Above each table, also give the figures under the power profiles low and high.")
    var profiles = true

    @Flag(help: "Print one line per trace, radio and value instead of full tables; with --curve one table.")
    var summary = false

    @Flag(help: "With --format json or csv: the figures of each device.")
    var perDevice = false

    @Flag(
        help:
            "Run each policy over the range of its main parameter, and compare the curves of freshness against energy."
    )
    var curve = false

    @Option(
        help: ArgumentHelp(
            "Share of fresh launches at which --curve --summary compares energies: 0.5, 0.6, 0.7, 0.8, 0.9 (default) "
                + "or 0.95.",
            valueName: "share"))
    var at: Double?

    @Option(
        help: ArgumentHelp(
            "Write each fetch and its reason as CSV; see docs/decisions-format.md.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var decisions: String?

    @Option(
        help: ArgumentHelp(
            "Write an HTML page with charts; see docs/report.md. Runs more settings for its curves.",
            valueName: "file"),
        completion: .file(extensions: ["html"]))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "With --curve: draw the curves as SVG, for print in black and white.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var figure: String?

    @Option(help: ArgumentHelp("Random seed of the policies.", valueName: "n"))
    var seed: UInt64 = 1

    @OptionGroup(title: "A shard of the devices") var partial: PartialOptions
    @OptionGroup var devicesOption: DevicesOption

    @Option(
        help: ArgumentHelp(
            "Print a table for this app instead, one row per policy; repeatable.",
            valueName: "name"))
    var app: [String] = []

    @OptionGroup var execOptions: ExecOptions
    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var runOptions: RunOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        if columns?.isHelp == true { return }
        if traces.isEmpty { throw ValidationError("Missing expected argument '<traces> ...'") }
        try BenchOutput.validate(format: format, summary: summary, columns: columns, curve: curve)
        try validatePartial()
        if perDevice, format == .table || curve || partial.file != nil {
            throw ValidationError(
                "--per-device goes with --format json and csv, without --curve and --partial.")
        }
        try RunOptions.expectOneStandardInput(traces)
        try DistinctFiles.expect(
            inputs: traces + engineOptions.files + runOptions.files + radio.elements.compactMap(\.file),
            outputs: [
                ("--output", partial.file == nil ? runOptions.output : nil), ("--decisions", decisions),
                ("--report", report), ("--partial", partial.file), ("--figure", figure),
            ])
        _ = try policy?.choices(exec: execOptions)
        if !app.isEmpty, curve || summary || report != nil || columns != nil || format == .csv {
            throw ValidationError(
                "--app does not go with --curve, --summary, --report, --columns and --format csv.")
        }
        if curve, decisions != nil || report != nil {
            throw ValidationError("--decisions and --report do not go with --curve.")
        }
        if figure != nil, !curve || partial.file != nil {
            throw ValidationError("--figure goes with --curve, without --partial.")
        }
        if let at {
            if !curve || !summary { throw ValidationError("--at goes with --curve --summary.") }
            try BenchOutput.validate(at: at)
        }
        if curve, let policy, CurveSubject.subjects(try policy.choices()).isEmpty {
            throw ValidationError(
                "--curve needs a policy with a main parameter; none, clairvoyant and the like have none.")
        }
        if summary, !curve, policy != nil, !(try hasEngine) {
            throw ValidationError("--summary compares adaptive with baselines: name it among the policies.")
        }
    }

    func run() async throws {
        if columns?.isHelp == true { return try await Listing.print(ReportColumns.listing) }
        try await Failure.reporting {
            try await Interruption.ending {
                if partial.file != nil { return try await writePartial() }
                return curve ? try await drawCurves() : try await compare()
            }
        }
    }

    private func compare() async throws {
        let policies = try choices
        let settings = try engineOptions.settings()
        let values = settings.values(value, else: [20])
        let radios = try radioProfiles
        let file = try AtomicFile(path: runOptions.output)
        defer { file.abandon() }
        let fetches = try decisions.map { try DecisionFile(path: $0) }
        defer { fetches?.abandon() }
        noteCosts(radios)
        let page = try report.map {
            try ReportFile(path: $0, command: commandLine + " --report " + ShellWord.quoted($0))
        }
        defer { page?.abandon() }
        var rules = try runOptions.rules(settings)
        rules.apps = app

        let rivals = try rivals
        let wantsProfiles = try wantsProfiles(rules)

        var reports: [[BenchReport]] = []
        var others: [[BenchReport]] = []
        for path in traces {
            var bench = Bench(
                trace: partial.name(of: path), devices: [], policies: policies, radios: radios,
                values: values, rules: rules, seed: seed)
            bench.configuration = settings.configuration
            bench.rivals = rivals
            bench.keepsDevices = perDevice
            // Fetches are written policy by policy, and a page shows single devices: both need all of them. Devices and
            // apps that are named are looked for in the whole trace first.
            let isStreamed =
                fetches == nil && page == nil && devicesOption.wanted.isEmpty && app.isEmpty
            var result = isStreamed ? try await streamed(bench, path) : nil
            if result == nil {
                bench.devices = try load(path)
                let found = try await run(bench, fetches: fetches?.appender(trace: bench.trace))
                // A page lists devices: by name, in whatever order the trace has them.
                bench.devices.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
                try await page?.add(bench, found, jobs: runOptions.workers, isQuiet: runOptions.quiet)
                result = found
            }
            reports.append(result ?? [])
            others.append(wantsProfiles ? try await underOtherProfiles(bench, path, result ?? []) : [])
        }
        try fetches?.commit()
        try page?.commit(rules: rules)
        try file.deliver(printed.text(reports, others))
    }

    /// Runs `bench` over its devices.
    func run(
        _ bench: Bench, label: String = "bench", fetches: (@Sendable (RecordedRun) throws -> Void)? = nil
    ) async throws -> [BenchReport] {
        let progress = Progress(label, total: bench.work, unit: "events", isQuiet: runOptions.quiet)
        defer { progress.end() }
        return try await bench.run(
            jobs: runOptions.workers, progress: { progress.advance($0) }, fetches: fetches)
    }

    func load(_ path: String) throws -> [DeviceTrace] {
        let devices = try devicesOption.chosen(among: reading.devices(path), of: path)
        try AppNames.expect(app, on: devices, of: path)
        TraceNotes.say(AppMentions(devices), path)
        return devices
    }

    /// Says that a phone's costs are counted on a cable.
    private func noteCosts(_ radios: [RadioProfile]) {
        guard radios.allSatisfy(\.isAlwaysOn), runOptions.replay.powerOptions.power.element.text == "default"
        else { return }
        Terminal.say("note: the energy of a fetch is a phone's; --power-profile requests counts requests")
    }

    var printed: BenchOutput {
        BenchOutput(
            format: format, summary: summary, columns: columns, at: at, isPerDevice: perDevice, apps: app,
            command: commandLine, emphasis: { runOptions.emphasis($0) })
    }
}
