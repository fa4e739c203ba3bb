import ArgumentParser
import FetchSim
import FetchTrace
import Foundation
import FetchCommandLine

struct MergeCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge partial results into the output of one bench run.",
        usage: "fetchsched merge <files> ... [--devices <n>] [<options>]",
        discussion: """
            Reads what 'fetchsched bench --partial' wrote for each shard of the devices, in any order. \
            Prints, byte for byte, what bench prints for all of them. If a shard is missing, repeated, \
            damaged or made with other settings, merge names it and prints nothing else (exit status 65).

            Shards made with --shard K/N carry their number. For others, state the number of shards or \
            devices, because merge cannot see a missing one. docs/partial-format.md describes the \
            files.

            EXAMPLES
              fetchsched bench corpus.csv --shard 1/2 --partial 1.partial
              fetchsched bench corpus.csv --shard 2/2 --partial 2.partial
              fetchsched merge 1.partial 2.partial
              fetchsched merge *.partial --format json --output result.json
              fetchsched merge part-* --devices 2000
            """)

    @Argument(
        help: "Partial results, one or more per file; - is standard input.",
        completion: .file(extensions: ["partial"]))
    var files: [String]

    @Option(help: ArgumentHelp("Expected number of devices, over all traces.", valueName: "n"))
    var devices: Int?

    @Option(help: ArgumentHelp("Expected number of partial results.", valueName: "n"))
    var shards: Int?

    @Flag(help: "Merge an incomplete set, and list the missing shards on standard error.")
    var allowMissing = false

    @Option(help: "Output format.")
    var format = BenchOutput.Format.table

    @Option(
        help: ArgumentHelp(
            "Table columns, by name or key; all, or see 'fetchsched bench --columns help'.",
            valueName: "a,b,..."))
    var columns: ColumnList?

    @Flag(help: "Print one line per trace, radio and value instead of full tables; for curves one table.")
    var summary = false

    @Option(
        help: ArgumentHelp(
            "Share of fresh launches at which --summary compares energies of curves (default: 0.9).",
            valueName: "share"))
    var at: Double?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Output file; - is standard output.", valueName: "file"),
        completion: .file())
    var output = "-"

    func validate() throws {
        try BenchOutput.validate(format: format, summary: summary, columns: columns, curve: false)
        try BenchOutput.validate(at: at)
        if at != nil, !summary { throw ValidationError("--at goes with --summary.") }
        for (name, number) in [("--devices", devices), ("--shards", shards)] {
            if let number, number < 1 { throw ValidationError("\(name) must be at least 1.") }
        }
        try RunOptions.expectOneStandardInput(files)
        try DistinctFiles.expect(inputs: files, outputs: [("--output", output)])
    }

    func perform() async throws {
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        let set = try PartialSet(files)
        try expectForm(set.task)
        try set.expectComplete(devices: devices, shards: shards, allowMissing: allowMissing)
        let printed = BenchOutput(
            format: format, summary: summary, columns: columns, at: at, command: set.command,
            emphasis: { output == "-" && Terminal.outputHasStyle ? Terminal.bold($0) : $0 })
        for trace in set.traces {
            TraceNotes.sayWhetherFetchable(set.merge.hasFetchableApp(in: trace), trace)
        }
        if set.task.curve != nil {
            try file.deliver(printed.text(set.merge.curves(set.traces)))
            return
        }
        var reports: [[BenchReport]] = []
        var others: [[BenchReport]] = []
        for trace in set.traces {
            let found = set.merge.reports(of: "bench", trace: trace)
            reports.append(found)
            let best = found.compactMap(\.bestRival).compactMap { PolicyChoice($0.policy) }
            let shown = BenchCommand.underOtherProfiles(set.task.bench, rivals: best)
            others.append(
                set.task.profiles.flatMap { set.merge.reports(of: $0.name, trace: trace, shown: shown) })
        }
        try file.deliver(printed.text(reports, others))
    }

    /// Expects that there is what the form wanted needs.
    private func expectForm(_ task: PartialTask) throws {
        if task.curve != nil {
            if columns != nil {
                throw Failure(status: 64, "Error: found curves, which --columns does not go with.")
            }
            return
        }
        if at != nil { throw Failure(status: 64, "Error: --at goes with curves, found a comparison.") }
        if format == .table, !task.hasTable {
            throw Failure(
                status: 64,
                "Error: these partial results were made for --format json and csv: say one of them, or repeat bench "
                    + "with --partial and --format table.")
        }
        if summary, !task.bench.policies.contains(where: { $0.family == "adaptive" }) {
            throw Failure(
                status: 64,
                "Error: --summary compares adaptive with baselines, but was not among the policies.")
        }
    }
}
