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

struct PresetsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets", abstract: "Lists the presets of 'fetchsched generate'.",
        discussion: """
            EXAMPLES
              fetchsched presets
            """)

    func run() async throws {
        let rows = GeneratorPreset.all.map { [$0.name, $0.summary] }
        try await Listing.print(Listing.text(["preset", "what it stresses"], rows))
    }
}

extension Listing {
    /// Writes a list to standard output; unlike the library's `print`, it says so if that fails.
    static func print(_ text: String) async throws {
        try await Failure.reporting { try AtomicFile(path: nil).deliver(text) }
    }
}
