/// CRC-32C (Castagnoli): finds every error of up to three bits, and every burst of up to 32, in a snapshot.
///
/// Source: Castagnoli, Bräuer and Herrmann, IEEE Transactions on Communications 1993; check value of RFC 3720, B.4.
enum SnapshotChecksum {
    /// What a byte makes of the checksum, alone and with one, two and three noughts after it: 256 entries each. So four
    /// bytes are taken at a time.
    private static let table: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 1024)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = (value >> 1) ^ (value & 1 == 1 ? 0x82F6_3B78 : 0) }
            table[byte] = value
        }
        for place in 256..<1024 {
            let before = table[place - 256]
            table[place] = (before >> 8) ^ table[Int(before & 0xFF)]
        }
        return table
    }()

    /// The checksum of the first `count` bytes.
    ///
    /// - Complexity: O(`count`).
    static func of(_ bytes: [UInt8], count: Int) -> UInt32 {
        let table = table
        var value = UInt32.max
        let end = min(count, bytes.count)
        var index = 0
        while end - index >= 4 {
            let low = UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
            value ^= low | (UInt32(bytes[index + 2]) | UInt32(bytes[index + 3]) << 8) << 16
            let early = table[768 + Int(value & 0xFF)] ^ table[512 + Int(value >> 8 & 0xFF)]
            value = early ^ table[256 + Int(value >> 16 & 0xFF)] ^ table[Int(value >> 24)]
            index += 4
        }
        while index < end {
            value = (value >> 8) ^ table[Int((value ^ UInt32(bytes[index])) & 0xFF)]
            index += 1
        }
        return ~value
    }
}
