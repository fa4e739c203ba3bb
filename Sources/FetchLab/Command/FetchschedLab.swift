import ArgumentParser
import FetchGenerate
import FetchCommandLine
import FetchReport
import FetchSim

/// The command `fetchsched-lab`, for those who work on the engine.
@main
struct FetchschedLab: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetchsched-lab",
        abstract: "Evaluate the engine's forecasts and its poller, fit habits, and compare traces.",
        discussion: """
            EXAMPLES
              fetchsched-lab forecast Datasets/commuter.csv
              fetchsched-lab fit phone.csv --output habits.json
              fetchsched-lab compare phone.csv twin.csv
              fetchsched-lab pollers --world all
              fetchsched-lab list presets

            EXIT STATUS
              1 two traces are not alike (compare); others as for fetchsched.
            """,
        version: "fetchsched-lab \(CommandRoot.version)",
        subcommands: [
            ForecastCommand.self, CompareCommand.self, FitCommand.self, PollersCommand.self,
            LabListCommand.self,
        ])

    static func main() async { await CommandRoot.run(FetchschedLab.self) }
}

struct LabListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the engine's ablations, the presets made to mislead it, or the worlds of pollers.",
        discussion: """
            'fetchsched bench --policy' takes the ablations, 'fetchsched generate --preset' the presets, and \
            'fetchsched-lab pollers --world' the worlds.

            EXAMPLES
              fetchsched-lab list policies
              fetchsched-lab list presets
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable { case policies, presets, worlds }

    @Argument(help: "Policies, presets or worlds.")
    var kind: Kind

    func run() async throws {
        switch kind {
        case .policies: try await Listing.print(PolicyListing.text(of: nil, among: PolicyFamily.ablations))
        case .presets: try await Listing.print(Listing.presets(GeneratorPreset.adversity))
        case .worlds:
            try await Listing.print(
                Listing.text(["world", "what happens"], PollerPreset.all.map { [$0.name, $0.summary] }))
        }
    }
}
