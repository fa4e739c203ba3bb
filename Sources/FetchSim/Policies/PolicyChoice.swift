import FetchSchedText

/// A policy with its settings, as named on the command line.
public struct PolicyChoice: Sendable {
    /// The whole name, as in `aligned-3600` or `nutch-300:increase=0.2`: what was set, in the order of the parameters.
    public let name: String
    /// The family's name.
    public let family: String
    /// Parameters that were set.
    public let settings: PolicySettings
    /// How it is run; nil for the bound.
    package let kind: PolicyFamily?
    /// The name with all values of the setting, as in `exec:mine {60/600}`, where a program is run for each of them.
    package private(set) var sweep: String?

    /// The bound, which is not a policy but is listed with them.
    public static let clairvoyant = "clairvoyant"
}

extension PolicyChoice {
    /// The family with those settings, which must be in range.
    public init(_ family: PolicyFamily, _ explicit: [String: Double] = [:]) {
        var name = family.name
        if let dial = family.dial, let value = explicit[dial.name] { name += "-" + DecimalText.text(value) }
        let others = family.parameters.filter { $0.name != family.dial?.name }.compactMap { parameter in
            explicit[parameter.name].map { "\(parameter.name)=\(DecimalText.text($0))" }
        }
        if !others.isEmpty { name += ":" + others.joined(separator: ",") }
        self.init(
            name: name, family: family.name, settings: PolicySettings(family, explicit), kind: family)
    }

    /// The bound.
    public static let bound = PolicyChoice(
        name: clairvoyant, family: clairvoyant, settings: PolicySettings(.none), kind: nil)

    /// The one policy that `text` names; nil if it names none or several, see ``list(_:)``.
    public init?(_ text: String) {
        guard let choices = try? Self.list(text), choices.count == 1 else { return nil }
        self = choices[0]
    }

    /// The policies that a list names:
    ///
    ///     list   = policy ("," policy)*
    ///     policy = family ["-" values] [":" setting ("," setting)*]     values after the dash set the dial
    ///     setting = parameter "=" values
    ///     values = number ("/" number)*                                 several stand for a policy each
    ///
    ///     policy = "exec:" command          a program; `\,` is a comma of the command; `{60/600}` is a number in its place
    ///                                       for a policy each
    ///
    /// - Parameter program: makes the policy that a command decides for; nil where there are no programs.
    /// - Throws: ``PolicyNameError``, which says what was found and expected.
    public static func list(
        _ text: String, program: ((_ command: String) -> PolicyFamily)? = nil
    ) throws(PolicyNameError) -> [PolicyChoice] {
        var items: [String] = []
        for part in PolicyListText.parts(of: text) {
            if part.contains("="), !part.contains(":"), let last = items.last, last.contains(":"),
                !last.hasPrefix(PolicyListText.exec)
            {
                items[items.count - 1] = last + "," + part
            } else {
                items.append(String(part.drop { $0 == " " }))
            }
        }
        var choices: [PolicyChoice] = []
        for item in items {
            if let program, item.hasPrefix(PolicyListText.exec) {
                let command = PolicyListText.command(of: item)
                guard command.contains(where: { !$0.isWhitespace }) else {
                    throw PolicyNameError(fault: .noCommand, text: item)
                }
                choices += PolicyListText.runs(of: command).map { run in
                    var choice = PolicyChoice(program(run.command))
                    choice.sweep = run.sweep.map(PolicyListText.item)
                    return choice
                }
            } else {
                choices += try policies(item)
            }
        }
        return choices
    }

    private static func policies(_ text: String) throws(PolicyNameError) -> [PolicyChoice] {
        if text == clairvoyant { return [.bound] }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let head = String(parts[0])
        let families = (PolicyFamily.all + PolicyFamily.ablations).filter {
            head == $0.name || head.hasPrefix($0.name + "-")
        }
        guard let family = families.max(by: { $0.name.count < $1.name.count }) else {
            if head.hasPrefix(clairvoyant + "-") {
                throw PolicyNameError(fault: .noDial(clairvoyant), text: text)
            }
            throw PolicyNameError(fault: .unknownPolicy, text: text)
        }
        var combinations: [[String: Double]] = [[:]]
        func sweep(_ parameter: PolicyParameter, _ values: some StringProtocol) throws(PolicyNameError) {
            var found: [Double] = []
            for value in values.split(separator: "/", omittingEmptySubsequences: false) {
                guard let number = DecimalText.value(value.utf8), parameter.range.contains(number) else {
                    throw PolicyNameError(fault: .wrongValue(parameter, String(value)), text: text)
                }
                found.append(number)
            }
            guard combinations.allSatisfy({ $0[parameter.name] == nil }) else {
                throw PolicyNameError(fault: .repeated(parameter), text: text)
            }
            combinations = combinations.flatMap { combination in
                found.map { combination.merging([parameter.name: $0]) { $1 } }
            }
        }
        if head != family.name {
            guard let dial = family.dial else {
                throw PolicyNameError(fault: .noDial(family.name), text: text)
            }
            try sweep(dial, head.dropFirst(family.name.count + 1))
        }
        if parts.count == 2 {
            for setting in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
                let sides = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(sides[0])
                guard sides.count == 2 else { throw PolicyNameError(fault: .noEqualsSign(name), text: text) }
                guard let parameter = family.parameters.first(where: { $0.name == name }) else {
                    throw PolicyNameError(fault: .unknownParameter(name, family), text: text)
                }
                try sweep(parameter, sides[1])
            }
        }
        return combinations.map { PolicyChoice(family, $0) }
    }
}

extension PolicyChoice {
    /// Whether the family's main parameter was set.
    var setsDial: Bool { kind?.dial.map { settings.explicit[$0.name] != nil } ?? false }

    /// The policy as one that is run once, whatever the values of a fresh launch: another setting of it varies.
    var atOneValue: PolicyChoice {
        PolicyChoice(
            name: name, family: family, settings: settings, kind: kind.map(\.atOneValue), sweep: sweep)
    }
}

extension PolicyChoice: Hashable {
    /// Policies of one name are the same.
    public static func == (one: PolicyChoice, other: PolicyChoice) -> Bool {
        one.name == other.name && one.settings == other.settings
    }

    /// See ``==(_:_:)``.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

/// An error in a policy's name.
public struct PolicyNameError: Error, Sendable {
    /// Kinds of errors.
    public enum Fault: Sendable {
        /// No policy has that name.
        case unknownPolicy
        /// A text follows the dash, but the family of that name has no setting.
        case noDial(String)
        /// The family has no such parameter.
        case unknownParameter(String, PolicyFamily)
        /// A setting has no `=`.
        case noEqualsSign(String)
        /// The value is no number, or the parameter's range does not hold it.
        case wrongValue(PolicyParameter, String)
        /// The parameter is set twice.
        case repeated(PolicyParameter)
        /// Nothing follows `exec:`.
        case noCommand
    }

    /// The kind of error.
    public let fault: Fault
    /// The name as it was found.
    public let text: String
}
