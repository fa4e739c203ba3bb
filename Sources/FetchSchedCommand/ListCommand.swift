import ArgumentParser
import FetchGenerate
import FetchCommandLine
import FetchReport
import FetchSim
import FetchTrace

struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List policies, radios, power profiles or presets.",
        discussion: """
            policies: those that bench can compare, with their parameters. NAME-900 sets a policy's main parameter, \
            NAME:param=value,param=value any of them. Several values separated by / mean several policies.

            power-profiles: the energy of a fetch beyond the radio. Your own profile is a JSON file with \
            the keys name, source, runJoules, coldStartJoules, handlingJoulesPerMB, requestDownBytes, \
            requestUpBytes, awakeWatts, and optionally aliveProcesses (default: all apps) and \
            batteryJoules (default: 69300).

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

    @Argument(help: "Policies, radios, power-profiles or presets.")
    var kind: Kind

    @Argument(help: "Describe this policy in full.")
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
            case .presets: Listing.presets(GeneratorPreset.all + GeneratorPreset.adversity)
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
