/// Reads the value column of one kind of event, in the form its schema says.
struct ValueDecoder: Sendable {
    /// What a text turned out to be.
    enum Result {
        case value(EventValue)
        /// A word with a name, which begins at `offset` of the text.
        case named(word: UInt8, offset: Int)
        case invalid
    }

    private let form: ValueForm
    /// The words and prefixes as bytes, numbered as in ``EventKind/words``.
    private let words: [[UInt8]]
    /// From here on, `words` are prefixes.
    private let firstPrefix: Int
    /// What errors say was expected.
    let expected: String
    /// Whether the kind has a value.
    let presence: Presence

    private static let flags: [(text: [UInt8], option: TransferOptions)] = [
        (Array("+discretionary".utf8), .discretionary),
        (Array("+silent-finish".utf8), .silentFinish),
    ]
    private static let directions: [(text: [UInt8], option: TransferOptions)] = [
        (Array("download".utf8), []),
        (Array("upload".utf8), .upload),
    ]

    init(_ form: ValueForm) {
        self.form = form
        var texts: [String] = []
        var firstPrefix = Int.max
        var presence = Presence.required
        switch form {
        case .absent:
            expected = "nothing in this column"
            presence = .absent
        case .number(let range):
            expected = "a number from \(plainText(range.lowerBound)) to \(plainText(range.upperBound))"
        case .words(let words):
            texts = words
            expected = alternatives(words.map { quoted($0) })
        case .optionalWords(let words):
            texts = words
            expected = alternatives(["nothing"] + words.map { quoted($0) })
            presence = .optional
        case .wordsOrPositive(let words):
            texts = words
            expected = alternatives(words.map { quoted($0) } + ["seconds greater than 0"])
        case .named(let words, let prefixes):
            texts = words + prefixes
            firstPrefix = words.count
            expected = alternatives((words + prefixes.map { $0 + ":NAME" }).map { quoted($0) })
        case .transfer:
            expected = "\"download\" or \"upload\", then any of \"+discretionary\", \"+silent-finish\""
        }
        self.words = texts.map { Array($0.utf8) }
        self.firstPrefix = firstPrefix
        self.presence = presence
    }

    /// Reads a text that is not empty.
    func decode(_ text: Span<UInt8>) -> Result {
        switch form {
        case .absent: return .invalid
        case .number(let range):
            guard let number = parseNumber(text), range.contains(number) else { return .invalid }
            return .value(.number(number))
        case .words, .optionalWords: return decodeWord(text)
        case .wordsOrPositive:
            if let number = parseNumber(text) { return number > 0 ? .value(.number(number)) : .invalid }
            return decodeWord(text)
        case .named: return decodeWord(text)
        case .transfer: return decodeTransfer(text)
        }
    }

    private func decodeWord(_ text: Span<UInt8>) -> Result {
        for (number, word) in words.enumerated() where hasBytes(word, in: text, at: 0) {
            let code = UInt8(truncatingIfNeeded: number)
            if number < firstPrefix {
                if text.count == word.count { return .value(.word(code)) }
            } else if text.count > word.count + 1, text[word.count] == UInt8(ascii: ":") {
                return .named(word: code, offset: word.count + 1)
            }
        }
        return .invalid
    }

    private func decodeTransfer(_ text: Span<UInt8>) -> Result {
        guard let direction = Self.directions.first(where: { hasBytes($0.text, in: text, at: 0) }) else {
            return .invalid
        }
        var options = direction.option
        var index = direction.text.count
        while index < text.count {
            guard let flag = Self.flags.first(where: { hasBytes($0.text, in: text, at: index) }),
                options.insert(flag.option).inserted
            else { return .invalid }
            index += flag.text.count
        }
        return .value(.transfer(options))
    }
}

/// Whether `word` stands in `text` from `start`.
private func hasBytes(_ word: [UInt8], in text: Span<UInt8>, at start: Int) -> Bool {
    guard text.count - start >= word.count else { return false }
    for index in 0..<word.count where word[index] != text[start + index] { return false }
    return true
}
