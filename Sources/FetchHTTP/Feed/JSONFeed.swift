import Foundation

/// Reads JSON Feed. Only its fields are stored, so a large feed takes little memory.
struct JSONFeed {
    private(set) var entries: FeedEntries
    private let encoding: FeedEncoding
    private var at = 0

    init(_ encoding: FeedEncoding, _ entries: FeedEntries) {
        (self.encoding, self.entries) = (encoding, entries)
    }

    /// Where an object starts; nil if the bytes start with something else.
    static func start(of bytes: Span<UInt8>) -> Int? {
        var position = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
        while position < bytes.count, bytes[position] <= 32 { position += 1 }
        return position < bytes.count && bytes[position] == UInt8(ascii: "{") ? position : nil
    }

    mutating func read(_ bytes: Span<UInt8>, from start: Int) throws {
        at = start + 1
        var (isFeed, hasItems) = (false, false)
        while let key = try key(in: bytes) {
            if key == "version" {
                isFeed = try scalar(in: bytes)?.contains("jsonfeed.org/version/") ?? false
            } else if key == "items", at < bytes.count, bytes[at] == UInt8(ascii: "[") {
                hasItems = true
                try items(in: bytes)
            } else {
                try skip(in: bytes)
            }
        }
        guard isFeed, hasItems else { throw FeedDocument.NotAFeed() }
    }

    private mutating func items(in bytes: Span<UInt8>) throws {
        at += 1
        while true {
            skipSpace(in: bytes)
            guard at < bytes.count else { throw FeedDocument.NotAFeed() }
            if bytes[at] == UInt8(ascii: "]") { break }
            let start = at
            if bytes[at] == UInt8(ascii: "{") {
                at += 1
                do { try item(in: bytes) } catch {
                    // An odd item: to its end by the braces alone.
                    at = start
                    try skip(in: bytes)
                }
            } else {
                try skip(in: bytes)
            }
        }
        at += 1
    }

    private mutating func item(in bytes: Span<UInt8>) throws {
        var (entry, text, updated, external) = (FeedDocument.Entry(), "", Date?.none, "")
        while let key = try key(in: bytes) {
            switch key {
            case "id": entry.id = try scalar(in: bytes) ?? ""
            case "url": entry.link = try scalar(in: bytes) ?? ""
            case "external_url": external = try scalar(in: bytes) ?? ""
            case "title": entry.title = try scalar(in: bytes) ?? ""
            case "date_published": entry.published = try scalar(in: bytes).flatMap { Date(webText: $0) }
            case "date_modified": updated = try scalar(in: bytes).flatMap { Date(webText: $0) }
            case "content_text", "content_html", "summary":
                let more = try scalar(in: bytes) ?? ""
                if text.isEmpty { text = more }
            default: try skip(in: bytes)
            }
        }
        if entry.link.isEmpty { entry.link = external }
        entry.published = entry.published ?? updated
        let known = [entry.id, entry.link, entry.title].first { !$0.isEmpty }
        entry.id = known ?? FeedEntries.identity(of: text)
        entries.append(entry)
    }

    // Tokens

    private mutating func skipSpace(in bytes: Span<UInt8>) {
        while at < bytes.count, bytes[at] <= 32 || bytes[at] == UInt8(ascii: ",") { at += 1 }
    }

    /// The next key of an object, before its value; nil at the object's end.
    private mutating func key(in bytes: Span<UInt8>) throws -> String? {
        skipSpace(in: bytes)
        guard at < bytes.count else { throw FeedDocument.NotAFeed() }
        if bytes[at] == UInt8(ascii: "}") {
            at += 1
            return nil
        }
        guard bytes[at] == UInt8(ascii: "\"") else { throw FeedDocument.NotAFeed() }
        let key = try string(in: bytes)
        skipSpace(in: bytes)
        guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { throw FeedDocument.NotAFeed() }
        at += 1
        while at < bytes.count, bytes[at] <= 32 { at += 1 }
        return key
    }

    /// A string or a number, as text; nil for any other value.
    private mutating func scalar(in bytes: Span<UInt8>) throws -> String? {
        guard at < bytes.count else { throw FeedDocument.NotAFeed() }
        if bytes[at] == UInt8(ascii: "\"") { return try string(in: bytes).trimmed }
        let start = at
        try skip(in: bytes)
        let isNumber = bytes[start] == UInt8(ascii: "-") || 48...57 ~= bytes[start]
        return isNumber && at - start < 40 ? encoding.text(bytes, start..<at) : nil
    }

    /// Goes behind a value.
    private mutating func skip(in bytes: Span<UInt8>) throws {
        var depth = 0
        repeat {
            while at < bytes.count, bytes[at] <= 32 { at += 1 }
            guard at < bytes.count else { throw FeedDocument.NotAFeed() }
            switch bytes[at] {
            case UInt8(ascii: "\""): try skipString(in: bytes)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                (depth, at) = (depth + 1, at + 1)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { throw FeedDocument.NotAFeed() }
                (depth, at) = (depth - 1, at + 1)
            case UInt8(ascii: ":") where depth == 0: throw FeedDocument.NotAFeed()
            case UInt8(ascii: ",") where depth == 0: return
            case UInt8(ascii: ","), UInt8(ascii: ":"): at += 1
            default:
                while at < bytes.count, bytes[at] > 32, !Self.isMark(bytes[at]) { at += 1 }
            }
        } while depth > 0
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"),
            UInt8(ascii: ","), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private mutating func skipString(in bytes: Span<UInt8>) throws {
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard at < bytes.count else { throw FeedDocument.NotAFeed() }
        at += 1
    }

    /// A string: 10,000 bytes of it at most.
    private mutating func string(in bytes: Span<UInt8>) throws -> String {
        let start = at + 1
        try skipString(in: bytes)
        let end = min(at - 1, start + 10_000)
        var (text, position, plain): (String, Int, Int) = ("", start, start)
        var high: UInt32?
        while position < end {
            guard bytes[position] == UInt8(ascii: "\\"), position + 1 < end else {
                position += 1
                continue
            }
            text += encoding.text(bytes, plain..<position)
            let escape = bytes[position + 1]
            position += 2
            plain = position
            guard escape == UInt8(ascii: "u") else {
                text += Self.escapes[escape] ?? String(UnicodeScalar(escape))
                continue
            }
            let digits = encoding.text(bytes, position..<min(position + 4, end))
            guard digits.utf8.count == 4, let unit = UInt32(digits, radix: 16) else { continue }
            position += 4
            plain = position
            if unit & 0xFC00 == 0xDC00, let first = high {
                text.unicodeScalars.removeLast()
                text.unicodeScalars.append(
                    Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + unit & 0x3FF) ?? "\u{FFFD}")
                high = nil
            } else {
                text.unicodeScalars.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
                let isHigh = unit & 0xFC00 == 0xD800 && bytes.has("\\u", at: position)
                high = isHigh ? unit : nil
            }
        }
        return text + encoding.text(bytes, plain..<max(plain, end))
    }

    private static let escapes: [UInt8: String] = [
        UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r", UInt8(ascii: "b"): "",
        UInt8(ascii: "f"): "",
    ]
}
