import FetchTrace

/// Goes through a JSON text (RFC 8259) value by value, and knows for every fault its line and column.
///
/// What nobody asks for is checked and skipped, never decoded; so titles of windows do not even reach memory as
/// text.
///
///     var cursor = JSONCursor(file)
///     try cursor.object { (key, cursor) throws(TraceError) in
///         if key == "id" { id = try cursor.string() } else { try cursor.skip() }
///     }
///     try cursor.end()
///
/// - Complexity: O(*n*) in the length of the text.
struct JSONCursor {
    private let file: InputText
    /// Where the next value begins, or the space before it.
    private(set) var position = 0
    private var depth = 0

    /// Deeper nesting is an error, as it could exhaust the stack.
    private static let maximumDepth = 100

    init(_ file: InputText) {
        self.file = file
    }

    /// Reads an object; `member` has to read or skip the value of each key.
    mutating func object(
        _ member: (String, inout JSONCursor) throws(TraceError) -> Void
    ) throws(TraceError) {
        try enter("{", "an object in braces")
        if try leaves("}") { return }
        while true {
            let key = try string("a key in quotes")
            try expect(":", "a colon")
            try member(key, &self)
            if try !goesOn("}") { return }
        }
    }

    /// Reads an array; `element` has to read or skip each value.
    mutating func array(_ element: (inout JSONCursor) throws(TraceError) -> Void) throws(TraceError) {
        try enter("[", "an array in brackets")
        if try leaves("]") { return }
        while true {
            try element(&self)
            if try !goesOn("]") { return }
        }
    }

    /// Reads a string.
    mutating func string(_ expected: String = "a text in quotes") throws(TraceError) -> String {
        let (range, hasEscapes) = try stringRange(expected)
        return hasEscapes ? try unescaped(range) : file.text(range)
    }

    /// Reads a string, or `null` as nil.
    mutating func optionalString() throws(TraceError) -> String? {
        skipSpace()
        if peek() == UInt8(ascii: "n") {
            try literal("null")
            return nil
        }
        return try string()
    }

    /// Reads a number.
    mutating func number(_ expected: String = "a number") throws(TraceError) -> Double {
        skipSpace()
        let start = position
        while let byte = peek(), 48...57 ~= byte || "+-.eE".utf8.contains(byte) { position += 1 }
        let text = file.text(start..<position)
        if position == file.bytes.count { throw cutOff(expected) }
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || 48...57 ~= first,
            let value = Double(text), value.isFinite
        else {
            position = start
            throw unexpected(expected)
        }
        return value
    }

    /// Passes over a value of any kind.
    mutating func skip() throws(TraceError) {
        skipSpace()
        switch peek() {
        case UInt8(ascii: "{"): try object { (_, cursor) throws(TraceError) in try cursor.skip() }
        case UInt8(ascii: "["): try array { (cursor) throws(TraceError) in try cursor.skip() }
        case UInt8(ascii: "\""): _ = try stringRange("a text")
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: _ = try number("a value")
        }
    }

    /// Makes sure that nothing follows.
    mutating func end() throws(TraceError) {
        skipSpace()
        if peek() != nil { throw unexpected("the end of the file") }
    }

    /// An error at a byte of the text.
    func problem(at offset: Int, found: String, expected: String) -> TraceError {
        file.problem(at: offset, found: found, expected: expected)
    }

    /// Where the next value begins.
    mutating func nextPosition() -> Int {
        skipSpace()
        return position
    }

    // What the values are made of.

    private func peek() -> UInt8? { position < file.bytes.count ? file.bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || 9...10 ~= byte || byte == 13 { position += 1 }
    }

    private mutating func expect(_ character: Unicode.Scalar, _ expected: String) throws(TraceError) {
        skipSpace()
        guard peek() == UInt8(ascii: character) else { throw unexpected(expected) }
        position += 1
    }

    private mutating func enter(_ character: Unicode.Scalar, _ expected: String) throws(TraceError) {
        try expect(character, expected)
        depth += 1
        if depth > Self.maximumDepth {
            throw problem(
                at: position - 1, found: "values in values, \(depth) deep", expected: "fewer")
        }
    }

    /// Whether the object or array is empty and so ends here.
    private mutating func leaves(_ closing: Unicode.Scalar) throws(TraceError) -> Bool {
        skipSpace()
        guard peek() == UInt8(ascii: closing) else { return false }
        position += 1
        depth -= 1
        return true
    }

    /// Whether a comma follows, rather than the end of the object or array.
    private mutating func goesOn(_ closing: Unicode.Scalar) throws(TraceError) -> Bool {
        if try leaves(closing) { return false }
        try expect(",", "a comma or \(closing)")
        return true
    }

    private mutating func literal(_ word: String) throws(TraceError) {
        for byte in word.utf8 {
            guard peek() == byte else { throw unexpected(word) }
            position += 1
        }
    }

    /// Where the content of a string is, without its quotes.
    private mutating func stringRange(_ expected: String) throws(TraceError) -> (Range<Int>, Bool) {
        try expect("\"", expected)
        let start = position
        var hasEscapes = false
        while let byte = peek() {
            if byte == UInt8(ascii: "\"") {
                position += 1
                return (start..<position - 1, hasEscapes)
            }
            if byte < 0x20 {
                throw problem(
                    at: position, found: "a control character in a text", expected: "its escape")
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position += 1
            }
            position += 1
        }
        position = file.bytes.count
        throw cutOff("a closing quote")
    }

    private func unescaped(_ range: Range<Int>) throws(TraceError) -> String {
        var units: [UInt16] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if file.bytes[index] != UInt8(ascii: "\\") {
                let next = file.bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: "\\"))
                let end = next ?? range.upperBound
                units += Array(file.text(index..<end).utf16)
                index = end
                continue
            }
            let kind = file.bytes[index + 1]
            index += 2
            switch kind {
            case UInt8(ascii: "n"): units.append(10)
            case UInt8(ascii: "t"): units.append(9)
            case UInt8(ascii: "r"): units.append(13)
            case UInt8(ascii: "b"): units.append(8)
            case UInt8(ascii: "f"): units.append(12)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(UInt16(kind))
            case UInt8(ascii: "u"):
                guard index + 4 <= range.upperBound,
                    let unit = UInt16(file.text(index..<index + 4), radix: 16)
                else {
                    throw problem(
                        at: index - 2, found: "an incomplete escape", expected: "\\u and four digits")
                }
                units.append(unit)
                index += 4
            default:
                throw problem(
                    at: index - 2, found: "an unknown escape",
                    expected: "one of \\n, \\t, \\\", \\\\, \\u0041")
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private func unexpected(_ expected: String) -> TraceError {
        guard let byte = peek() else { return cutOff(expected) }
        let isPrintable = 0x21...0x7E ~= byte
        return problem(
            at: position, found: isPrintable ? quoted(String(Unicode.Scalar(byte))) : "other bytes",
            expected: expected)
    }

    private func cutOff(_ expected: String) -> TraceError {
        file.problem(
            at: file.bytes.count, found: "the end of the file", expected: expected,
            advice: "the file was cut off; export it again")
    }
}
