/// Reads the text of a JSON value (RFC 8259).
struct JSONParser {
    /// Deeper nesting could exhaust the stack.
    private static let mostDepth = 64

    let bytes: [UInt8]
    private let keepsDamage: Bool
    private var position = 0
    /// The first problem of the text that was read last.
    private var damage: RecordProblem?

    init(bytes: [UInt8], keepsDamage: Bool) {
        self.bytes = bytes
        self.keepsDamage = keepsDamage
    }

    /// Throws a problem, or notes it and goes on. Behind the end there is nothing to go on with.
    private mutating func meet(_ problem: RecordProblem) throws(RecordProblem) {
        guard keepsDamage, problem.offset < bytes.count else { throw problem }
        if damage == nil { damage = problem }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fault(_ expected: String, at offset: Int? = nil) -> RecordProblem {
        let offset = offset ?? position
        var found = "the end of the text"
        if offset < bytes.count {
            let isPlain = 0x21...0x7E ~= bytes[offset]
            found =
                isPlain
                ? quoted(String(UnicodeScalar(bytes[offset]))) : "byte \(hexadecimal(bytes[offset]))"
        }
        return RecordProblem(offset: offset, found: found, expected: expected)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Whether that byte comes next, after any space; if so, it is passed.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func expectEnd() throws(RecordProblem) {
        skipSpace()
        if position < bytes.count { throw fault("the end of the text") }
    }

    mutating func value(depth: Int) throws(RecordProblem) -> JSONValue {
        skipSpace()
        guard depth <= Self.mostDepth else { throw fault("fewer values in values") }
        let start = position
        damage = nil
        var content: JSONValue.Content =
            switch next {
            case UInt8(ascii: "{"): .object(try members(depth))
            case UInt8(ascii: "["): .list(try items(depth))
            case UInt8(ascii: "\""): .text(try text())
            case UInt8(ascii: "t"): try word("true", .truth(true))
            case UInt8(ascii: "f"): try word("false", .truth(false))
            case UInt8(ascii: "n"): try word("null", .null)
            case UInt8(ascii: "N") where keepsDamage: try noNumber("NaN", start)
            case UInt8(ascii: "I") where keepsDamage: try noNumber("Infinity", start)
            default: try number()
            }
        if let problem = damage { content = .damaged(problem) }
        damage = nil
        return JSONValue(content, offset: start)
    }

    private mutating func word(_ word: StaticString, _ content: JSONValue.Content) throws(RecordProblem)
        -> JSONValue.Content
    {
        for byte in word.description.utf8 {
            guard next == byte else { throw fault("\(word)") }
            position += 1
        }
        return content
    }

    /// Reads the word that some writers have for a number that JSON cannot write.
    private mutating func noNumber(_ text: StaticString, _ start: Int) throws(RecordProblem)
        -> JSONValue.Content
    {
        try meet(fault("a value", at: start))
        return try word(text, .null)
    }

    private mutating func members(_ depth: Int) throws(RecordProblem) -> [String: JSONValue] {
        position += 1
        var members: [String: JSONValue] = [:]
        if skip(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            let start = position
            guard next == UInt8(ascii: "\"") else { throw fault("a key in quotes") }
            let key = try text()
            damage = nil
            guard skip(UInt8(ascii: ":")) else { throw fault("a colon") }
            guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
                throw RecordProblem(
                    offset: start, found: "the key \(quoted(key)) again", expected: "each once")
            }
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw fault("\",\" or \"}\"") }
        return members
    }

    private mutating func items(_ depth: Int) throws(RecordProblem) -> [JSONValue] {
        position += 1
        var items: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return items }
        repeat { items.append(try value(depth: depth + 1)) } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw fault("\",\" or \"]\"") }
        return items
    }

    private mutating func number() throws(RecordProblem) -> JSONValue.Content {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if keepsDamage, next == UInt8(ascii: "I") { return try noNumber("Infinity", start) }
        let first = next
        let digits = try digits(start)
        guard digits == 1 || first != UInt8(ascii: "0") else { throw fault("a value", at: start) }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            _ = try self.digits(start)
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { position += 1 }
            _ = try self.digits(start)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, digits <= 18, text != "-0", let value = Int(text) { return .whole(value) }
        guard let value = Double(text), value.isFinite else {
            try meet(fault("a finite number", at: start))
            return .null
        }
        return .real(value)
    }

    /// How many digits come next; at least one must.
    private mutating func digits(_ start: Int) throws(RecordProblem) -> Int {
        let first = position
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        guard position > first else { throw fault("a value", at: position < bytes.count ? start : position) }
        return position - first
    }

    private mutating func text() throws(RecordProblem) -> String {
        let start = position
        position += 1
        if let text = plainText() { return text }
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                if let text = String(validating: content, as: UTF8.self) { return text }
                try meet(RecordProblem(offset: start, found: "other bytes", expected: "a text in UTF-8"))
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                do throws(RecordProblem) { content += String(Character(try escaped())).utf8 } catch {
                    try meet(error)
                }
            default:
                if byte < 0x20 { try meet(fault("no control character in a text")) }
                let first = position
                repeat { position += 1 } while position < bytes.count && Self.isPlain(bytes[position])
                content += bytes[first..<position]
            }
        }
        throw fault("the end of a text in quotes")
    }

    /// The rest of a text of ASCII without escapes, as keys and most others are; nil, and nothing read, if it is another.
    private mutating func plainText() -> String? {
        var end = position
        while end < bytes.count, bytes[end] < 0x80, Self.isPlain(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func escaped() throws(RecordProblem) -> Unicode.Scalar {
        let start = position
        position += 2
        switch start + 1 < bytes.count ? bytes[start + 1] : nil {
        case UInt8(ascii: "\"")?: return "\""
        case UInt8(ascii: "\\")?: return "\\"
        case UInt8(ascii: "/")?: return "/"
        case UInt8(ascii: "b")?: return "\u{8}"
        case UInt8(ascii: "f")?: return "\u{C}"
        case UInt8(ascii: "n")?: return "\n"
        case UInt8(ascii: "r")?: return "\r"
        case UInt8(ascii: "t")?: return "\t"
        case UInt8(ascii: "u")?: return try unit(start)
        case nil: throw fault("an escape", at: bytes.count)
        default:
            throw fault(#"one of the escapes \" \\ \/ \b \f \n \r \t \u"#, at: start)
        }
    }

    /// A character after `\u`: one unit of UTF-16, or two.
    private mutating func unit(_ start: Int) throws(RecordProblem) -> Unicode.Scalar {
        let first = try fourDigits(start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard next == UInt8(ascii: "\\"), position + 1 < bytes.count, first < 0xDC00,
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw fault("both halves of a character", at: position < bytes.count ? start : position) }
        position += 2
        let second = try fourDigits(start)
        guard 0xDC00...0xDFFF ~= second,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + second - 0xDC00)
        else { throw fault("both halves of a character", at: start) }
        return scalar
    }

    /// Digits alone: the standard library's conversion would also take a sign.
    private mutating func fourDigits(_ start: Int) throws(RecordProblem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw fault("four hexadecimal digits") }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("four hexadecimal digits", at: start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
