import ArgumentParser
import FetchSim

/// `K/N`: the K-th of N shards.
struct ShardArgument: ExpressibleByArgument {
    let shard: PartialHeader.Shard

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
            let shard = PartialHeader.Shard(number, of: count)
        else { return nil }
        self.shard = shard
    }
}

/// Options of `bench` for a comparison that is cut into shards.
struct PartialOptions: ParsableArguments {
    @Option(
        name: .customLong("partial"),
        help: ArgumentHelp(
            "Write a partial result for 'fetchsched merge' instead of the result; - is standard output. See "
                + "docs/partial-format.md.",
            valueName: "file"),
        completion: .file(extensions: ["partial"]))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "With --partial: only shard K of N, chosen by a checksum of the device names.",
            valueName: "K/N"))
    var shard: ShardArgument?

    @Option(
        help: ArgumentHelp(
            "Name of the trace in the result (default: its path). With --partial, several files may be parts of "
                + "one trace.",
            valueName: "name"))
    var traceName: String?

    func name(of path: String) -> String { traceName ?? path }
}

extension BenchCommand {
    func validatePartial() throws {
        if partial.file == nil {
            if partial.shard != nil { throw ValidationError("--shard goes with --partial.") }
            if partial.traceName != nil, traces.count > 1 {
                throw ValidationError("--trace-name goes with one trace, or with --partial.")
            }
            return
        }
        if runOptions.output != "-" || summary || columns != nil || at != nil {
            throw ValidationError(
                "--output, --summary, --columns and --at go with 'fetchsched merge', not with --partial.")
        }
        if report != nil || !app.isEmpty {
            throw ValidationError("--report and --app do not go with --partial.")
        }
        if decisions != nil {
            throw ValidationError("--decisions does not go with --partial: run it once per shard.")
        }
    }
}
