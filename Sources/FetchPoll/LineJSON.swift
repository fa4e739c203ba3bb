/// A line of JSON (RFC 8259): its syntax is checked as a whole, its values are read where they stand.
///
/// Not FetchTrace's `JSONValue`: that keeps objects as dictionaries of `String`, which loses their order, and needs tables of
/// Unicode and the C library's numbers. Embedded Swift links neither. Here a value is its place in the line, so that a line of
/// a hundred thousand sources makes no tree.
struct LineJSON: Sendable {
    let bytes: [UInt8]
    /// Deeper nesting could exhaust the stack.
    private static let mostDepth = 32

    init(_ line: [UInt8]) throws(PollError) {
        bytes = line
        let end = space(try skip(space(0), depth: 0))
        if end < bytes.count { throw fault(end, "the end of the line") }
    }

    // MARK: Syntax

    private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    private func fault(_ place: Int, _ expected: String) -> PollError {
        guard place < bytes.count else {
            return PollError(byte: bytes.count, found: "the end of the line", expected: expected)
        }
        let (found, digits) = (bytes[place], Array("0123456789ABCDEF".utf8))
        let isPlain = 0x21...0x7E ~= found
        let hexadecimal = [
            UInt8(ascii: "0"), UInt8(ascii: "x"), digits[Int(found >> 4)], digits[Int(found & 15)],
        ]
        let text = isPlain ? [found] : Array("byte ".utf8) + hexadecimal
        return PollError(byte: place, found: text, expected: expected)
    }

    private func space(_ start: Int) -> Int {
        var place = start
        while place < bytes.count,
            bytes[place] == 0x20 || bytes[place] == 0x09 || bytes[place] == 0x0D || bytes[place] == 0x0A
        {
            place += 1
        }
        return place
    }

    /// Returns the place behind the value at `start`.
    private func skip(_ start: Int, depth: Int) throws(PollError) -> Int {
        guard depth <= Self.mostDepth else { throw fault(start, "fewer values in values") }
        switch byte(start) {
        case UInt8(ascii: "{"): return try skipItems(start, UInt8(ascii: "}"), depth, hasKeys: true)
        case UInt8(ascii: "["): return try skipItems(start, UInt8(ascii: "]"), depth, hasKeys: false)
        case UInt8(ascii: "\""): return try skipText(start)
        case UInt8(ascii: "t"): return try skip(start, "true")
        case UInt8(ascii: "f"): return try skip(start, "false")
        case UInt8(ascii: "n"): return try skip(start, "null")
        default: return try skipNumber(start)
        }
    }

    private func skipItems(_ start: Int, _ close: UInt8, _ depth: Int, hasKeys: Bool) throws(PollError) -> Int
    {
        var place = space(start + 1)
        if byte(place) == close { return place + 1 }
        while true {
            if hasKeys {
                guard byte(place) == UInt8(ascii: "\"") else { throw fault(place, "a key in quotes") }
                place = space(try skipText(place))
                guard byte(place) == UInt8(ascii: ":") else { throw fault(place, "a colon") }
                place = space(place + 1)
            }
            place = space(try skip(place, depth: depth + 1))
            if byte(place) == close { return place + 1 }
            guard byte(place) == UInt8(ascii: ",") else {
                throw fault(place, hasKeys ? "\",\" or \"}\"" : "\",\" or \"]\"")
            }
            place = space(place + 1)
        }
    }

    private func skip(_ start: Int, _ word: String) throws(PollError) -> Int {
        var place = start
        for letter in word.utf8 {
            guard byte(place) == letter else { throw fault(place, word) }
            place += 1
        }
        return place
    }

    private func skipNumber(_ start: Int) throws(PollError) -> Int {
        var place = start
        if byte(place) == UInt8(ascii: "-") { place += 1 }
        let first = byte(place)
        let whole = place
        place = try skipDigits(place, start)
        if first == UInt8(ascii: "0"), place > whole + 1 { throw fault(start, "a value") }
        if byte(place) == UInt8(ascii: ".") { place = try skipDigits(place + 1, start) }
        if byte(place) | 0x20 == UInt8(ascii: "e") {
            place += 1
            if byte(place) == UInt8(ascii: "-") || byte(place) == UInt8(ascii: "+") { place += 1 }
            place = try skipDigits(place, start)
        }
        return place
    }

    private func skipDigits(_ from: Int, _ start: Int) throws(PollError) -> Int {
        var place = from
        while 0x30...0x39 ~= byte(place) { place += 1 }
        guard place > from else { throw fault(place < bytes.count ? start : place, "a value") }
        return place
    }

