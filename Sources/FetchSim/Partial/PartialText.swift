import FetchSched
import FetchTrace

/// JSON text under construction; floating-point numbers stand in the shortest form that reads back as the same bits.
enum PartialText {
    static func list(_ items: some Sequence<String>) -> String { "[" + items.joined(separator: ",") + "]" }

    static func wholes(_ numbers: some Sequence<some BinaryInteger>) -> String {
        list(numbers.map { "\($0)" })
    }

    static func reals(_ numbers: some Sequence<Double>) -> String { list(numbers.map { "\($0)" }) }

    static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// A string literal.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Amounts of time as their number of zeros, the whole milliseconds as differences in rising order, and what is
    /// neither. Nothing that is reported depends on their order.
    static func sample(_ seconds: [Double]) -> String {
        var zeros = 0
        var milliseconds: [UInt32] = []
        var others: [Double] = []
        for amount in seconds {
            if amount == 0 {
                zeros += 1
            } else if let whole = UInt32(exactly: (amount * 1000).rounded()), Double(whole) / 1000 == amount {
                milliseconds.append(whole)
            } else {
                others.append(amount)
            }
        }
        milliseconds.sort()
        var last: UInt32 = 0
        var text = "[\(zeros),["
        for (index, whole) in milliseconds.enumerated() {
            if index > 0 { text += "," }
            text += "\(whole - last)"
            last = whole
        }
        text += "]"
        if !others.isEmpty { text += "," + reals(others.sorted()) }
        return text + "]"
    }
}

extension PartialValue {
    /// What ``PartialText/sample(_:)`` wrote.
    func sample() throws(RecordProblem) -> [Double] {
        let parts = try list()
        guard (2...3).contains(parts.count) else {
            throw RecordProblem(
                offset: 0, found: "a list of \(parts.count)", expected: "zeros, milliseconds, others")
        }
        // They take memory for a moment that the bytes of the file do not account for.
        var seconds = [Double](repeating: 0, count: try parts[0].count(atMost: 1 << 24))
        var last = 0
        for item in try parts[1].list() {
            last += try item.count(atMost: Int(UInt32.max))
            guard last <= Int(UInt32.max) else {
                throw RecordProblem(offset: 0, found: "\(last) ms", expected: "32 bits")
            }
            seconds.append(Double(last) / 1000)
        }
        if parts.count == 3 { for item in try parts[2].list() { seconds.append(try item.amount()) } }
        return seconds
    }
}
