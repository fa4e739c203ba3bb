/// A JSON value (RFC 8259) that was read, and the byte at which it starts: for errors.
///
/// Each question gives a value in range, or an error at its place in the text.
package struct JSONValue: Sendable {
    package enum Content: Sendable {
        case null
        case truth(Bool)
        case whole(Int)
        case real(Double)
        case text(String)
        case list([JSONValue])
        case object([String: JSONValue])
        /// A text or number that is not as JSON says; stored only if the caller wants that.
        indirect case damaged(RecordProblem)
    }

    package let content: Content
    /// Where the value starts in the text, in bytes.
    package let offset: Int

    /// No count of anything is larger: sums of many of them stay within 63 bits.
    package static let mostCount = 1 << 48
    /// No amount of energy, time or work is larger.
    package static let mostAmount = 1e15

    package init(_ content: Content, offset: Int = 0) {
        self.content = content
        self.offset = offset
    }

    /// Reads a whole JSON text.
    ///
    /// - Parameter keepsDamage: Whether a text with half a surrogate, a control character or other bytes than UTF-8, and a
    ///   number that is none (`NaN`) or too large, are values whose problem is thrown when someone asks for them.
    /// - Throws: a problem at the byte where it is.
    /// - Complexity: O(bytes).
    package init(parsing bytes: [UInt8], keepsDamage: Bool = false) throws(RecordProblem) {
        var parser = JSONParser(bytes: bytes, keepsDamage: keepsDamage)
        self = try parser.value(depth: 0)
        try parser.expectEnd()
    }

    private var description: String {
        switch content {
        case .null: "null"
        case .truth(let value): "\(value)"
        case .whole(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): quoted(String(text.prefix(60)))
        case .list(let items): "a list of \(items.count)"
        case .object: "an object"
        case .damaged(let problem): problem.found
        }
    }

    /// The error that another value was expected.
    package func refused(expected: String) -> RecordProblem {
        if case .damaged(let problem) = content { return problem }
        return RecordProblem(offset: offset, found: description, expected: expected)
    }

    /// The values by key.
    package func members() throws(RecordProblem) -> [String: JSONValue] {
        guard case .object(let members) = content else { throw refused(expected: "an object in braces") }
        return members
    }

    package func field(_ key: String) throws(RecordProblem) -> JSONValue {
        guard let value = try members()[key] else {
            throw RecordProblem(offset: offset, found: "no \"\(key)\"", expected: "an object with it")
        }
        return value
    }

    /// The value of `key`; nil if there is none, or null.
    package func optionalField(_ key: String) throws(RecordProblem) -> JSONValue? {
        guard let value = try members()[key] else { return nil }
        if case .null = value.content { return nil }
        return value
    }

    package func text() throws(RecordProblem) -> String {
        guard case .text(let text) = content else { throw refused(expected: "a text in quotes") }
        return text
    }

    package func truth() throws(RecordProblem) -> Bool {
        guard case .truth(let value) = content else { throw refused(expected: "true or false") }
        return value
    }

    /// A list; of `count` items, if that is given.
    package func list(count: Int? = nil) throws(RecordProblem) -> [JSONValue] {
        guard case .list(let items) = content, count == nil || items.count == count else {
            throw refused(expected: count.map { "a list of \($0)" } ?? "a list in brackets")
        }
        return items
    }

    /// A whole number from 0 to ``mostCount``.
    package func count(atMost most: Int = mostCount) throws(RecordProblem) -> Int {
        guard case .whole(let value) = content, (0...most).contains(value) else {
            throw refused(expected: "a whole number from 0 to \(most)")
        }
        return value
    }

    /// 64 bits in 16 hexadecimal digits.
    package func digest64() throws(RecordProblem) -> UInt64 {
        guard case .text(let text) = content, text.utf8.count == 16, let value = UInt64(text, radix: 16)
        else {
            throw refused(expected: "16 hexadecimal digits")
        }
        return value
    }

    /// The number, whole or not; nil if it is none.
    package var number: Double? {
        switch content {
        case .whole(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// A number of that size at the most.
    package func amount(
        from least: Double = -mostAmount, to most: Double = mostAmount
    ) throws(RecordProblem) -> Double {
        guard let number, number >= least, number <= most else {
            throw refused(expected: "a number from \(least) to \(most)")
        }
        return number
    }
}
