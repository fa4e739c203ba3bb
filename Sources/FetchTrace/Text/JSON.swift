/// A JSON text (RFC 8259) whose keys stand in the order in which they are written.
///
///     JSON.object(["trace": .text(path), "days": .shortest(days), "apps": .rows(apps.map(row))])
///
/// Foundation's `JSONEncoder` writes keys sorted or in any order; outputs would lose the order of their contracts.
package struct JSON: Sendable {
    package let text: String

    /// Takes a text that is JSON.
    package init(text: String) { self.text = text }

    /// An absent value.
    package static let null = JSON(text: "null")

    /// A text; null for none.
    package static func text(_ text: String?) -> JSON { text.map { JSON(text: quoted($0)) } ?? .null }

    /// A number in the shortest form that reads back as the same bits; null for what JSON has no number for.
    package static func shortest(_ value: Double) -> JSON {
        if !value.isFinite { return .null }
        guard let whole = Int64(exactly: value), whole.magnitude < 1_000_000_000_000_000,
            whole != 0 || value.sign == .plus
        else { return JSON(text: "\(value)") }
        return .whole(whole)
    }

    /// A whole number; null for none.
    package static func whole(_ value: (some BinaryInteger)?) -> JSON {
        value.map { JSON(text: "\($0)") } ?? .null
    }

    /// True or false; null for neither.
    package static func truth(_ value: Bool?) -> JSON { value.map { JSON(text: "\($0)") } ?? .null }

    /// Keys and what belongs to them, in their order.
    package static func object(_ fields: KeyValuePairs<String, JSON>) -> JSON {
        object(fields.map { ($0, $1) })
    }

    /// Keys and what belongs to them, in their order.
    package static func object(_ fields: [(String, JSON)]) -> JSON {
        JSON(text: "{" + members(fields) + "}")
    }

    package static func members(_ fields: [(String, JSON)]) -> String {
        fields.map { "\"\($0)\":\($1.text)" }.joined(separator: ",")
    }

    package static func list(_ items: some Sequence<JSON>) -> JSON {
        JSON(text: "[" + items.map(\.text).joined(separator: ",") + "]")
    }

    /// A list with a line for each item, and `indent` before it.
    package static func rows(_ items: [JSON], indent: String = "  ") -> JSON {
        if items.isEmpty { return list([]) }
        return JSON(text: "[\n" + items.map { indent + $0.text }.joined(separator: ",\n") + "\n]")
    }

    /// One object by itself, several as a list of them: what verbs print that take several traces; ends in a newline.
    package static func oneOrSeveral(_ objects: [JSON]) -> String {
        (objects.count == 1 ? objects[0] : rows(objects, indent: "")).text + "\n"
    }

    /// A string literal (RFC 8259, section 7).
    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where steersTerminal(scalar):
                result += "\\u" + hexadecimal(UInt64(scalar.value), digits: 4)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
