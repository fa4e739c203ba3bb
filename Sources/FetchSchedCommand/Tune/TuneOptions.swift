import ArgumentParser
import FetchSchedText
import FetchTrace
import FetchTune
import FetchCommandLine

/// The parameters that `tune` searches, and its objective.
struct TuneTarget: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Radios: \(RadioArgument.names); all, or the path of a .json profile.", valueName: "a,b,..."))
    var radio = CommaList([RadioArgument(text: "lte")])

    @Option(
        help: ArgumentHelp(
            "Value of a fresh launch V, in joules, \(Joules.range) (default: --config, else 20).",
            valueName: "V,..."))
    var value: CommaList<Joules>?

    @Option(
        help: ArgumentHelp(
            "Parameters to search, or groups such as 'forecast', or all (default: see docs/tune.md).",
            valueName: "a,b,..."))
    var params: String?

    @Option(help: ArgumentHelp("Random seed of the search and the engine.", valueName: "n"))
    var seed: UInt64 = 1

    /// The task over the traces at those paths.
    func task(
        _ traces: [String], _ reading: ReadingOptions, _ engineOptions: EngineOptions, _ replay: ReplayOptions
    ) throws -> TuneTask {
        let settings = try engineOptions.settings()
        var task = TuneTask(
            sources: try traces.map { TuneTask.Source(name: $0, devices: try reading.devices($0)) },
            radios: try radio.elements.map { try $0.profile() }, values: settings.values(value, else: [20]))
        task.rules = try replay.rules(settings)
        task.seed = seed
        task.base = settings.configuration
        task.parameters = try parameters()
        return task
    }

    /// Expects that the files are apart, and that there is something to search.
    ///
    /// - Parameter `asked`: the lines of `tune ask`, if they are read.
    func validate(
        _ traces: [String], asked: String? = nil, _ engineOptions: EngineOptions, _ replay: ReplayOptions,
        outputs: [(option: String, path: String?)]
    ) throws {
        let inputs = traces + [asked].compactMap { $0 }
        try RunOptions.expectOneStandardInput(inputs)
        if replay.halfLife ?? 0 > 0 {
            throw ValidationError("--half-life: 'tune' counts fresh launches alone; use 'bench'.")
        }
        try DistinctFiles.expect(
            inputs: inputs + engineOptions.files + replay.powerOptions.files
                + radio.elements.compactMap(\.file),
            outputs: outputs)
        _ = try parameters()
    }

    func parameters() throws -> [Parameter] {
        guard let params else { return TuneTask.usualParameters }
        var names: Set<String> = []
        for item in params.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let found = Parameter.tunable.map(\.name).filter {
                item == "all" || $0 == item || $0.hasPrefix(item + ".")
            }
            guard !found.isEmpty else {
                let hint = NameHint.text(for: item, among: Parameter.tunable.map(\.name))
                throw ValidationError(
                    "--params: found \(quoted(item)), expected \(hint) (see 'fetchsched list policies adaptive')."
                )
            }
            names.formUnion(found)
        }
        return Parameter.tunable.filter { names.contains($0.name) }
    }
}

/// How long `tune` searches, and how what it finds is judged.
struct TuneEffort: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Most trials of each search; a trial is one candidate on one device, radio and value. Each fold has "
                + "a search, and a last one follows (default: 40 per device, radio and value).",
            valueName: "n"))
    var evaluations: Int?

    @Option(
        help: ArgumentHelp("End a search after this many rounds without a better candidate.", valueName: "n"))
    var patience = 3

    @Option(
        help: ArgumentHelp(
            "Number of parts into which the devices are split; each is held out once. 1 holds nothing out.",
            valueName: "n"))
    var folds = 5

    func validate() throws {
        if let evaluations, !(1...100_000_000).contains(evaluations) {
            throw ValidationError("--evaluations must be 1 to 100000000.")
        }
        if !(1...1_000_000).contains(patience) { throw ValidationError("--patience must be 1 or more.") }
        if !(1...1000).contains(folds) { throw ValidationError("--folds must be 1 to 1000.") }
    }

    /// About how many trials there are at the most, for progress.
    func work(units: Int, devices: Int) -> Int {
        let searches = folds > 1 ? min(folds, devices) + 1 : 1
        return searches * (evaluations ?? units * Tuning.evaluationsPerUnit)
    }
}

extension TuneEffort {
    /// Devices to hold out need others to search on.
    func expectEnoughDevices(_ task: TuneTask) throws {
        guard task.devices.count < 2, folds > 1 else { return }
        let name = task.sources.first?.name ?? ""
        throw Failure(
            status: 64,
            "\(name): error: found one device, expected at least two: tune chooses on "
                + "some devices and judges on the others; give more traces, or --folds 1 to hold nothing out")
    }

    /// The tuning that `desk` serves, on which something must be at stake on enough devices.
    func tuning(_ desk: TrialDesk) throws -> Tuning {
        let devices = desk.groups.devices.count
        let name = desk.task.sources.first?.name ?? ""
        if devices == 0 {
            throw Failure(
                status: 65,
                "\(name): error: found no device on which background fetches can gain, "
                    + "expected one (see 'fetchsched bench --policy none,clairvoyant')")
        }
        if devices == 1, folds > 1 {
            throw Failure(
                status: 65,
                "\(name): error: found one device on which background fetches can gain, expected at least two: "
                    + "tune chooses on some devices and judges on the others; give more traces, or --folds 1 to "
                    + "hold nothing out")
        }
        var tuning = Tuning(desk: desk, folds: folds)
        tuning.evaluations = evaluations
        tuning.patience = patience
        return tuning
    }
}
