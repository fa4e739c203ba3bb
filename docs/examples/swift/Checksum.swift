/// CRC-32 (IEEE 802.3), going on from `sum`.
func checksum(_ sum: UInt32 = 0, _ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = ~sum
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
}

/// The number with zeros before it.
func padded(_ number: some BinaryInteger, _ width: Int, radix: Int = 10) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
