import ArgumentParser
import FetchSim
import Foundation

/// Several values in one argument, separated by commas.
struct CommaList<Element: ListElement>: ExpressibleByArgument {
    var elements: [Element]

    init(_ elements: [Element]) { self.elements = elements }

    init?(argument: String) {
        elements = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let more = Element.elements(String(part)) else { return nil }
            elements += more
        }
    }

    var defaultValueDescription: String { elements.map(\.text).joined(separator: ",") }
}

/// Exactly one of the values that a ``CommaList`` may have several of.
struct Single<Element: ListElement>: ExpressibleByArgument {
    var element: Element

    init(_ element: Element) { self.element = element }

    init?(argument: String) {
        guard let elements = Element.elements(argument), elements.count == 1 else { return nil }
        element = elements[0]
    }

    var defaultValueDescription: String { element.text }
}

/// What can stand in a ``CommaList``.
protocol ListElement: Sendable {
    /// What one item of the list stands for; nil if it is not valid.
    static func elements(_ text: String) -> [Self]?
    var text: String { get }
}

/// The worth of a fresh launch, in joules.
struct Joules: ListElement {
    var value: Double

    static func elements(_ text: String) -> [Joules]? {
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(text),
            value > 0, value <= 1e6
        else { return nil }
        return [Joules(value: value)]
    }

    var text: String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}

/// A radio by name, or by the file that describes it.
struct RadioArgument: ListElement {
    var text: String

    static func elements(_ text: String) -> [RadioArgument]? {
        if text == "all" { return RadioProfile.all.map { RadioArgument(text: $0.name) } }
        guard RadioProfile.named(text) != nil || text.hasSuffix(".json") else { return nil }
        return [RadioArgument(text: text)]
    }

    /// The file that describes it; nil for a built-in one.
    var file: String? { RadioProfile.named(text) == nil ? text : nil }

    /// The profile; reads it if it is a file.
    func profile() throws -> RadioProfile {
        if let known = RadioProfile.named(text) { return known }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: text))
        } catch {
            throw Failure(status: 66, "\(text): error: cannot read the radio profile")
        }
        do {
            let profile = try JSONDecoder().decode(RadioProfile.self, from: data)
            if let fault = profile.fault { throw Failure(status: 65, "\(text): error: \(fault)") }
            return profile
        } catch let error as DecodingError {
            throw Failure(status: 65, "\(text): error: not a radio profile: \(error.shortText)")
        }
    }
}

extension DecodingError {
    /// What is wrong, with the path of keys to it.
    fileprivate var shortText: String {
        switch self {
        case .keyNotFound(let key, let context): "\"\(key.stringValue)\" is missing\(place(context))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.debugDescription)\(place(context))"
        case .dataCorrupted(let context): "\(context.debugDescription)\(place(context))"
        @unknown default: "it cannot be decoded"
        }
    }

    private func place(_ context: Context) -> String {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "" : " in \"\(path)\""
    }
}
