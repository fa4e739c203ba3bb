/// A JSON object (RFC 8259) that holds no other object and no list: all that an answer may be.
struct FlatObject: Hashable {
    enum Value: Hashable {
        case null
        case truth(Bool)
        case number(Double)
        case text(String)
    }

    private(set) var fields: [(key: String, value: Value)] = []

    static func == (one: FlatObject, other: FlatObject) -> Bool {
        one.fields.elementsEqual(other.fields) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) {
        for field in fields { hasher.combine(field.key) }
    }

    subscript(key: String) -> Value? { fields.first { $0.key == key }?.value }

    /// The object that `bytes` are, and nothing besides; nil for anything else, and if a key comes twice.
    ///
    /// - Complexity: O(bytes).
    init?(_ bytes: [UInt8]) {
        var reader = FlatReader(bytes)
        guard reader.skips(UInt8(ascii: "{")) else { return nil }
        if !reader.skips(UInt8(ascii: "}")) {
            repeat {
                guard let key = reader.text(), reader.skips(UInt8(ascii: ":")), let value = reader.value(),
                    self[key] == nil
                else { return nil }
                fields.append((key, value))
            } while reader.skips(UInt8(ascii: ","))
            guard reader.skips(UInt8(ascii: "}")) else { return nil }
        }
        guard reader.isAtEnd else { return nil }
    }
}

/// Reads the parts of a ``FlatObject``.
private struct FlatReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { place += 1 }
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return place == bytes.count
        }
    }

    /// Whether that byte comes next; if so, it is passed.
    mutating func skips(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        place += 1
        return true
    }

    mutating func value() -> FlatObject.Value? {
        skipSpace()
        switch next {
        case UInt8(ascii: "\"")?: return text().map { .text($0) }
        case UInt8(ascii: "n")?: return skips(word: "null") ? .null : nil
        case UInt8(ascii: "t")?: return skips(word: "true") ? .truth(true) : nil
        case UInt8(ascii: "f")?: return skips(word: "false") ? .truth(false) : nil
        default: return number().map { .number($0) }
        }
    }

    private mutating func skips(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard place + count <= bytes.count,
            bytes[place..<place + count].elementsEqual(word.description.utf8)
        else { return false }
        place += count
        return true
    }

    private mutating func number() -> Double? {
        let start = place
        if next == UInt8(ascii: "-") { place += 1 }
        let first = place
        guard let whole = digits(), whole == 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
        if next == UInt8(ascii: ".") {
            place += 1
            guard digits() != nil else { return nil }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            place += 1
            if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { place += 1 }
            guard digits() != nil else { return nil }
        }
        guard let value = Double(String(decoding: bytes[start..<place], as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }

    /// How many digits come next; nil for none.
    private mutating func digits() -> Int? {
        let start = place
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
        return place > start ? place - start : nil
    }

    mutating func text() -> String? {
        guard skips(UInt8(ascii: "\"")) else { return nil }
        var result: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: result, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next else { return nil }
                place += 1
                switch escaped {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(escaped)
                case UInt8(ascii: "n"): result.append(0x0A)
                case UInt8(ascii: "t"): result.append(0x09)
                case UInt8(ascii: "r"): result.append(0x0D)
                case UInt8(ascii: "b"): result.append(0x08)
                case UInt8(ascii: "f"): result.append(0x0C)
                case UInt8(ascii: "u"):
                    guard place + 4 <= bytes.count,
                        let code = UInt32(
                            String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16),
                        let scalar = Unicode.Scalar(code)
                    else { return nil }
                    place += 4
                    result.append(contentsOf: String(Character(scalar)).utf8)
                default: return nil
                }
            case 0..<0x20: return nil
            default: result.append(byte)
            }
        }
        return nil
    }
}
