import ArgumentParser
import FetchSched
import FetchSchedText
import FetchTrace
import Foundation

/// Options of the engine, for all subcommands that run it.
package struct EngineOptions: ParsableArguments {
    package init() {}

    @Option(
        help: ArgumentHelp(
            "Parameter file, one 'name = value' per line: valueJoules, and those of 'fetchsched list policies "
                + "adaptive'.",
            valueName: "file"),
        completion: .file())
    package var config: String?

    package var files: [String] { config.map { [$0] } ?? [] }

    package func settings() throws -> EngineSettings {
        var configuration = FetchConfiguration()
        guard let config else { return EngineSettings(configuration: configuration) }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: config))
        } catch {
            throw Failure(status: 66, "\(config): error: cannot read the parameter file")
        }
        // A value that no file can name shows whether this one names any.
        let usual = configuration.valueJoules
        configuration.valueJoules = -1
        do {
            try ParameterFile.apply(data, to: &configuration)
        } catch {
            throw Failure(status: 65, "\(config):\(error.line):\(error.column): error: \(error.explanation)")
        }
        guard configuration.valueJoules >= 0 else {
            configuration.valueJoules = usual
            return EngineSettings(configuration: configuration)
        }
        let value = configuration.valueJoules
        guard Joules(value: value).isInRange else {
            throw Failure(
                status: 65,
                "\(config): error: found valueJoules = \(DecimalText.text(value)), expected a number \(Joules.range)"
            )
        }
        return EngineSettings(configuration: configuration, valueJoules: value)
    }
}

package struct EngineSettings {
    package var configuration: FetchConfiguration
    /// The value of a fresh launch, where the file names it.
    package var valueJoules: Double?

    /// The worths of a fresh launch that are wanted: those given on the command line, else that of the file, else
    /// the usual ones.
    package func values(_ given: CommaList<Joules>?, else usual: [Double]) -> [Double] {
        given?.elements.map(\.value) ?? valueJoules.map { [$0] } ?? usual
    }
}

/// The radio and the value of a fresh launch, for subcommands that take one of each.
package struct SettingOptions: ParsableArguments {
    package init() {}

    @Option(
        help: ArgumentHelp(
            "Radio: \(RadioArgument.names), or the path of a .json profile.", valueName: "name"))
    package var radio = Single(RadioArgument(text: "lte"))

    @Option(
        help: ArgumentHelp(
            "Value of a fresh launch V, in joules, \(Joules.range) (default: --config, else 20).",
            valueName: "V"))
    package var value: Single<Joules>?

    package func value(_ settings: EngineSettings) -> Double {
        value?.element.value ?? settings.valueJoules ?? 20
    }
}

extension ParameterFileError {
    package var explanation: String {
        switch fault {
        case .noEqualsSign: return "found no '=', expected 'name = value'"
        case .unknownName(let name):
            return "found \(quoted(name)), expected "
                + NameHint.text(for: name, among: Parameter.inFiles.map(\.name))
                + " (see 'fetchsched list policies adaptive')"
        case .repeated(let parameter): return "found \(parameter.name) a second time, expected it once"
        case .noNumber(let text):
            return "found \(quoted(text)), expected a decimal number of at most 15 digits"
        case .outOfRange(let parameter):
            let range = parameter.range
            return "found a value that \(parameter.name) cannot have, expected one from "
                + "\(DecimalText.text(range.lowerBound)) to \(DecimalText.text(range.upperBound))"
        }
    }
}
