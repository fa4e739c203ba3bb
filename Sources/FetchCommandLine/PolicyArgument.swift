import ArgumentParser
import FetchSchedText
import FetchSim
import FetchTrace

/// A list of policies. What is wrong with it is said by ``choices()``, since an argument's own parsing can only say
/// that something is.
package struct PolicyList: ExpressibleByArgument {
    /// As it was given.
    package let text: String

    package init(_ text: String) { self.text = text }

    package init?(argument: String) { text = argument }

    package var defaultValueDescription: String { text }

    /// Adds a blank after each comma, so that help can break the list into lines.
    package static func spaced(_ text: String) -> String {
        text.split(separator: ",").joined(separator: ", ")
    }

    /// The policies.
    ///
    /// - Parameter exec: how programs are run; the default only says which policies are meant.
    package func choices(option: String = "--policy", exec: ExecOptions? = nil) throws -> [PolicyChoice] {
        do {
            return try PolicyChoice.list(text) { .exec($0, answerSeconds: exec?.answerWithin ?? 10) }
        } catch {
            throw ValidationError("\(option): '\(printable(error.text))': \(printable(error.explanation))")
        }
    }
}

/// How the programs of `exec:COMMAND` are run: what every verb offers that takes policies.
package struct ExecOptions: ParsableArguments {
    package init() {}

    @Option(
        help: ArgumentHelp(
            "Longest wait for an answer of exec:COMMAND; see docs/exec-policy.md.",
            valueName: "seconds"))
    package var answerWithin = 10.0

    package func validate() throws {
        guard answerWithin > 0, answerWithin <= 86_400 else {
            throw ValidationError("--answer-within must be above 0 and at most 86400 seconds.")
        }
    }
}

extension PolicyNameError {
    /// The found text, the expected one, and where to look.
    package var explanation: String {
        switch fault {
        case .unknownPolicy:
            let names = PolicyFamily.all.map(\.name) + [PolicyChoice.clairvoyant, PolicyListText.exec]
            let family = String(text.prefix { $0 != ":" })
            return "found no such policy, expected \(NameHint.text(for: family, among: names)) "
                + "(see 'fetchsched list policies')"
        case .noDial(let family):
            return
                "found no such policy, as \(family) has no main parameter; other parameters are set after a colon "
                + "(see 'fetchsched list policies \(family)')"
        case .unknownParameter(let name, let family):
            let names = family.parameters.map(\.name)
            guard !names.isEmpty else {
                return "found parameter \(quoted(name)), but \(family.name) has none"
            }
            return "found no parameter \(quoted(name)), expected \(NameHint.text(for: name, among: names)) "
                + "(see 'fetchsched list policies \(family.name)')"
        case .noEqualsSign(let setting):
            return "found \(quoted(setting)), expected NAME=VALUE"
        case .wrongValue(let parameter, let value):
            let range = parameter.range
            return "found \(quoted(value)) for \(parameter.name), expected a number from "
                + "\(DecimalText.text(range.lowerBound)) to \(DecimalText.text(range.upperBound))"
        case .noCommand: return "found no command, expected exec:COMMAND (see docs/exec-policy.md)"
        case .repeated(let parameter):
            return "found \(parameter.name) twice, expected it once"
        }
    }
}
