import ArgumentParser
import FetchSim
import Foundation

/// Several values in one argument, separated by commas.
package struct CommaList<Element: ListElement>: ExpressibleByArgument {
    package var elements: [Element]

    package init(_ elements: [Element]) { self.elements = elements }

    package init?(argument: String) {
        elements = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let more = Element.elements(String(part)) else { return nil }
            elements += more
        }
    }

    package var defaultValueDescription: String { elements.map(\.text).joined(separator: ",") }
}

/// Exactly one of the values that a ``CommaList`` may have several of.
package struct Single<Element: ListElement>: ExpressibleByArgument {
    package var element: Element

    package init(_ element: Element) { self.element = element }

    package init?(argument: String) {
        guard let elements = Element.elements(argument), elements.count == 1 else { return nil }
        element = elements[0]
    }

    package var defaultValueDescription: String { element.text }
}

/// An element of a ``CommaList``.
package protocol ListElement: Sendable {
    /// The elements that one item of the list stands for; nil if it is not valid.
    static func elements(_ text: String) -> [Self]?
    var text: String { get }
}

/// The value of a fresh launch, in joules.
package struct Joules: ListElement {
    package var value: Double

    package init(value: Double) { self.value = value }

    /// Valid values, for the help and for errors about an option.
    package static let range = "above 0 to 1000000"

    package var isInRange: Bool { value > 0 && value <= 1e6 }

    package static func elements(_ text: String) -> [Joules]? {
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(text),
            Joules(value: value).isInRange
        else { return nil }
        return [Joules(value: value)]
    }

    package var text: String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}

/// A radio by name, or by the file that describes it.
package struct RadioArgument: ListElement {
    package var text: String

    package init(text: String) { self.text = text }

    /// Valid names, for the help and for errors about an option.
    package static var names: String { RadioProfile.all.map(\.name).joined(separator: ", ") }

    package static func elements(_ text: String) -> [RadioArgument]? {
        if text == "all" {
            return RadioProfile.all.filter { $0.name != RadioProfile.wired.name }.map {
                RadioArgument(text: $0.name)
            }
        }
        guard RadioProfile.named(text) != nil || text.hasSuffix(".json") else { return nil }
        return [RadioArgument(text: text)]
    }

    /// The file that describes it; nil for a built-in one.
    package var file: String? { RadioProfile.named(text) == nil ? text : nil }

    package func profile() throws -> RadioProfile {
        if let known = RadioProfile.named(text) { return known }
        return try ProfileFile.read(text, kind: "radio profile", like: .lte) { $0.fault }
    }
}

/// A fetch's costs apart from the radio, given by name or by a file that describes them.
package struct PowerArgument: ListElement {
    package var text: String

    package init(text: String) { self.text = text }

    package static func elements(_ text: String) -> [PowerArgument]? {
        guard PowerProfile.named(text) != nil || text.hasSuffix(".json") else { return nil }
        return [PowerArgument(text: text)]
    }

    /// The file that describes it; nil for a built-in one.
    package var file: String? { PowerProfile.named(text) == nil ? text : nil }

    package func profile() throws -> PowerProfile {
        if let known = PowerProfile.named(text) { return known }
        return try ProfileFile.read(text, kind: "power profile", like: .standard) { (profile: PowerProfile) in
            if let fault = profile.fault { return fault }
            return PowerProfile.named(profile.name) == nil
                ? nil : "the name \"\(profile.name)\" is that of a built-in profile, expected another one"
        }
    }
}
