import Foundation

/// The characters that a feed's bytes stand for.
///
/// Most encodings have ASCII for markup, so only the texts that are stored are decoded.
struct FeedEncoding {
    private enum Kind {
        /// UTF-8, as far as it is valid; other bytes are Windows-1252, as they mostly come from there.
        case unicode
        /// Windows-1252, which what calls itself ISO 8859-1 is.
        case western
        /// UTF-16 or UTF-32: the bytes for the scanner only show where text is.
        case wide(WideUnits)
        /// EUC-JP, which some platforms lack.
        case japanese
        case other(String.Encoding)
    }

    private let kind: Kind

    /// Finds the encoding by the first bytes. Returns the bytes in a form whose markup is ASCII; nil if they are so already.
    static func found(in data: Data) -> (markup: [UInt8]?, FeedEncoding) {
        let start = [UInt8](data.prefix(4))
        func starts(_ bytes: UInt8...) -> Bool { start.starts(with: bytes) }
        func wide(_ width: Int, isBig: Bool, after mark: Int) -> ([UInt8], FeedEncoding) {
            let units = WideUnits(data.dropFirst(mark), width: width, isBig: isBig)
            return (units.markup, FeedEncoding(kind: .wide(units)))
        }
        let zeros = start.map { $0 == 0 }
        // A byte order mark, or else a first character of ASCII, as of all feeds.
        if starts(0, 0, 0xFE, 0xFF) { return wide(4, isBig: true, after: 4) }
        if starts(0xFF, 0xFE, 0, 0) { return wide(4, isBig: false, after: 4) }
        if starts(0xFE, 0xFF) { return wide(2, isBig: true, after: 2) }
        if starts(0xFF, 0xFE) { return wide(2, isBig: false, after: 2) }
        if zeros == [true, true, true, false] { return wide(4, isBig: true, after: 0) }
        if zeros == [false, true, true, true] { return wide(4, isBig: false, after: 0) }
        if zeros == [true, false, true, false] { return wide(2, isBig: true, after: 0) }
        if zeros == [false, true, false, true] { return wide(2, isBig: false, after: 0) }
        // <?xm in EBCDIC
        if starts(0x4C, 0x6F, 0xA7, 0x94) { return (mainframe(data), FeedEncoding(kind: .western)) }
        guard !starts(0xEF, 0xBB, 0xBF), let name = declared(in: data) else {
            return (nil, FeedEncoding(kind: .unicode))
        }
        switch name {
        case "iso88591", "latin1", "windows1252", "cp1252", "msansi":
            return (nil, FeedEncoding(kind: .western))
        case "eucjp", "xeucjp": return (nil, FeedEncoding(kind: .japanese))
        case "iso2022jp", "csiso2022jp": return (withoutShifts(data), FeedEncoding(kind: .japanese))
        default: return (nil, FeedEncoding(kind: String.Encoding.named(name).map { .other($0) } ?? .unicode))
        }
    }

