import FetchSim
import FetchCommandLine

extension BenchCommand {
    /// A sensible handful: nothing, two simple rules each over a range, the engine, and the bound.
    static let defaultPolicies =
        "none,aligned-7200,jobscheduler-14400,piggyback-14400,lambdacrawl-20,one-recent-3600,one-index-0.003/0.01/0.03,adaptive,clairvoyant"

    /// Default policies for servers, which have no radio to share: crawlers and feed readers.
    static let serverPolicies = "none,aligned-3600,nutch,lambdacrawl,miniflux,commafeed,adaptive,clairvoyant"

    /// The policies to compare if none are named.
    static func defaultPolicies(_ radios: [RadioProfile]) -> String {
        radios.allSatisfy(\.isAlwaysOn) ? serverPolicies : defaultPolicies
    }

    var choices: [PolicyChoice] {
        get throws {
            try (policy ?? PolicyList(Self.defaultPolicies(try radioProfiles))).choices(exec: execOptions)
        }
    }

    var radioProfiles: [RadioProfile] { get throws { try radio.elements.map { try $0.profile() } } }

    var hasEngine: Bool { get throws { try choices.contains { $0.family == "adaptive" } } }

    /// The rivals of which the best is found in hindsight, where one is named.
    var rivals: [PolicyChoice] {
        get throws {
            guard format == .table || report != nil, app.isEmpty else { return [] }
            return PartialTask.rivals(try choices, named: policy?.text, try radioProfiles)
        }
    }
}
