import ArgumentParser
import FetchSim
import FetchTrace
import Foundation

/// How traces are read: what every verb that takes one offers.
package struct ReadingOptions: ParsableArguments {
    package init() {}

    @Flag(help: "Accept events out of order and sort them by time.")
    package var sort = false

    @Flag(help: "Ignore unknown columns.")
    package var ignoreUnknown = false

    /// How to read a trace event by event; disorder is an error unless the events are to be sorted.
    package var options: TraceReader.Options {
        TraceReader.Options(ignoreUnknownColumns: ignoreUnknown, allowDisorder: sort)
    }

    package func devices(_ path: String) throws -> [DeviceTrace] {
        let trace = try Trace.read(path: path, options: options, sort: sort)
        try trace.expectEvents()
        Self.warn(of: trace.longUses, in: trace.source)
        return DeviceTrace.devices(of: trace)
    }

    /// Says that uses of more than a day are cut.
    package static func warn(of uses: LongUses, in trace: String) {
        if uses.count == 0 { return }
        let others = uses.count == 1 ? "" : ", as are \(uses.count - 1) more"
        Terminal.say(
            "\(escaped(trace)):\(uses.firstLine): warning: found a use of \(uses.firstDuration), expected one of a day "
                + "at most; it is cut to that\(others)")
    }
}

/// Options for the costs of fetches apart from the radio, for every subcommand that replays a trace.
package struct PowerOptions: ParsableArguments {
    package init() {}

    @Option(
        name: .customLong("power-profile"),
        help: ArgumentHelp(
            "Energy of a fetch beyond the radio: default, low, high, radio-only, requests, or the path of a .json "
                + "profile; see 'fetchsched list power-profiles'.",
            valueName: "name"))
    package var power = Single(PowerArgument(text: "default"))

    package var files: [String] { power.element.file.map { [$0] } ?? [] }

    package func profile() throws -> PowerProfile { try power.element.profile() }
}

/// How whole traces are replayed: what every verb that does so offers.
package struct ReplayOptions: ParsableArguments {
    package init() {}

    @OptionGroup package var powerOptions: PowerOptions

    @Option(
        help: ArgumentHelp(
            "Days at the start of each device that are not scored; at most a third.",
            valueName: "days"))
    package var warmup = 7.0

    @Option(
        help: ArgumentHelp(
            "Age of an update at which a launch that misses it is worth half a fresh one, in hours; 0: it is worth nothing "
                + "(default: --config, else 0).",
            valueName: "hours"))
    package var halfLife: Double?

    @Option(
        help: ArgumentHelp(
            "Seconds between two uses of the radio, 0.5 s each, by the app in the foreground; 0: none after its launch.",
            valueName: "seconds"))
    package var foregroundTraffic = 10.0

    @Flag(
        help:
            "Tell policies when content changed, as the dates of feed entries would."
    )
    package var contentTimes = false

    @Option(
        name: [.short, .long], help: ArgumentHelp("Parallel workers (default: all cores).", valueName: "n"))
    package var jobs: Int?

    @Flag(name: [.short, .long], help: "Hide the progress bar.")
    package var quiet = false

    package func validate() throws {
        guard warmup >= 0, warmup <= 36_500 else {
            throw ValidationError("--warmup must be 0 to 36500 days.")
        }
        if let halfLife, !(0...720).contains(halfLife) {
            throw ValidationError("--half-life must be 0 to 720 hours.")
        }
        guard foregroundTraffic == 0 || (1...86_400).contains(foregroundTraffic) else {
            throw ValidationError("--foreground-traffic must be 0 or 1 to 86400 seconds.")
        }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024.") }
    }

    /// The default rules with the warm-up and the power profile wanted; reads it if it is a file.
    package func rules(_ settings: EngineSettings? = nil) throws -> SimulationRules {
        var rules = SimulationRules()
        rules.staleHalfLife =
            halfLife.map { .seconds($0 * 3600) } ?? settings?.configuration.staleHalfLife ?? .zero
        rules.warmup = .seconds(warmup * 86_400)
        rules.power = try powerOptions.profile()
        rules.tellsContentTimes = contentTimes
        rules.burstPeriod = .seconds(foregroundTraffic)
        return rules
    }

    package var workers: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}

/// How whole traces are replayed and where the result goes: what `bench` and `forecast` have in common.
package struct RunOptions: ParsableArguments {
    package init() {}

    @OptionGroup package var replay: ReplayOptions

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Output file; - is standard output.", valueName: "file"),
        completion: .file())
    package var output = "-"

    /// Files that are read in addition to the trace.
    package var files: [String] { replay.powerOptions.files }

    package func rules(_ settings: EngineSettings? = nil) throws -> SimulationRules {
        try replay.rules(settings)
    }
    package var workers: Int { replay.workers }
    package var quiet: Bool { replay.quiet }

    /// How headlines are set off: in bold, on a terminal.
    package func emphasis(_ text: String) -> String {
        output == "-" && Terminal.outputHasStyle ? Terminal.bold(text) : text
    }

    package static func expectOneStandardInput(_ traces: [String]) throws {
        if traces.filter({ $0 == "-" }).count > 1 {
            throw ValidationError("standard input can be read only once.")
        }
    }
}
