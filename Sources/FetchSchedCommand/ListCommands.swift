import ArgumentParser
import FetchReport
import FetchSim
import FetchTrace

struct RadiosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radios", abstract: "Lists the built-in radio profiles.",
        discussion: """
            EXAMPLES
              fetchsched radios
            """)

    func run() async throws {
        let rows = RadioProfile.all.map { radio in
            [
                radio.name, Figures.fixed(radio.wakeupJoules, decimals: 2),
                Figures.fixed(radio.tailSeconds, decimals: 1), Figures.fixed(radio.activeWatts, decimals: 2),
                Figures.plain(radio.downlinkMbps), radio.source,
            ]
        }
        let headers = ["radio", "wakeup J", "tail s", "active W", "Mbit/s", "source"]
        try await Listing.print(Listing.text(headers, rows))
    }
}

struct PowerProfilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "power-profiles",
        abstract: "Lists the built-in power profiles: what a fetch costs beside the radio.",
        discussion: """
            A profile of your own is a JSON file with these keys: name, source, runJoules, coldStartJoules, \
            handlingJoulesPerMB, requestDownBytes, requestUpBytes, awakeWatts, and, if wanted, aliveProcesses (all \
            apps without it) and batteryJoules (69300).

            EXAMPLES
              fetchsched power-profiles
              fetchsched bench trace.csv --power-profile high
            """)

    func run() async throws {
        let rows = PowerProfile.all.map { power in
            [
                power.name, Figures.plain(power.costs.runJoules), Figures.plain(power.costs.coldStartJoules),
                Figures.plain(power.costs.handlingJoulesPerMB), Figures.plain(power.costs.requestDownBytes),
                Figures.plain(power.costs.requestUpBytes), Figures.plain(power.costs.awakeWatts),
                power.costs.aliveProcesses.map(String.init) ?? "all", power.source,
            ]
        }
        let headers = [
            "profile", "run J", "cold J", "J/MB", "down B", "up B", "awake W", "alive", "source",
        ]
        let legend = Wrapped.text(
            "run: each fetch; cold: more, if the app's process is not in memory; J/MB: handling what came; "
                + "down B, up B: a request beside its content; awake: while a fetch runs and no app is in the "
                + "foreground; alive: how many processes stay in memory.")
        try await Listing.print(Listing.text(headers, rows) + "\n" + legend + "\n")
    }
}

struct PresetsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets", abstract: "Lists the presets of 'fetchsched generate'.",
        discussion: """
            EXAMPLES
              fetchsched presets
            """)

    func run() async throws {
        let rows = GeneratorPreset.available.map { [$0.name, $0.summary] }
        try await Listing.print(Listing.text(["preset", "what it stresses"], rows))
    }
}

extension Listing {
    /// Writes a list to standard output; unlike the library's `print`, it says so if that fails.
    static func print(_ text: String) async throws {
        try await Failure.reporting { try AtomicFile(path: nil).deliver(text) }
    }
}
