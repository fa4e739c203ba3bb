/// CRC-32C (Castagnoli): finds every error of up to three bits, and every burst of up to 32, in a snapshot.
///
/// Source: Castagnoli, Bräuer and Herrmann, IEEE Transactions on Communications 1993; check value of RFC 3720, B.4.
enum SnapshotChecksum {
    private static let table: [UInt32] = (0..<256 as Range<UInt32>).map { byte in
        var value = byte
        for _ in 0..<8 { value = (value >> 1) ^ (value & 1 == 1 ? 0x82F6_3B78 : 0) }
        return value
    }

    /// The checksum of the first `count` bytes.
    ///
    /// - Complexity: O(`count`).
    static func of(_ bytes: [UInt8], count: Int) -> UInt32 {
        let table = table
        var value = UInt32.max
        let end = min(count, bytes.count)
        var index = 0
        while index < end {
            value = (value >> 8) ^ table[Int((value ^ UInt32(bytes[index])) & 0xFF)]
            index += 1
        }
        return ~value
    }
}
