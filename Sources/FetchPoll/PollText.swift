/// Why a line was not taken: the byte where it starts, what is there, and what was expected. Nothing was done.
struct PollError: Error {
    var byte: Int
    var found: [UInt8]
    var expected: String

    init(byte: Int, found: [UInt8], expected: String) {
        self.byte = byte
        self.found = found
        self.expected = expected
    }

    init(byte: Int, found: String, expected: String) {
        self.init(byte: byte, found: Array(found.utf8), expected: expected)
    }
}

/// An answer under construction: an object of JSON, its keys in their order.
struct PollAnswer {
    private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

    init() {}

    init(_ error: PollError) {
        var text = Array("found ".utf8) + error.found
        text += Array(", expected ".utf8) + Array(error.expected.utf8)
        add("error", text: text)
        add("byte", Int64(error.byte))
    }

    /// The line, without its end.
    var line: [UInt8] { bytes + [UInt8(ascii: "}")] }

    mutating func append(_ text: String) { bytes += Array(text.utf8) }

    mutating func append(quoted text: [UInt8]) { Self.quote(text, to: &bytes) }

    mutating func add(key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes += Array(key.utf8)
        bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    }

    mutating func add(_ key: String, _ value: Int64?) {
        add(key: key)
        bytes += Array((value.map { String($0) } ?? "null").utf8)
    }

    mutating func add(_ key: String, text: [UInt8]?) {
        add(key: key)
        if let text { Self.quote(text, to: &bytes) } else { bytes += Array("null".utf8) }
    }

    mutating func add(_ key: String, texts: [[UInt8]]) {
        add(key: key)
        bytes.append(UInt8(ascii: "["))
        for (number, text) in texts.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.quote(text, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends a text in UTF-8 as JSON has it.
    static func quote(_ text: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Bytes as text (RFC 4648, section 4).
enum PollBase64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> [UInt8] {
        let digits = digits
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let left = bytes.count - start
            var group = UInt32(bytes[start]) << 16
            if left > 1 { group |= UInt32(bytes[start + 1]) << 8 }
            if left > 2 { group |= UInt32(bytes[start + 2]) }
            text.append(digits[Int(group >> 18)])
            text.append(digits[Int(group >> 12 & 63)])
            text.append(left > 1 ? digits[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            text.append(left > 2 ? digits[Int(group & 63)] : UInt8(ascii: "="))
        }
        return text
    }

    /// The bytes; nil for any other text.
    static func bytes(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        for start in stride(from: 0, to: text.count, by: 4) {
            var (group, count) = (UInt32(0), 4)
            if start + 4 == text.count {
                while count > 2, text[start + count - 1] == UInt8(ascii: "=") { count -= 1 }
            }
            for place in 0..<4 {
                let value = place < count ? values[Int(text[start + place])] : 0
                guard value < 64 else { return nil }
                group = group << 6 | UInt32(value)
            }
            for place in 0..<count - 1 {
                bytes.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(place))))
            }
        }
        return bytes
    }
}
