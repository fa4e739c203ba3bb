import ArgumentParser
import FetchSched
import FetchTrace
import Foundation

/// What the engine is set to: what verbs that run it have in common.
struct EngineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Parameters of the engine, one 'name = value' a line, see 'fetchsched policies adaptive'.",
            valueName: "file"),
        completion: .file())
    var config: String?

    /// What is read.
    var files: [String] { config.map { [$0] } ?? [] }

    /// The engine's configuration; reads the file, if there is one.
    func configuration() throws -> Configuration {
        var configuration = Configuration()
        guard let config else { return configuration }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: config))
        } catch {
            throw Failure(status: 66, "\(config): error: cannot read the parameter file")
        }
        do {
            try ParameterFile.apply(data, to: &configuration)
        } catch {
            throw Failure(status: 65, "\(config):\(error.line):\(error.column): error: \(error.explanation)")
        }
        return configuration
    }
}

extension ParameterFileError {
    /// What was found, what was expected, and where to look.
    var explanation: String {
        switch fault {
        case .noEqualsSign: return "found no '=', expected 'name = value'"
        case .unknownName(let name):
            return "found \(quoted(name)), expected "
                + NameHint.text(for: name, among: (Parameter.all + Parameter.limits).map(\.name))
                + " (see 'fetchsched policies adaptive')"
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
