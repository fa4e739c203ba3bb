import FetchSched
import ArgumentParser
import FetchReport
import FetchSim
import FetchTrace
import FetchCommandLine

struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Test whether two traces are alike in statistics and in the results of policies.",
        discussion: """
            The first trace is one side; all others together are the other side, as are all devices of a \
            trace. Prints a line per criterion: fresh share without fetches within 0.03, log scores of \
            forecasts within 0.15 nats, shares of the bound within 0.04 and in the same order. See \
            docs/compare.md.

            EXAMPLES
              fetchsched-lab compare phone.csv twin.csv
              fetchsched-lab compare phone.csv twin-1.csv twin-2.csv twin-3.csv
              fetchsched-lab compare phone.csv twin.csv --policy none,adaptive --value 50

            EXIT STATUS
              0 all criteria pass; 1 one is missed; others as for fetchsched.
            """)

    /// Nothing, the engine, and rules that anybody would write first.
    static let defaultPolicies =
        "none,adaptive,one-recent-900,one-often-900,one-score-900,one-index-0.01"

    @Argument(
        help: "Two traces or more in trace format 1; - is standard input.",
        completion: .file(extensions: ["csv"]))
    var traces: [String]

    @Option(
        help: ArgumentHelp(
            "Policies; see 'fetchsched list policies' (default: \(PolicyList.spaced(defaultPolicies))).",
            valueName: "a,b,..."))
    var policy: PolicyList?

    @Option(
        help: ArgumentHelp(
            "Value of a fresh launch V, in joules, \(Joules.range) (default: --config, else 20,100).",
            valueName: "V,..."))
    var value: CommaList<Joules>?

    @Option(
        help: ArgumentHelp(
            "Radio: \(RadioArgument.names), or the path of a .json profile.", valueName: "name"))
    var radio = Single(RadioArgument(text: "lte"))

    @Option(help: ArgumentHelp("Random seed of the policies.", valueName: "n"))
    var seed: UInt64 = 1

    @OptionGroup var execOptions: ExecOptions
    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var runOptions: RunOptions
    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        guard traces.count >= 2 else {
            throw ValidationError("found \(traces.count) trace, expected two or more to compare.")
        }
        if try choices.contains(where: { $0.family == PolicyChoice.clairvoyant }) {
            throw ValidationError("--policy: leave out clairvoyant; the others are shares of its gain.")
        }
        try RunOptions.expectOneStandardInput(traces)
        try DistinctFiles.expect(
            inputs: traces + engineOptions.files + runOptions.files + (radio.element.file.map { [$0] } ?? []),
            outputs: [("--output", runOptions.output)])
    }

    func run() async throws {
        let isAlike = try await Failure.reporting {
            try await Interruption.ending { try await compare() }
        }
        if !isAlike { throw ExitCode(1) }
    }

    private var choices: [PolicyChoice] {
        get throws { try (policy ?? PolicyList(Self.defaultPolicies)).choices(exec: execOptions) }
    }

    /// Compares the traces, and says whether all criteria pass.
    private func compare() async throws -> Bool {
        let file = try AtomicFile(path: runOptions.output)
        defer { file.abandon() }
        let settings = try engineOptions.settings()
        var comparison = TraceComparison(
            first: try side([traces[0]]), second: try side(Array(traces.dropFirst())),
            policies: try choices)
        comparison.rules = try runOptions.rules()
        comparison.configuration = settings.configuration
        comparison.seed = seed
        comparison.values = settings.values(value, else: [20, 100])
        comparison.radio = try radio.element.profile()
        let progress = Progress("compare", total: comparison.work, unit: "events", isQuiet: runOptions.quiet)
        defer { progress.end() }
        let report = try await comparison.run(jobs: runOptions.workers) { progress.advance($0) }
        progress.end()
        try file.deliver(CompareTable.text(report, emphasis: runOptions.emphasis))
        return report.met == report.judged
    }

    private func side(_ paths: [String]) throws -> TraceComparison.Side {
        TraceComparison.Side(traces: paths, devices: try paths.flatMap { try reading.devices($0) })
    }
}
