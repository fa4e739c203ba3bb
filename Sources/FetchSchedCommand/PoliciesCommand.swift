import ArgumentParser
import FetchReport
import FetchSched
import FetchSchedParameters
import FetchSim
import FetchTrace

struct PoliciesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policies",
        abstract: "Lists the policies that bench can compare, and what can be set about them.",
        discussion: """
            NAME-900 sets a policy's first parameter, NAME:param=value,param=value any of them; \
            several values separated by / stand for several policies.

            EXAMPLES
              fetchsched policies
              fetchsched policies nutch
              fetchsched bench trace.csv --policy nutch-0.2/0.4:min=300/900,adaptive
            """)

    @Argument(help: "A policy to tell all about.")
    var name: String?

    func run() async throws {
        try await Listing.print(try text)
    }

    private var text: String {
        get throws {
            guard let name else {
                return Listing.text(["policy", "what it does, and its parameters"], rows)
            }
            return try Self.text(of: name)
        }
    }

    private static func text(of name: String) throws -> String {
        guard let family = PolicyFamily.named(name) else {
            let names = PolicyFamily.all.map(\.name)
            throw ValidationError(
                "found no policy \(quoted(name)), expected \(NameHint.text(for: name, among: names)).")
        }
        var text = "\(family.name): \(family.summary)\n"
        if !family.source.isEmpty { text += "source: \(family.source)\n" }
        text = Wrapped.text(text)
        guard !family.parameters.isEmpty else { return text }
        return text + "\n"
            + Listing.text(["parameter", "default", "unit", "range", "what it is"], rows(family))
    }

    private var rows: [[String]] {
        let families = PolicyFamily.all.map { family in
            let tunable = Set(family.isEngine ? Parameter.tunable.map(\.name) : [])
            let own = family.parameters.filter { !tunable.contains($0.name) }
            var settings = own.map { "\($0.name)=\(DecimalText.text($0.defaultValue))" }
            if family.isEngine { settings.append("the engine's") }
            let name = family.dial == nil ? family.name : "\(family.name)-N"
            return [
                name, family.summary + (settings.isEmpty ? "" : " (\(settings.joined(separator: ", ")))"),
            ]
        }
        return families + [
            [PolicyChoice.clairvoyant, "the bound: what no scheduler can exceed"],
            ["exec:COMMAND", "a program that is told what happens and asked what to do"],
        ]
    }

    private static func rows(_ family: PolicyFamily) -> [[String]] {
        family.parameters.map { parameter in
            let range = parameter.range
            return [
                parameter.name, DecimalText.text(parameter.defaultValue), parameter.unit,
                "\(DecimalText.text(range.lowerBound)) to \(DecimalText.text(range.upperBound))",
                parameter.summary,
            ]
        }
    }
}
