import ArgumentParser
import FetchReport
import FetchSim
import FetchTrace

struct RadiosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radios", abstract: "Lists the built-in radio profiles.",
        discussion: """
            EXAMPLES
              fetchsched radios
            """)

    func run() {
        let rows = RadioProfile.all.map { radio in
            [
                radio.name, Figures.fixed(radio.wakeupJoules, decimals: 2),
                Figures.fixed(radio.tailSeconds, decimals: 1), Figures.fixed(radio.activeWatts, decimals: 2),
                Figures.plain(radio.downlinkMbps), radio.source,
            ]
        }
        let headers = ["radio", "wakeup J", "tail s", "active W", "Mbit/s", "source"]
        print(Listing.text(headers, rows), terminator: "")
    }
}

struct PresetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets", abstract: "Lists the presets of 'fetchsched generate'.",
        discussion: """
            EXAMPLES
              fetchsched presets
            """)

    func run() {
        let rows = GeneratorPreset.all.map { [$0.name, $0.summary] }
        print(Listing.text(["preset", "what it stresses"], rows), terminator: "")
    }
}
