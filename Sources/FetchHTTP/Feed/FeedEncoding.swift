import Foundation

/// The characters that a feed's bytes stand for.
struct FeedEncoding {
    private enum Kind {
        /// UTF-8, as far as it is; other bytes are Windows-1252, as they mostly come from there.
        case unicode
        /// Windows-1252, which what calls itself ISO 8859-1 is.
        case western
        case other(String.Encoding)
    }

    private let kind: Kind

    /// Finds the encoding by the first bytes, and returns the bytes in a form whose markup is ASCII.
    static func found(in data: Data) -> (Data, FeedEncoding) {
        let start = [UInt8](data.prefix(4))
        func begins(_ bytes: UInt8...) -> Bool { start.starts(with: bytes) }
        let zeros = start.map { $0 == 0 }
        if begins(0, 0, 0xFE, 0xFF) || zeros == [true, true, true, false] {
            return (wide(data, 4, isBig: true), FeedEncoding(kind: .unicode))
        }
        if begins(0xFF, 0xFE, 0, 0) || zeros == [false, true, true, true] {
            return (wide(data, 4, isBig: false), FeedEncoding(kind: .unicode))
        }
        if begins(0xFE, 0xFF) || zeros == [true, false, true, false] {
            return (wide(data, 2, isBig: true), FeedEncoding(kind: .unicode))
        }
        if begins(0xFF, 0xFE) || zeros == [false, true, false, true] {
            return (wide(data, 2, isBig: false), FeedEncoding(kind: .unicode))
        }
        if begins(0x4C, 0x6F, 0xA7, 0x94), let text = String(data: data, encoding: .core(0x0C02)) {  // EBCDIC
            return (Data(text.utf8), FeedEncoding(kind: .unicode))
        }
        guard !begins(0xEF, 0xBB, 0xBF), let name = declared(in: data) else {
            return (data, FeedEncoding(kind: .unicode))
        }
        if name == "iso2022jp" || name == "csiso2022jp", let text = String(data: data, encoding: .iso2022JP) {
            return (Data(text.utf8), FeedEncoding(kind: .unicode))
        }
        if name == "eucjp" || name == "xeucjp", let text = japanese(data) {
            return (Data(text.utf8), FeedEncoding(kind: .unicode))
        }
        if ["iso88591", "latin1", "windows1252", "cp1252", "l1", "msansi"].contains(name) {
            return (data, FeedEncoding(kind: .western))
        }
        return (data, FeedEncoding(kind: String.Encoding.named(name).map { .other($0) } ?? .unicode))
    }

    /// Returns the text of some bytes, without the control characters that XML forbids.
    func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
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
        case .western: return Self.western(copy)
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

    private static func wide(_ data: Data, _ width: Int, isBig: Bool) -> Data {
        var text = Data()
        text.reserveCapacity(data.count / width)
        let bytes = data.span
        func unit(_ index: Int) -> UInt32 {
            var value: UInt32 = 0
            for part in 0..<width {
                value = value << 8 | UInt32(bytes[index * width + (isBig ? part : width - 1 - part)])
            }
            return value
        }
        var index = 0
        while index < data.count / width {
            var value = unit(index)
            index += 1
            if width == 2, value & 0xFC00 == 0xD800, index < data.count / 2, unit(index) & 0xFC00 == 0xDC00 {
                value = 0x10000 + (value & 0x3FF) << 10 + unit(index) & 0x3FF
                index += 1
            }
            if let character = UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") { text.append(contentsOf: character) }
        }
        return text
    }

    /// Some platforms have no EUC-JP, but all have ISO-2022-JP, the same table with marks around it.
    private static func japanese(_ data: Data) -> String? {
        if let text = String(data: data, encoding: .japaneseEUC) { return text }
        var (bytes, isWide, index): (Data, Bool, Int) = (Data(), false, data.startIndex)
        while index < data.endIndex {
            let next = data.index(after: index)
            let isPair = data[index] >= 0xA1 && next < data.endIndex && data[next] >= 0xA1
            if isPair != isWide { bytes.append(contentsOf: isPair ? [0x1B, 0x24, 0x42] : [0x1B, 0x28, 0x42]) }
            isWide = isPair
            if isPair { bytes.append(contentsOf: [data[index] & 0x7F, data[next] & 0x7F]) }
            else { bytes.append(data[index] < 0x80 ? data[index] : UInt8(ascii: "?")) }
            index = isPair ? data.index(after: next) : next
        }
        return String(data: bytes, encoding: .iso2022JP)
    }

    private static func western(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(western(byte)) }
        return String(text)
    }

    /// The character of Windows-1252.
    static func western(_ byte: UInt8) -> Unicode.Scalar {
        0x80...0x9F ~= byte ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    private static let high = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// UTF-8 with stray bytes.
    private static func repaired(_ bytes: [UInt8]) -> String {
        var (text, index): (String.UnicodeScalarView, Int) = (.init(), 0)
        while index < bytes.count {
            let length = max(1, (~bytes[index]).leadingZeroBitCount)
            if length <= 4, index + length <= bytes.count,
                let character = String(validating: bytes[index..<index + length], as: UTF8.self)
            {
                text.append(contentsOf: character.unicodeScalars)
                index += length
            } else {
                text.append(western(bytes[index]))
                index += 1
            }
        }
        return String(text)
    }
}

extension String.Encoding {
    /// An encoding by its number in Core Foundation.
    fileprivate static func core(_ number: UInt) -> Self { Self(rawValue: 0x8000_0000 | number) }

    /// An encoding by its name in the IANA's list, in small letters without punctuation. Its markup is ASCII.
    fileprivate static func named(_ name: String) -> Self? {
        let numbers: [String: UInt] = [
            "gb2312": 0x0632, "gbk": 0x0632, "gb18030": 0x0632, "xgbk": 0x0632, "cp936": 0x0632, "big5": 0x0A03,
            "big5hkscs": 0x0A06, "shiftjis": 0x0420, "sjis": 0x0420, "xsjis": 0x0420, "windows31j": 0x0420,
            "cp932": 0x0420, "euckr": 0x0940, "ksc56011987": 0x0940, "cp949": 0x0422, "koi8r": 0x0A02,
            "cskoi8r": 0x0A02, "koi8u": 0x0A08, "tis620": 0x041D, "windows874": 0x041D, "cp874": 0x041D,
            "macintosh": 0, "macroman": 0, "mac": 0, "csmacintosh": 0, "xmaccyrillic": 7, "maccyrillic": 7,
        ]
        if let number = numbers[name] { return core(number) }
        let parts = name.drop { $0.isLetter }
        guard let page = UInt(parts) else { return nil }
        switch (name.dropLast(parts.count), page) {
        case ("iso", 88592...88599), ("iso", 885910...885916):
            return core(0x0200 + (page < 100_000 ? page - 88590 : page - 885900))
        case ("latin", 2...4): return core(0x0200 + page)
        case ("windows", 1250...1258), ("cp", 1250...1258):
            return core([0x0501, 0x0502, 0x0500, 0x0503, 0x0504, 0x0505, 0x0506, 0x0507, 0x0508][Int(page) - 1250])
        case ("ibm", _), ("cp", _), ("csibm", _):
            let pages: [UInt: UInt] = [
                437: 0x0400, 737: 0x0405, 775: 0x0406, 850: 0x0410, 852: 0x0412, 855: 0x0413, 857: 0x0414,
                860: 0x0415, 861: 0x0416, 862: 0x0417, 863: 0x0418, 864: 0x0419, 865: 0x041A, 866: 0x041B,
            ]
            return pages[page].map(core)
        default: return nil
        }
    }
}
