import ArgumentParser
import FetchSim
import FetchTrace
import FetchCommandLine

/// Which models' forecasts are scored.
struct ModelOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Models: \(names.joined(separator: ", ")), each with parameters of the engine as in adaptive:name=value; "
                + "several are compared with the first. May be given several times.",
            valueName: "a,b,..."))
    var model = [PolicyList("adaptive")]

    private static var names: [String] { ForecastBench.families.map(\.name) }

    /// The models named.
    var models: [PolicyChoice] {
        get throws { try model.flatMap(Self.models) }
    }

    private static func models(_ list: PolicyList) throws -> [PolicyChoice] {
        let choices: [PolicyChoice]
        do {
            choices = try PolicyChoice.list(list.text)
        } catch {
            guard case .unknownPolicy = error.fault else {
                throw ValidationError("--model: '\(printable(error.text))': \(printable(error.explanation))")
            }
            throw unknown(error.text, "found no such model")
        }
        for choice in choices where choice.kind?.changeOfForecasts == nil {
            throw unknown(choice.name, "found a policy that has no forecasts, or those of adaptive")
        }
        return choices
    }

    private static func unknown(_ text: String, _ fault: String) -> ValidationError {
        let family = String(text.prefix { $0 != ":" })
        return ValidationError(
            "--model: '\(text)': \(fault), expected \(NameHint.text(for: family, among: names)) "
                + "(see 'fetchsched list policies')")
    }
}