    /// Returns the text of some bytes, without the control characters that XML forbids.
    func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        if case .wide(let units) = kind { return units.text(range) }
        var copy: [UInt8] = []
        copy.reserveCapacity(range.count)
        var isPlain = true
        for index in range {
            let byte = bytes[index]
            if byte < 0x20, byte != 9, byte != 10, byte != 13 { continue }
            isPlain = isPlain && byte < 0x80
            copy.append(byte)
        }
        if isPlain { return String(decoding: copy, as: UTF8.self) }
        switch kind {
        case .unicode: return String(validating: copy, as: UTF8.self) ?? Self.repaired(copy)
        case .western, .wide: return Self.repaired(copy, isUnicode: false)
        case .japanese: return Self.japanese(copy) ?? Self.repaired(copy)
        case .other(let encoding): return String(data: Data(copy), encoding: encoding) ?? Self.repaired(copy)
        }
    }

    /// The name in `encoding="..."` of an XML declaration, in small letters without punctuation.
    private static func declared(in data: Data) -> String? {
        let start = String(decoding: data.prefix(1000), as: UTF8.self)
        guard let xml = start.range(of: "<?xml"), let end = start[xml.upperBound...].firstIndex(of: ">"),
            let key = start[xml.upperBound..<end].range(of: "encoding")
        else { return nil }
        let value = start[key.upperBound..<end].drop { "= \t\r\n\"'".contains($0) }
        return value.prefix { !"\"'? ".contains($0) }.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    // Encodings whose markup is not ASCII

    /// Latin-1 of EBCDIC, whose code page 37 has the same characters.
    private static func mainframe(_ data: Data) -> [UInt8] {
        let text = String(data: Data(0...255), encoding: .core(0x0C02)) ?? ""
        var table = text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
        guard table.count == 256 else { return [] }
        // The code of a line break, which is not among the control characters of others.
        for index in table.indices where table[index] == 0x85 { table[index] = 10 }
        return data.map { table[Int($0)] }
    }

    /// EUC-JP of ISO-2022-JP: one table, where the one has marks around its pairs of bytes, and the other their high bits.
    private static func withoutShifts(_ data: Data) -> [UInt8] {
        var (text, index, wideEnd): ([UInt8], Int, Int) = ([], 0, 0)
        text.reserveCapacity(data.count)
        let bytes = data.span
        while index < bytes.count {
            if bytes[index] == 0x1B, index + 2 < bytes.count {
                let isWide = bytes[index + 1] == 0x24
                index += isWide && bytes[index + 2] == 0x28 ? 4 : 3
                if isWide { wideEnd = end(ofPairsFrom: index, of: bytes) }
                continue
            }
            text.append(index < wideEnd && bytes[index] > 0x20 ? bytes[index] | 0x80 : bytes[index])
            index += 1
        }
        return text
    }

    /// Where pairs end: at the next mark or line break. Pairs whose mark at the end was forgotten end at a tag, which would else
    /// be lost with all entries behind it.
    private static func end(ofPairsFrom start: Int, of bytes: Span<UInt8>) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0x1B, bytes[end] != 10 { end += 1 }
        if end + 1 < bytes.count, bytes[end] == 0x1B, bytes[end + 1] == 0x28 { return end }
        func isInName(_ byte: UInt8) -> Bool {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: ":") ~= byte
        }
        func isTag(at index: Int) -> Bool {
            if bytes[index] == UInt8(ascii: "]") {
                return bytes[index + 1] == UInt8(ascii: "]") && bytes[index + 2] == UInt8(ascii: ">")
            }
            guard bytes[index] == UInt8(ascii: "<"), bytes[index + 1] == UInt8(ascii: "/") else {
                return false
            }
            var last = index + 2
            while last < end, isInName(bytes[last]) { last += 1 }
            return last > index + 2 && last < end && bytes[last] == UInt8(ascii: ">")
        }
        var index = start
        while index + 2 < end, !isTag(at: index) { index += 1 }
        return index + 2 < end ? index : end
    }

    private static func japanese(_ bytes: [UInt8]) -> String? {
        var (text, isWide, index): ([UInt8], Bool, Int) = ([], false, 0)
        while index < bytes.count {
            let isPair = bytes[index] >= 0xA1 && index + 1 < bytes.count && bytes[index + 1] >= 0xA1
            if isPair != isWide { text += isPair ? [0x1B, 0x24, 0x42] : [0x1B, 0x28, 0x42] }
            isWide = isPair
            if isPair {
                text += [bytes[index] & 0x7F, bytes[index + 1] & 0x7F]
            } else {
                text.append(bytes[index] < 0x80 ? bytes[index] : UInt8(ascii: "?"))
            }
            index += isPair ? 2 : 1
        }
        if isWide { text += [0x1B, 0x28, 0x42] }
        return String(data: Data(text), encoding: .iso2022JP)
    }

    // Bytes of Windows-1252

    /// UTF-8 with stray bytes, or Windows-1252 alone.
    private static func repaired(_ bytes: [UInt8], isUnicode: Bool = true) -> String {
        var (text, index): ([UInt8], Int) = ([], 0)
        text.reserveCapacity(bytes.count * 2)
        while index < bytes.count {
            let length = isUnicode ? length(at: index, of: bytes) : 0
            if length > 0 {
                text += bytes[index..<index + length]
            } else {
                append(western(bytes[index]), to: &text)
            }
            index += max(1, length)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// How many bytes of UTF-8 make a character; 0 if they make none.
    private static func length(at index: Int, of bytes: [UInt8]) -> Int {
        let first = bytes[index]
        let length =
            first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
        guard index + length <= bytes.count else { return 0 }
        for other in bytes[(index + 1)...].prefix(max(0, length - 1)) where other & 0xC0 != 0x80 { return 0 }
        guard length > 2 else { return length }
        let second = bytes[index + 1]
        switch first {
        case 0xE0: return second >= 0xA0 ? 3 : 0
        case 0xED: return second < 0xA0 ? 3 : 0
        case 0xF0: return second >= 0x90 ? 4 : 0
        case 0xF4: return second < 0x90 ? 4 : 0
        default: return length
        }
    }

    private static func append(_ character: Unicode.Scalar, to text: inout [UInt8]) {
        if character.isASCII { return text.append(UInt8(character.value)) }
        if let bytes = UTF8.encode(character) { text.append(contentsOf: bytes) }
    }

    /// The character of Windows-1252.
    static func western(_ byte: UInt8) -> Unicode.Scalar {
        0x80...0x9F ~= byte ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    private static let high = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
