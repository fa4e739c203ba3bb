/// How the value column of a kind of event is read.
extension ValueForm {
    private static let flags = [
        "discretionary": TransferOptions.discretionary, "silent-finish": .silentFinish,
    ]
    private static let directions: [String: TransferOptions] = ["download": [], "upload": .upload]

    var expected: String {
        switch self {
        case .absent: "nothing in this column"
        case .number(let range):
            "a number from \(plainText(range.lowerBound)) to \(plainText(range.upperBound))"
        case .words(let words): alternatives(words.map { quoted($0) })
        case .optionalWords(let words): alternatives(["nothing"] + words.map { quoted($0) })
        case .wordsOrPositive(let words):
            alternatives(words.map { quoted($0) } + ["seconds greater than 0"])
        case .named(let words, let prefixes):
            alternatives((words + prefixes.map { $0 + ":NAME" }).map { quoted($0) })
        case .text: "a text"
        case .transfer: "\"download\" or \"upload\", then any of \"+discretionary\", \"+silent-finish\""
        }
    }

    var presence: Presence {
        switch self {
        case .absent: .absent
        case .optionalWords: .optional
        default: .required
        }
    }

    /// The value that a text is, which is not empty; nil if it is none.
    ///
    /// - Parameter label: the number of a name behind a colon.
    func value(_ text: String, label: (String) -> Int32) -> EventValue? {
        switch self {
        case .absent: return nil
        case .text: return .named(word: 0, name: label(text))
        case .number(let range):
            return parseNumber(text).flatMap { range.contains($0) ? .number($0) : nil }
        case .words(let words), .optionalWords(let words): return Self.word(text, among: words)
        case .wordsOrPositive(let words):
            guard let number = parseNumber(text) else { return Self.word(text, among: words) }
            return number > 0 ? .number(number) : nil
        case .named(let words, let prefixes):
            let parts = text.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let prefix = prefixes.firstIndex(of: String(parts[0])),
                text.hasPrefix(prefixes[prefix] + ":")
            else { return Self.word(text, among: words) }
            return .named(
                word: UInt8(truncatingIfNeeded: words.count + prefix), name: label(String(parts[1])))
        case .transfer:
            let parts = text.split(separator: "+", omittingEmptySubsequences: false)
            guard var options = Self.directions[String(parts[0])] else { return nil }
            for part in parts.dropFirst() {
                guard let flag = Self.flags[String(part)], options.insert(flag).inserted else { return nil }
            }
            return .transfer(options)
        }
    }

    private static func word(_ text: String, among words: [String]) -> EventValue? {
        words.firstIndex(of: text).map { .word(UInt8(truncatingIfNeeded: $0)) }
    }
}
