/// Cuts markup into tags and text. It takes any bytes: what is no tag is text, so that one fault does not end it.
///
/// Time is linear in the bytes, and memory constant.
struct MarkupScanner {
    enum Token {
        case start(Tag)
        /// An end tag, by its name.
        case end(Range<Int>)
        /// Text in which entities count.
        case text(Range<Int>)
        /// Text as it stands (`CDATA`).
        case verbatim(Range<Int>)
        /// From the word `DOCTYPE` to the end of the input; ``skip(to:)`` says how far it goes.
        case doctype(Range<Int>)
    }

    struct Tag {
        var name: Range<Int>
        /// The bytes from the name to the end of the tag.
        var attributes: Range<Int>
        /// Whether it is its own end (`<br/>`).
        var isEmpty: Bool
    }

    /// Where the next token starts.
    private(set) var at: Int
    private let end: Int
    /// The name of an end tag in which the input ends.
    private(set) var cutEnd: Range<Int>?
    /// Whether no `]]>` and no `-->` comes any more, so that it is searched once.
    private var endless = (verbatim: false, comment: false)

    init(_ range: Range<Int>) { (at, end) = (range.lowerBound, range.upperBound) }

    mutating func skip(to position: Int) { at = max(at, min(position, end)) }

    /// Returns the next token; nil at the end.
    ///
    /// - Parameter entry: The name of the element that repeats: a section that has its end tag and then starts again was
    ///   not closed.
    mutating func next(in bytes: Span<UInt8>, entry: Range<Int>? = nil) -> Token? {
        while at < end {
            guard bytes[at] == UInt8(ascii: "<"), at + 1 < end else { return text(in: bytes) }
            switch bytes[at + 1] {
            case UInt8(ascii: "?"):
                at = bytes.index(of: UInt8(ascii: ">"), in: at..<end).map { $0 + 1 } ?? end
            case UInt8(ascii: "!"):
                if let token = declaration(in: bytes, entry: entry) { return token }
            case UInt8(ascii: "/") where at + 2 == end:
                cutEnd = end..<end
                return nil
            case UInt8(ascii: "/") where Self.startsName(bytes[at + 2]):
                return tag(in: bytes, from: at + 2).map { .end($0.name) } ?? text(in: bytes)
            case let byte where Self.startsName(byte):
                return tag(in: bytes, from: at + 1).map { .start($0) } ?? text(in: bytes)
            default: return text(in: bytes)
            }
        }
        return nil
    }

