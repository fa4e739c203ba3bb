import ArgumentParser
import FetchReport
import FetchSim
import FetchTrace
import Foundation

/// How traces are read: what every verb that takes one offers.
struct ReadingOptions: ParsableArguments {
    @Flag(help: "Accept events out of order, and sort them by time.")
    var sort = false

    @Flag(help: "Ignore columns that trace format 1 does not know.")
    var ignoreUnknown = false

    /// How to read a trace event by event; disorder is an error unless the events are to be sorted.
    var options: TraceReader.Options {
        TraceReader.Options(ignoreUnknownColumns: ignoreUnknown, allowDisorder: sort)
    }

    /// The devices of the trace at `path`.
    func devices(_ path: String) throws -> [DeviceTrace] {
        let trace = try Trace.read(path: path, options: options, sort: sort)
        try trace.expectEvents()
        Self.warn(of: trace.longUses, in: trace.source)
        return DeviceTrace.devices(of: trace)
    }

    /// Says that uses of more than a day are cut.
    static func warn(of uses: LongUses, in trace: String) {
        if uses.count == 0 { return }
        let others = uses.count == 1 ? "" : ", as are \(uses.count - 1) more"
        Terminal.say(
            "\(escaped(trace)):\(uses.firstLine): warning: found a use of \(uses.firstDuration), expected one of a day "
                + "at most; it is cut to that\(others)")
    }
}

/// What fetches cost beside the radio: what every verb offers that replays a trace.
struct PowerOptions: ParsableArguments {
    @Option(
        name: .customLong("power-profile"),
        help: ArgumentHelp(
            "What a fetch costs beside the radio: default, low, high, radio-only, requests, or the path of a .json "
                + "profile; see 'fetchsched power-profiles'.",
            valueName: "name"))
    var power = Single(PowerArgument(text: "default"))

    /// What is read.
    var files: [String] { power.element.file.map { [$0] } ?? [] }

    /// The profile; reads it if it is a file.
    func profile() throws -> PowerProfile { try power.element.profile() }
}

/// How whole traces are replayed: what every verb that does so offers.
struct ReplayOptions: ParsableArguments {
    @OptionGroup var powerOptions: PowerOptions

    @Option(
        help: ArgumentHelp(
            "Days at the beginning of each device that are learned from, not scored; at most a third of it.",
            valueName: "days"))
    var warmup = 7.0

    @Flag(
        help:
            "Let hosts tell, at each look that finds something new, when the source changed, as a feed's entries do."
    )
    var contentTimes = false

    @Option(
        name: [.short, .long], help: ArgumentHelp("Workers at a time (default: all cores).", valueName: "n"))
    var jobs: Int?

    @Flag(name: [.short, .long], help: "No progress bar.")
    var quiet = false

    func validate() throws {
        guard warmup >= 0, warmup <= 36_500 else {
            throw ValidationError("--warmup must be 0 to 36500 days.")
        }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024.") }
    }

    /// The default rules with the warm-up and the power profile wanted; reads it if it is a file.
    func rules() throws -> SimulationRules {
        var rules = SimulationRules()
        rules.warmup = .seconds(warmup * 86_400)
        rules.power = try powerOptions.profile()
        rules.tellsContentTimes = contentTimes
        return rules
    }

    var workers: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

    /// Standard input can be read only once.
    static func expectOneStandardInput(_ traces: [String]) throws {
        if traces.filter({ $0 == "-" }).count > 1 {
            throw ValidationError("standard input can be read only once.")
        }
    }
}

/// How whole traces are replayed and where the result goes: what `bench` and `forecast` have in common.
struct RunOptions: ParsableArguments {
    @OptionGroup var replay: ReplayOptions

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write the result; - is standard output.", valueName: "file"),
        completion: .file())
    var output = "-"

    /// What is read beside the trace.
    var files: [String] { replay.powerOptions.files }

    func rules() throws -> SimulationRules { try replay.rules() }
    var workers: Int { replay.workers }
    var quiet: Bool { replay.quiet }

    /// How headlines are set off: in bold, on a terminal.
    func emphasis(_ text: String) -> String {
        output == "-" && Terminal.outputHasStyle ? Terminal.bold(text) : text
    }

    /// Standard input can be read only once.
    static func expectOneStandardInput(_ traces: [String]) throws {
        try ReplayOptions.expectOneStandardInput(traces)
    }
}
