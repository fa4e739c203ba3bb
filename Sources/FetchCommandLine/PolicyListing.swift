import ArgumentParser
import FetchGenerate
import FetchReport
import FetchSchedText
import FetchSim
import FetchTrace

package enum PolicyListing {
    /// A list of the families, or all about the one of that name.
    package static func text(of name: String?, among families: [PolicyFamily]) throws -> String {
        guard let name else {
            return Listing.text(
                ["policy", "description (parameters)"],
                families.map(row) + [
                    [PolicyChoice.clairvoyant, "upper bound, which no scheduler can exceed"],
                    ["exec:COMMAND", "your own program; see docs/exec-policy.md"],
                ])
        }
        guard let family = families.first(where: { $0.name == name }) else {
            throw ValidationError(
                "found no policy \(quoted(name)), expected \(NameHint.text(for: name, among: families.map(\.name)))."
            )
        }
        var text = "\(family.name): \(family.summary)\n"
        if !family.source.isEmpty { text += "source: \(family.source)\n" }
        text = Wrapped.text(text)
        guard !family.parameters.isEmpty else { return text }
        return text + "\n"
            + Listing.text(
                ["parameter", "default", "unit", "range", "meaning"], family.parameters.map(row))
    }

    private static func row(_ family: PolicyFamily) -> [String] {
        let tunable = Set(family.isEngine ? Parameter.tunable.map(\.name) : [])
        let own = family.parameters.filter { !tunable.contains($0.name) }
        var settings = own.map { "\($0.name)=\(DecimalText.text($0.defaultValue))" }
        if family.isEngine { settings.append("the engine's") }
        let name = family.dial == nil ? family.name : "\(family.name)-N"
        return [name, family.summary + (settings.isEmpty ? "" : " (\(settings.joined(separator: ", ")))")]
    }

    private static func row(_ parameter: PolicyParameter) -> [String] {
        let range = parameter.range
        return [
            parameter.name, DecimalText.text(parameter.defaultValue), parameter.unit,
            "\(DecimalText.text(range.lowerBound)) to \(DecimalText.text(range.upperBound))",
            parameter.summary,
        ]
    }
}

extension Listing {
    package static func presets(_ presets: [GeneratorPreset]) -> String {
        text(["preset", "purpose"], presets.map { [$0.name, $0.summary] })
    }

    /// Writes a list to standard output; unlike the library's `print`, it says so if that fails.
    package static func print(_ text: String) async throws {
        try await Failure.reporting { try AtomicFile(path: nil).deliver(text) }
    }
}