    private static func startsName(_ byte: UInt8) -> Bool {
        65...90 ~= byte || 97...122 ~= byte || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// At least one byte, up to the next that may start a tag.
    private mutating func text(in bytes: Span<UInt8>) -> Token {
        let start = at
        at = bytes.index(of: UInt8(ascii: "<"), in: at + 1..<end) ?? end
        return .text(start..<at)
    }

    private mutating func declaration(in bytes: Span<UInt8>, entry: Range<Int>?) -> Token? {
        let start = at
        if bytes.has("<!--", at: start) {
            guard !endless.comment else { return text(in: bytes) }
            switch section("<!--", "-->", in: bytes, entry: entry) {
            case .closed: return nil
            case .endless: endless.comment = true
            case .open: break
            }
            return text(in: bytes)
        }
        if bytes.has("<![cdata[", at: start) {
            if !endless.verbatim {
                switch section("<![cdata[", "]]>", in: bytes, entry: entry) {
                case .closed(let content): return .verbatim(content)
                case .endless: endless.verbatim = true
                case .open: break
                }
            }
            at = start + 9
            return nil
        }
        if bytes.has("<!doctype", at: start) {
            at = start + 9
            return .doctype(at..<end)
        }
        at = bytes.index(of: UInt8(ascii: ">"), in: at..<end).map { $0 + 1 } ?? end
        return nil
    }

    private enum Section {
        case closed(Range<Int>)
        /// Not closed before another starts.
        case open
        /// Not closed in all of the input.
        case endless
    }

    private mutating func section(
        _ opening: String, _ closing: String, in bytes: Span<UInt8>, entry: Range<Int>?
    ) -> Section {
        let content = at + opening.utf8.count
        var (position, hasEntryEnd) = (content, false)
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "]"), UInt8(ascii: "-"):
                guard bytes.has(closing, at: position), position + closing.utf8.count <= end else { break }
                at = position + closing.utf8.count
                return .closed(content..<position)
            case UInt8(ascii: "<"):
                if hasEntryEnd, bytes.has(opening, at: position) { return .open }
                guard let entry, bytes.has("</", at: position), bytes.same(entry, at: position + 2) else {
                    break
                }
                hasEntryEnd = true
            default: break
            }
            position += 1
        }
        return .endless
    }

    /// Reads a tag whose name starts at a position, and goes behind it; nil if it has no end, or
    /// another starts within it.
    private mutating func tag(in bytes: Span<UInt8>, from start: Int) -> Tag? {
        var position = start
        while position < end, Self.isInName(bytes[position]) { position += 1 }
        let name = start..<position
        // A value in quotes may have a `>`, but no `<`.
        var isValue = false
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: ">"):
                let isEmpty = bytes[position - 1] == UInt8(ascii: "/")
                at = position + 1
                return Tag(name: name, attributes: name.upperBound..<position, isEmpty: isEmpty)
            case UInt8(ascii: "<"): return nil
            case let quote where isValue && (quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")):
                var close = position + 1
                while close < end, bytes[close] != quote, bytes[close] != UInt8(ascii: "<") { close += 1 }
                if close < end, bytes[close] == quote { position = close }
                isValue = false
            case UInt8(ascii: "="): isValue = true
            case 9, 10, 13, 32: break
            default: isValue = false
            }
            position += 1
        }
        if start == at + 2 { cutEnd = name }
        return nil
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte > 32 && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "<")
            && byte != UInt8(ascii: "=")
    }
}

extension MarkupScanner.Tag {
    /// The attributes' names and raw values: a hundred at most.
    func values(in bytes: Span<UInt8>) -> [(name: Range<Int>, value: Range<Int>)] {
        var (position, found): (Int, [(name: Range<Int>, value: Range<Int>)]) = (attributes.lowerBound, [])
        let end = attributes.upperBound
        func isSpace(_ byte: UInt8) -> Bool { byte <= 32 || byte == UInt8(ascii: "/") }
        while found.count < 100 {
            while position < end, isSpace(bytes[position]) { position += 1 }
            let name = position
            while position < end, bytes[position] > 32, bytes[position] != UInt8(ascii: "=") { position += 1 }
            guard position > name || position < end else { break }
            let key = name..<position
            while position < end, bytes[position] <= 32 { position += 1 }
            guard position < end, bytes[position] == UInt8(ascii: "=") else { continue }
            position += 1
            while position < end, bytes[position] <= 32 { position += 1 }
            guard position < end else { break }
            let quote = bytes[position]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let close = bytes.index(of: quote, in: position + 1..<end) ?? end
                found.append((key, position + 1..<close))
                position = min(close + 1, end)
            } else {
                let start = position
                while position < end, bytes[position] > 32 { position += 1 }
                found.append((key, start..<position))
            }
        }
        return found
    }
}

extension Span<UInt8> {
    func index(of byte: UInt8, in range: Range<Int>) -> Int? {
        var position = range.lowerBound
        while position < range.upperBound {
            if self[position] == byte { return position }
            position += 1
        }
        return nil
    }

    /// Whether a word in small ASCII letters is there, in letters of any case.
    func has(_ word: String, at position: Int) -> Bool {
        guard position >= 0, position + word.utf8.count <= count else { return false }
        var position = position
        for byte in word.utf8 {
            if Self.small(self[position]) != byte { return false }
            position += 1
        }
        return true
    }

    /// Whether the bytes at a position equal those of a range, in letters of any case.
    func same(_ range: Range<Int>, at position: Int) -> Bool {
        guard position + range.count <= count else { return false }
        for index in 0..<range.count
        where Self.small(self[range.lowerBound + index]) != Self.small(self[position + index]) {
            return false
        }
        return true
    }

    func same(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        one.count == other.count && same(one, at: other.lowerBound)
    }

    private static func small(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte | 32 : byte }
}
