/// The number in hexadecimal, with zeros before it up to so many digits.
package func hexadecimal(_ value: UInt64, digits: Int, uppercase: Bool = false) -> String {
    padded(String(value, radix: 16, uppercase: uppercase), to: digits)
}

/// `0x07`: a byte as it is written in an error message.
func hexadecimal(_ byte: UInt8) -> String { "0x" + hexadecimal(UInt64(byte), digits: 2, uppercase: true) }

/// The digits, with zeros before them up to so many.
package func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}

/// The FNV-1a hash of 64 bits (Fowler, Noll and Vo; RFC 9923) under construction, the same on every platform.
package struct FNV: Sendable {
    /// The hash of what was added.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    @inline(__always)
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

extension String {
    /// The ``FNV`` hash of the UTF-8 bytes.
    package var portableHash: UInt64 {
        var hash = FNV()
        for byte in utf8 { hash.add(byte) }
        return hash.value
    }
}
