struct SnapshotReader: SnapshotCoder {
    typealias Failure = SnapshotError

    static var isReader: Bool { true }
    let base: Int64
    private let bytes: [UInt8]
    private(set) var position: Int
    let end: Int

    var bytesLeft: Int { end - position }

    /// - Precondition: `position` and `end` are within the bytes.
    init(_ bytes: [UInt8], from position: Int, to end: Int, base: Int64 = 0) {
        self.bytes = bytes
        self.position = position
        self.end = end
        self.base = base
    }

    mutating func check(_ isValid: Bool) throws(SnapshotError) {
        guard isValid else { throw .invalid(at: position) }
    }

    mutating func code(byte: inout UInt8) throws(SnapshotError) {
        try check(position < end)
        byte = bytes[position]
        position += 1
    }

    mutating func code<Number: FixedWidthInteger & UnsignedInteger>(
        fixed: inout Number
    ) throws(SnapshotError) {
        fixed = 0
        for index in 0..<Number.bitWidth / 8 {
            var byte: UInt8 = 0
            try code(byte: &byte)
            fixed |= Number(byte) << (8 * index)
        }
    }

    mutating func code(varint: inout UInt64) throws(SnapshotError) {
        varint = 0
        var shift: UInt64 = 0
        while true {
            var byte: UInt8 = 0
            try code(byte: &byte)
            // The tenth byte holds the single bit that is left; a final byte of zero would be superfluous.
            try check(shift < 63 || byte <= 1)
            varint |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { return try check(byte > 0 || shift == 0) }
            shift += 7
        }
    }

    /// Reads the length of a block and returns a reader of its content, which this reader skips.
    mutating func readBlock() throws(SnapshotError) -> SnapshotReader {
        var length: UInt64 = 0
        try code(fixed: &length)
        try check(length <= UInt64(bytesLeft))
        let start = position
        position += Int(truncatingIfNeeded: length)
        return SnapshotReader(bytes, from: start, to: position, base: base)
    }
}
