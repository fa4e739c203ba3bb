import ArgumentParser
import FetchCommandLine
import FetchReport
import FetchTrace
import Foundation

struct PollersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pollers",
        abstract: "Compare the engine's Poller with rules of feed readers and crawlers on bad days.",
        usage: "fetchsched-lab pollers [<options>]",
        discussion: """
            Each world is four weeks of sources that change, drawn from the seed, and of one kind of trouble: servers that \
            refuse, outages, sleep, silent and dead sources, announcements, restarts, a wrong clock. 'poller' is told the number \
            of requests a day; every other rule gets the one setting at which it makes as many. See docs/pollers.md.

            EXAMPLES
              fetchsched-lab pollers
              fetchsched-lab pollers --world good,host-down --policy poller,careful,fixed
              fetchsched-lab pollers --world all --requests 1200 --seed 2 --format csv
              fetchsched-lab list worlds
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case table, csv, json }

    @Option(
        help: ArgumentHelp("Worlds; see 'fetchsched-lab list worlds' (default: each).", valueName: "a,b,..."))
    var world: CommaList<Named<PollerPreset>>?

    @Option(
        help: ArgumentHelp(
            "Policies: \(Named<PollerContender>.names.joined(separator: ", ")) (default: each).",
            valueName: "a,b,..."))
    var policy: CommaList<Named<PollerContender>>?

    @Option(
        help: ArgumentHelp("Requests a day, 1 to 1000000 (default: as the world has it).", valueName: "n"))
    var requests: Double?

    @Option(help: ArgumentHelp("Random seed of worlds and policies.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(help: "Output format.")
    var format = Format.table

    @Option(
        name: [.short, .long], help: ArgumentHelp("Output file; - is standard output.", valueName: "file"),
        completion: .file())
    var output = "-"

    @Option(
        name: [.short, .long], help: ArgumentHelp("Parallel workers (default: all cores).", valueName: "n"))
    var jobs: Int?

    @Flag(name: [.short, .long], help: "Hide the progress bar.")
    var quiet = false

    func validate() throws {
        if let requests, !(1...1e6).contains(requests) {
            throw ValidationError("--requests must be 1 to 1000000.")
        }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024.") }
    }

    func run() async throws {
        try await Failure.reporting {
            try await Interruption.ending { try await compare() }
        }
    }

    private func compare() async throws {
        let file = try AtomicFile(path: output)
        defer { file.abandon() }
        var bench = PollerBench()
        if let world { bench.presets = world.elements.map(\.value) }
        if let policy { bench.contenders = policy.elements.map(\.value) }
        (bench.perDay, bench.seed) = (requests, seed)
        let progress = Progress("pollers", total: bench.work, unit: "replays", isQuiet: quiet)
        defer { progress.end() }
        let workers = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        let reports = try await bench.run(jobs: workers) { progress.advance($0) }
        progress.end()
        switch format {
        case .csv: try file.deliver(PollerTables.csv(reports))
        case .json: try file.deliver(PollerTables.json(reports))
        case .table:
            let isBold = output == "-" && Terminal.outputHasStyle
            try file.deliver(PollerTables.text(reports) { isBold ? Terminal.bold($0) : $0 })
        }
    }
}

/// One of a list of things with names.
struct Named<Value: NamedValue>: ListElement {
    let value: Value

    static var names: [String] { Value.all.map(\.name) }
    static func elements(_ text: String) -> [Named]? {
        Value.all.first { $0.name == text }.map { [Named(value: $0)] }
    }
    var text: String { value.name }
}

protocol NamedValue: Sendable {
    static var all: [Self] { get }
    var name: String { get }
    var summary: String { get }
}

extension PollerPreset: NamedValue {}
extension PollerContender: NamedValue {}
