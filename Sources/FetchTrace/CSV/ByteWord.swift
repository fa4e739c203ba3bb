/// Eight bytes of a text in one integer, the first lowest: what compares, finds and reads digits eight at a time.
///
/// The tricks with bits are those of the well-known collections (H. S. Warren, Hacker's Delight, 2nd edition, 6-1;
/// D. Lemire, "Quickly parsing eight digits", 2018).
struct ByteWord {
    /// The bytes.
    var bits: UInt64

    init(_ bits: UInt64) { self.bits = bits }

    /// The bytes from `index` on, or nil if there are fewer than eight.
    @inline(__always)
    init?(_ text: Span<UInt8>, _ index: Int) {
        guard index >= 0, index <= text.count - 8 else { return nil }
        bits = readLittleEndian(text, index)
    }

    /// The byte in all eight places.
    @inline(__always)
    static func all(_ byte: UInt8) -> ByteWord { ByteWord(UInt64(byte) &* 0x0101_0101_0101_0101) }

    /// The byte at `index`, from 0 to 7.
    @inline(__always)
    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits &>> (8 &* index)) }

    /// The place of the first byte that is the one which `byte` has in all places; 8 if there is none.
    @inline(__always)
    func first(_ byte: ByteWord) -> Int {
        let difference = bits ^ byte.bits
        // Borrows go upwards, so that the lowest mark is always right.
        let marks = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
        return marks.trailingZeroBitCount >> 3
    }

    /// The first `count` bytes (0 to 8), and zeros behind them.
    @inline(__always)
    func prefix(_ count: Int) -> UInt64 { bits & ~(UInt64.max << UInt64(8 &* count)) }

    /// How many bytes from the start on are digits.
    @inline(__always)
    var digitCount: Int {
        let values = bits ^ 0x3030_3030_3030_3030
        // Carries go upwards too.
        let marks = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
        return marks.trailingZeroBitCount >> 3
    }

    /// The number that the first `count` bytes are, which must be digits; `count` is from 1 to 8.
    @inline(__always)
    func decimal(_ count: Int) -> Int64 {
        // Digits of lower places are moved out of the way; the zeros that come in are leading ones.
        ByteWord.decimal(of: (bits ^ 0x3030_3030_3030_3030) &<< UInt64(64 &- 8 &* count))
    }

    /// The number of eight digits, each a byte from 0 to 9: first of pairs, then of fours, then of all.
    @inline(__always)
    static func decimal(of digits: UInt64) -> Int64 {
        let pairs = digits &* 10 &+ (digits >> 8)
        let upper = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let lower = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return Int64((upper &+ lower) >> 32)
    }
}
