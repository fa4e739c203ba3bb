import ArgumentParser
import FetchGenerate
import FetchOptions
import FetchReport
import FetchSim
import FetchTrace

struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists policies, radios, power profiles or presets.",
        discussion: """
            policies: what bench can compare, and what can be set about it. NAME-900 sets a policy's first parameter, \
            NAME:param=value,param=value any of them; several values separated by / stand for several policies.

            power-profiles: what a fetch costs beside the radio. A profile of your own is a JSON file with these keys: \
            name, source, runJoules, coldStartJoules, handlingJoulesPerMB, requestDownBytes, requestUpBytes, awakeWatts, \
            and, if wanted, aliveProcesses (all apps without it) and batteryJoules (69300).

            EXAMPLES
              fetchsched list policies
              fetchsched list policies nutch
              fetchsched list radios
              fetchsched bench trace.csv --policy nutch-0.2/0.4:min=300/900,adaptive
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case policies, radios
        case powerProfiles = "power-profiles"
        case presets
    }

    @Argument(help: "What to list: policies, radios, power-profiles or presets.")
    var kind: Kind

    @Argument(help: "A policy to tell all about.")
    var name: String?

    func validate() throws {
        if name != nil, kind != .policies {
            throw ValidationError("found a name, expected none but a policy's.")
        }
    }

    func run() async throws {
        let text =
            switch kind {
            case .policies: try PolicyListing.text(of: name, among: PolicyFamily.all)
            case .radios: radios
            case .powerProfiles: powerProfiles
            case .presets: Listing.presets(GeneratorPreset.all)
            }
        try await Listing.print(text)
    }

    private var radios: String {
        let rows = RadioProfile.all.map { radio in
            [
                radio.name, Figures.fixed(radio.wakeupJoules, decimals: 2),
                Figures.fixed(radio.tailSeconds, decimals: 1), Figures.fixed(radio.activeWatts, decimals: 2),
                Figures.plain(radio.downlinkMbps), radio.source,
            ]
        }
        return Listing.text(["radio", "wakeup J", "tail s", "active W", "Mbit/s", "source"], rows)
    }

    private var powerProfiles: String {
        let rows = PowerProfile.all.map { power in
            [
                power.name, Figures.plain(power.costs.runJoules), Figures.plain(power.costs.coldStartJoules),
                Figures.plain(power.costs.handlingJoulesPerMB), Figures.plain(power.costs.requestDownBytes),
                Figures.plain(power.costs.requestUpBytes), Figures.plain(power.costs.awakeWatts),
                power.costs.aliveProcesses.map(String.init) ?? "all", power.source,
            ]
        }
        let headers = ["profile", "run J", "cold J", "J/MB", "down B", "up B", "awake W", "alive", "source"]
        let legend = Wrapped.text(
            "run: each fetch; cold: more, if the app's process is not in memory; J/MB: handling what came; "
                + "down B, up B: a request beside its content; awake: while a fetch runs and no app is in the "
                + "foreground; alive: how many processes stay in memory.")
        return Listing.text(headers, rows) + "\n" + legend + "\n"
    }
}
