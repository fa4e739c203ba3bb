import FetchSched
import FetchTrace

/// A JSON value (RFC 8259), as far as partial results need it. Whoever made it, asking it for something gives that, in
/// range, or an error.
package enum PartialValue: Sendable {
    case null
    case truth(Bool)
    case whole(Int)
    case real(Double)
    case text(String)
    case list([PartialValue])
    case object([String: PartialValue])

    /// No count of anything is larger: sums of many of them stay within 63 bits.
    static let mostCount = 1 << 48
    /// No amount of energy, time or work is larger.
    static let mostAmount = 1e15

    /// What it is called in errors.
    private var description: String {
        switch self {
        case .null: "null"
        case .truth(let value): "\(value)"
        case .whole(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): quoted(String(text.prefix(60)))
        case .list(let items): "a list of \(items.count)"
        case .object: "an object"
        }
    }

    private func refused(expected: String) -> RecordProblem {
        RecordProblem(offset: 0, found: description, expected: expected)
    }

    /// What belongs to `key`.
    func field(_ key: String) throws(RecordProblem) -> PartialValue {
        guard case .object(let fields) = self else { throw refused(expected: "an object with \"\(key)\"") }
        guard let value = fields[key] else {
            throw RecordProblem(offset: 0, found: "no \"\(key)\"", expected: "an object with it")
        }
        return value
    }

    /// What belongs to `key`; nil if nothing does.
    func optionalField(_ key: String) throws(RecordProblem) -> PartialValue? {
        guard case .object(let fields) = self else { throw refused(expected: "an object") }
        if case .null? = fields[key] { return nil }
        return fields[key]
    }

    func text() throws(RecordProblem) -> String {
        guard case .text(let text) = self else { throw refused(expected: "a text") }
        return text
    }

    func truth() throws(RecordProblem) -> Bool {
        guard case .truth(let value) = self else { throw refused(expected: "true or false") }
        return value
    }

    /// A list; of `count` items, if that is given.
    func list(count: Int? = nil) throws(RecordProblem) -> [PartialValue] {
        guard case .list(let items) = self, count == nil || items.count == count else {
            throw refused(expected: count.map { "a list of \($0)" } ?? "a list")
        }
        return items
    }

    /// A whole number from 0 to ``mostCount``.
    func count(atMost most: Int = mostCount) throws(RecordProblem) -> Int {
        guard case .whole(let value) = self, (0...most).contains(value) else {
            throw refused(expected: "a whole number from 0 to \(most)")
        }
        return value
    }

    /// A number of that size at the most.
    func amount(from least: Double = -mostAmount, to most: Double = mostAmount) throws(RecordProblem)
        -> Double
    {
        let value: Double? =
            switch self {
            case .whole(let value): Double(value)
            case .real(let value): value
            default: nil
            }
        guard let value, value >= least, value <= most else {
            throw refused(expected: "a number from \(least) to \(most)")
        }
        return value
    }
}

extension PartialValue {
    /// Reads a whole JSON text.
    ///
    /// - Throws: a problem at the byte where it is.
    /// - Complexity: O(bytes).
    package init(parsing bytes: [UInt8]) throws(RecordProblem) {
        var parser = PartialParser(bytes: bytes)
        self = try parser.value(depth: 0)
        try parser.expectEnd()
    }
}

/// Reads JSON strictly.
private struct PartialParser {
    /// Deeper than partial results go.
    private static let mostDepth = 8

    let bytes: [UInt8]
    var position = 0

    private func fault(_ expected: String) -> RecordProblem {
        let found = position < bytes.count ? "byte \(bytes[position])" : "the end of the line"
        return RecordProblem(offset: position, found: found, expected: expected)
    }

    func expectEnd() throws(RecordProblem) {
        if position < bytes.count { throw fault("the end of the line") }
    }

    private mutating func take(_ text: StaticString, _ value: PartialValue) throws(RecordProblem)
        -> PartialValue
    {
        for byte in text.description.utf8 {
            guard position < bytes.count, bytes[position] == byte else { throw fault("\(text)") }
            position += 1
        }
        return value
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func value(depth: Int) throws(RecordProblem) -> PartialValue {
        guard position < bytes.count, depth <= Self.mostDepth else { throw fault("a JSON value") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try list(depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try take("true", .truth(true))
        case UInt8(ascii: "f"): return try take("false", .truth(false))
        case UInt8(ascii: "n"): return try take("null", .null)
        default: return try number()
        }
    }

    private mutating func object(_ depth: Int) throws(RecordProblem) -> PartialValue {
        position += 1
        var fields: [String: PartialValue] = [:]
        if skip(UInt8(ascii: "}")) { return .object(fields) }
        repeat {
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw fault("a key") }
            let key = try text()
            guard skip(UInt8(ascii: ":")) else { throw fault("':'") }
            guard fields.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
                throw RecordProblem(offset: position, found: "a key twice", expected: "each once")
            }
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw fault("',' or '}'") }
        return .object(fields)
    }

    private mutating func list(_ depth: Int) throws(RecordProblem) -> PartialValue {
        position += 1
        var items: [PartialValue] = []
        if skip(UInt8(ascii: "]")) { return .list(items) }
        repeat { items.append(try value(depth: depth + 1)) } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw fault("',' or ']'") }
        return .list(items)
    }

    private mutating func number() throws(RecordProblem) -> PartialValue {
        let start = position
        var isWhole = true
        loop: while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"): isWhole = false
            default: break loop
            }
            position += 1
        }
        if isWhole, position - start <= 18 {
            var value = 0
            let isNegative = bytes[start..<position].first == UInt8(ascii: "-")
            let digits = bytes[start..<position].dropFirst(isNegative ? 1 : 0)
            for byte in digits {
                guard byte != UInt8(ascii: "-") else { break }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            if !digits.isEmpty, !digits.contains(UInt8(ascii: "-")) {
                return .whole(isNegative ? -value : value)
            }
        } else if position - start <= 40,
            let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite
        {
            return .real(value)
        }
        position = start
        throw fault("a number")
    }

    private mutating func text() throws(RecordProblem) -> String {
        position += 1
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else { throw fault("UTF-8") }
                return text
            case UInt8(ascii: "\\"): content += try escape()
            case 0..<0x20:
                position -= 1
                throw fault("no control character")
            default: content.append(byte)
            }
        }
        throw fault("'\"'")
    }

    private mutating func escape() throws(RecordProblem) -> [UInt8] {
        guard position < bytes.count else { throw fault("an escape") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "u"):
            guard position + 4 <= bytes.count,
                let code = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(code)
            else { throw fault("four hexadecimal digits of a character") }
            position += 4
            return Array(String(Character(scalar)).utf8)
        default:
            position -= 1
            throw fault("one of the escapes \\\" \\\\ \\/ \\n \\t \\r \\u")
        }
    }
}
