import FetchSched
import FetchSchedParameters

/// A JSON text (RFC 8259) whose keys stand in the order in which they are written, and whose numbers have six
/// decimals at most.
///
///     JSON.object(["trace": .text(path), "days": .number(days), "apps": .rows(apps.map(row))])
///
/// Foundation's `JSONEncoder` can do neither: keys come sorted or in any order, and numbers with as many digits as
/// tell them apart. Outputs would lose the order of their contracts, and their bytes.
package struct JSON: Sendable {
    /// The text.
    package let text: String

    /// What does not exist.
    static let null = JSON(text: "null")

    /// A text; null for none.
    package static func text(_ text: String?) -> JSON { text.map { JSON(text: quoted($0)) } ?? .null }

    /// A number; null for none, and for what JSON has no number for.
    package static func number(_ value: Double?) -> JSON {
        value.flatMap { $0.isFinite ? JSON(text: Figures.plain($0)) : nil } ?? .null
    }

    /// A number with all digits that it takes to read the same one again.
    static func exact(_ value: Double) -> JSON { JSON(text: DecimalText.text(value)) }

    /// A whole number; null for none.
    package static func whole(_ value: (some BinaryInteger)?) -> JSON {
        value.map { JSON(text: "\($0)") } ?? .null
    }

    /// True or false; null for neither.
    static func truth(_ value: Bool?) -> JSON { value.map { JSON(text: "\($0)") } ?? .null }

    /// Keys and what belongs to them, in their order.
    package static func object(_ fields: KeyValuePairs<String, JSON>) -> JSON {
        object(fields.map { ($0, $1) })
    }

    /// Keys and what belongs to them, in their order.
    static func object(_ fields: [(String, JSON)]) -> JSON {
        JSON(text: "{" + fields.map { "\"\($0)\":\($1.text)" }.joined(separator: ",") + "}")
    }

    /// A list on one line.
    static func list(_ items: [JSON]) -> JSON {
        JSON(text: "[" + items.map(\.text).joined(separator: ",") + "]")
    }

    /// A list with a line for each item, and `indent` before it.
    static func rows(_ items: [JSON], indent: String = "  ") -> JSON {
        if items.isEmpty { return list([]) }
        return JSON(text: "[\n" + items.map { indent + $0.text }.joined(separator: ",\n") + "\n]")
    }

    /// One object by itself, several as a list of them: what verbs print that take several traces; ends in a newline.
    static func oneOrSeveral(_ objects: [JSON]) -> String {
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
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
