/// The constants of binary trace format 1; docs/binary-trace.md describes it.
enum BinaryFormat {
    /// How every binary trace begins: a byte that no text begins with, `FST`, and the line ends that careless
    /// copying changes (as in PNG).
    static let magic: [UInt8] = [0x89, 0x46, 0x53, 0x54, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The version that is read and written.
    static let version: UInt16 = 1
    /// Bytes of the file's header: magic, version, two zeros, checksum.
    static let headerLength = 16
    /// Bytes before a block's content: type and length.
    static let blockHead = 5
    /// Bytes behind a block's content: the checksum.
    static let blockTail = 4
    /// Longest content of a block in bytes, so that a damaged length cannot ask for all memory: 256 MiB.
    static let longestBlock = 1 << 28
    /// Most events of a block.
    static let mostEvents = 1 << 20

    /// What a block holds.
    enum BlockType: UInt8 {
        /// Names of devices, apps and labels, which later blocks refer to by number.
        case names = 1
        /// In which order the events of the next blocks come, where devices take turns.
        case order = 2
        /// Events of one device.
        case events = 3
        /// The end of the trace, with the number of events.
        case end = 4
    }
}

/// What is wrong within one block, before the place in the file is known.
struct BlockProblem: Error {
    /// Bytes from the start of the block's content to the offence.
    var offset: Int
    /// What was found there.
    var found: String
    /// What was expected.
    var expected: String

    /// Bytes from `index` on, where the content should end.
    static func excess(_ index: Int) -> BlockProblem {
        BlockProblem(offset: index, found: "more bytes", expected: "the end of the block")
    }
}

/// Reads the number at `index`, seven bits a byte, the lowest first; `index` moves behind it.
///
/// - Throws: ``BlockProblem`` if `end` comes first, or the number needs more than 64 bits.
@inline(__always)
func readNumber(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) throws(BlockProblem) -> UInt64 {
    if index < end {
        let byte = bytes[index]
        if byte < 0x80 {
            index += 1
            return UInt64(byte)
        }
    }
    return try readLongNumber(bytes, &index, end)
}

private func readLongNumber(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
) throws(BlockProblem) -> UInt64 {
    let start = index
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while index < end, shift < 64 {
        let byte = bytes[index]
        let bits = UInt64(byte & 0x7F)
        if shift == 63, bits > 1 { break }
        result |= bits << shift
        index += 1
        if byte < 0x80 { return result }
        shift += 7
    }
    throw BlockProblem(
        offset: start, found: index < end ? "a number of more than 64 bits" : "the end of the column",
        expected: "a number")
}

extension [UInt8] {
    /// Appends a number, seven bits a byte, the lowest first.
    mutating func appendNumber(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends the bytes of an integer, the lowest first.
    mutating func appendLittleEndian(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

/// The integer whose bytes stand at `index`, the lowest first.
///
/// Of a part that is known to be as long as the integer, in unrolled steps, the compiler makes one load.
@inline(__always)
func readLittleEndian<Number: FixedWidthInteger & UnsignedInteger>(
    _ bytes: Span<UInt8>, _ index: Int, as type: Number.Type = Number.self
) -> Number {
    let part = bytes.extracting(index..<index + Number.bitWidth / 8)
    var result: Number = 0
    for place in 0..<Number.bitWidth / 8 {
        result |= Number(truncatingIfNeeded: part[place]) &<< Number(truncatingIfNeeded: 8 &* place)
    }
    return result
}

/// A signed number as an unsigned one, small where it is near 0.
func folded(_ number: Int64) -> UInt64 { UInt64(bitPattern: (number << 1) ^ (number >> 63)) }

/// What ``folded(_:)`` was given.
func unfolded(_ number: UInt64) -> Int64 { Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
