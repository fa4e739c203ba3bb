import FetchSched

/// A line of a journal: a call of an engine, or its answer. docs/contributing/journal-format.md has the format.
///
/// Keys and numbers are those of `fetchsched.h`, so that a host in any language plays a journal without a table of its own.
package struct JournalLine: Hashable, Sendable {
    /// A field, `key=value`.
    package struct Field: Hashable, Sendable {
        package var key: String
        package var value: String
    }

    package var time: FetchTime
    package var verb: String
    package var fields: [Field] = []
    package var isAnswer = false

    package init(_ time: FetchTime, _ verb: String) {
        self.time = time
        self.verb = verb
    }

    /// Reads a line; nil if it is none.
    package init?(_ text: some StringProtocol) {
        var words = text.split(separator: " " as Character).map { String($0) }
        guard let first = words.first else { return nil }
        if first == "=" { words.removeFirst() }
        guard words.count >= 2, let time = Int64(words[0]) else { return nil }
        self.init(FetchTime(milliseconds: time), words[1])
        isAnswer = first == "="
        for word in words.dropFirst(2) {
            guard let equals = word.firstIndex(of: "=") else { return nil }
            fields.append(
                Field(key: String(word[..<equals]), value: String(word[word.index(after: equals)...])))
        }
    }

    package var text: String {
        var text = isAnswer ? "= " : ""
        text += "\(time.milliseconds) \(verb)"
        for field in fields { text += " \(field.key)=\(field.value)" }
        return text
    }

    // MARK: Fields

    /// The whole number of that key; nil if the line has none.
    package subscript(key: String) -> Int64? {
        get { word(key).flatMap { Int64($0) } }
        set { set(key, newValue.map { String($0) }) }
    }

    /// The number of that key, which is written as the 16 hexadecimal digits of its bits.
    package subscript(real key: String) -> Double? {
        get { word(key).flatMap { Self.real($0) } }
        set { set(key, newValue.map { Self.text($0) }) }
    }

    package func word(_ key: String) -> String? { fields.first { $0.key == key }?.value }

    package mutating func set(_ key: String, _ value: String?) {
        fields.removeAll { $0.key == key }
        if let value { fields.append(Field(key: key, value: value)) }
    }

    /// The line with one more number.
    package func with(_ key: String, _ value: some BinaryInteger) -> JournalLine {
        var line = self
        line.set(key, String(value))
        return line
    }

    package func with(_ key: String, real value: Double) -> JournalLine {
        var line = self
        line[real: key] = value
        return line
    }

    package func with(_ app: AppID) -> JournalLine { with("app", app.number) }

    package func with(_ key: String, _ time: FetchTime) -> JournalLine { with(key, time.milliseconds) }

    static func real(_ text: some StringProtocol) -> Double? {
        UInt64(text, radix: 16).map { Double(bitPattern: $0) }
    }

    static func text(_ value: Double) -> String {
        let digits = String(value.bitPattern, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
