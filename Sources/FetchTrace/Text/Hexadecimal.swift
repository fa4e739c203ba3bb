import FetchSchedText

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

extension String {
    /// The ``/FetchSchedText/FNV`` hash of the UTF-8 bytes.
    package var portableHash: UInt64 { FNV.hash(utf8) }
}