    private func skipText(_ start: Int) throws(PollError) -> Int {
        var place = start + 1
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): return place + 1
            case UInt8(ascii: "\\"): place = try escape(place).end
            case 0..<0x20: throw fault(place, "no control character in a text")
            case 0x20..<0x80: place += 1
            default: place = try skipCharacter(place)
            }
        }
        throw fault(place, "the end of a text in quotes")
    }

    /// Skips a character of UTF-8 that has several bytes.
    private func skipCharacter(_ start: Int) throws(PollError) -> Int {
        let first = bytes[start]
        let count = 0xC2...0xDF ~= first ? 2 : 0xE0...0xEF ~= first ? 3 : 0xF0...0xF4 ~= first ? 4 : 0
        // Neither longer than need be, nor half a surrogate, nor beyond the last character.
        let second = byte(start + 1)
        let isNone =
            (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)
            || (first == 0xF0 && second < 0x90)
            || (first == 0xF4 && second > 0x8F)
        guard count > 0, !isNone, (1..<count).allSatisfy({ byte(start + $0) & 0xC0 == 0x80 }) else {
            throw fault(start, "a text in UTF-8")
        }
        return start + count
    }

    /// Reads the escape at `start`.
    private func escape(_ start: Int) throws(PollError) -> (scalar: UInt32, end: Int) {
        switch byte(start + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return (UInt32(bytes[start + 1]), start + 2)
        case UInt8(ascii: "b"): return (0x08, start + 2)
        case UInt8(ascii: "f"): return (0x0C, start + 2)
        case UInt8(ascii: "n"): return (0x0A, start + 2)
        case UInt8(ascii: "r"): return (0x0D, start + 2)
        case UInt8(ascii: "t"): return (0x09, start + 2)
        case UInt8(ascii: "u"): break
        default: throw fault(start, "one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
        }
        guard let first = unit(start) else { throw fault(start, "four hexadecimal digits") }
        if !(0xD800...0xDFFF ~= first) { return (first, start + 6) }
        guard first < 0xDC00, let second = unit(start + 6), 0xDC00...0xDFFF ~= second else {
            throw fault(start, "both halves of a character")
        }
        return (0x10000 + (first - 0xD800) << 10 + second - 0xDC00, start + 12)
    }

    private func unit(_ start: Int) -> UInt32? {
        guard byte(start) == UInt8(ascii: "\\"), byte(start + 1) == UInt8(ascii: "u") else { return nil }
        var value: UInt32 = 0
        for place in start + 2..<start + 6 {
            let digit = byte(place)
            switch digit {
            case 0x30...0x39: value = value << 4 | UInt32(digit - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32(digit & 0xDF - 0x37)
            default: return nil
            }
        }
        return value
    }

    // MARK: Values, at places where they are known to start

    /// A value in words of the line, cut off if it is long: for errors.
    func found(_ place: Int) -> [UInt8] {
        let end = (try? skip(place, depth: 0)) ?? bytes.count
        guard end - place > 60 else { return Array(bytes[place..<end]) }
        var cut = place + 60
        while bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
        return Array(bytes[place..<cut]) + Array("...".utf8)
    }

    func refused(_ place: Int, expected: String) -> PollError {
        PollError(byte: place, found: found(place), expected: expected)
    }

    func isNull(_ place: Int) -> Bool { byte(place) == UInt8(ascii: "n") }

    /// The places of a list's items; of an object's keys and values in turn.
    private func places(_ start: Int, _ open: UInt8, _ expected: String) throws(PollError) -> [Int] {
        guard byte(start) == open else { throw refused(start, expected: expected) }
        var (places, place) = ([Int](), space(start + 1))
        while byte(place) != open + 2 {
            places.append(place)
            place = space(try skip(place, depth: 0))
            if byte(place) == UInt8(ascii: ",") || byte(place) == UInt8(ascii: ":") {
                place = space(place + 1)
            }
        }
        return places
    }

    func items(_ place: Int) throws(PollError) -> [Int] {
        try places(place, UInt8(ascii: "["), "a list in brackets")
    }

    /// The places of an object's keys and values.
    func members(_ place: Int) throws(PollError) -> [(key: Int, value: Int)] {
        let places = try places(place, UInt8(ascii: "{"), "an object in braces")
        return stride(from: 0, to: places.count, by: 2).map { (places[$0], places[$0 + 1]) }
    }

    func isText(_ place: Int) -> Bool { byte(place) == UInt8(ascii: "\"") }
    func isList(_ place: Int) -> Bool { byte(place) == UInt8(ascii: "[") }

    func text(_ start: Int, expected: String = "a text in quotes") throws(PollError) -> [UInt8] {
        guard isText(start) else { throw refused(start, expected: expected) }
        var (text, place) = ([UInt8](), start + 1)
        while byte(place) != UInt8(ascii: "\"") {
            guard bytes[place] == UInt8(ascii: "\\") else {
                text.append(bytes[place])
                place += 1
                continue
            }
            let (scalar, end) = try escape(place)
            Self.append(scalar, to: &text)
            place = end
        }
        return text
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        func rest(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (scalar >> shift) & 0x3F) }
        switch scalar {
        case 0..<0x80: text.append(UInt8(scalar))
        case 0x80..<0x800: text += [UInt8(0xC0 | scalar >> 6), rest(0)]
        case 0x800..<0x10000: text += [UInt8(0xE0 | scalar >> 12), rest(6), rest(0)]
        default: text += [UInt8(0xF0 | scalar >> 18), rest(12), rest(6), rest(0)]
        }
    }

    func truth(_ place: Int) throws(PollError) -> Bool {
        switch byte(place) {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default: throw refused(place, expected: "true or false")
        }
    }

    func number(_ place: Int, from least: Double, to most: Double, expected: String) throws(PollError)
        -> Double
    {
        guard let value = decimal(place)?.value, value >= least, value <= most else {
            throw refused(place, expected: expected)
        }
        return value
    }

    /// A whole number, which may be written as 1e3 or 5.0.
    func whole(
        _ place: Int, from least: Int64 = .min, to most: Int64 = .max, expected: String
    ) throws(PollError) -> Int64 {
        guard let decimal = decimal(place), let value = decimal.whole ?? decimal.rounded, value >= least,
            value <= most
        else { throw refused(place, expected: expected) }
        return value
    }

    private func decimal(_ start: Int) -> PollDecimal? {
        guard byte(start) == UInt8(ascii: "-") || 0x30...0x39 ~= byte(start) else { return nil }
        return PollDecimal(bytes[start...])
    }
}
