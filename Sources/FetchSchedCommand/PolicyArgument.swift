import ArgumentParser
import FetchSched
import FetchSim
import FetchTrace

/// A list of policies. What is wrong with it is said by ``choices()``, since an argument's own parsing can only say
/// that something is.
struct PolicyList: ExpressibleByArgument {
    /// As it was given.
    let text: String

    init(_ text: String) { self.text = text }

    init?(argument: String) { text = argument }

    var defaultValueDescription: String { text }

    /// The policies.
    func choices(option: String = "--policy") throws -> [PolicyChoice] {
        do {
            return try PolicyChoice.list(text)
        } catch {
            throw ValidationError("\(option): '\(error.text)': \(error.explanation)")
        }
    }
}

extension PolicyNameError {
    /// What was found, what was expected, and where to look.
    var explanation: String {
        switch fault {
        case .unknownPolicy:
            let names = PolicyFamily.all.map(\.name) + [PolicyChoice.clairvoyant]
            let family = String(text.prefix { $0 != ":" })
            return "found no such policy, expected \(NameHint.text(for: family, among: names)) "
                + "(see 'fetchsched policies')"
        case .unknownParameter(let name, let family):
            let names = family.parameters.map(\.name)
            guard !names.isEmpty else {
                return "found parameter \(quoted(name)), but \(family.name) has none"
            }
            return "found no parameter \(quoted(name)), expected \(NameHint.text(for: name, among: names)) "
                + "(see 'fetchsched policies \(family.name)')"
        case .noEqualsSign(let setting):
            return "found \(quoted(setting)), expected NAME=VALUE"
        case .wrongValue(let parameter, let value):
            let range = parameter.range
            return "found \(quoted(value)) for \(parameter.name), expected a number from "
                + "\(DecimalText.text(range.lowerBound)) to \(DecimalText.text(range.upperBound))"
        case .repeated(let parameter):
            return "found \(parameter.name) twice, expected it once"
        }
    }
}
