struct SnapshotWriter: SnapshotCoder {
    typealias Failure = Never

    static var isReader: Bool { false }
    let base: Int64
    private(set) var bytes: [UInt8] = []
    /// Whether a reader takes what was written, as far as the two make the same checks.
    private(set) var isSound = true

    var bytesLeft: Int { .max }

    init(base: Int64) { self.base = base }

    /// The bytes of a value; none if a reader would refuse them.
    static func bytes(of value: some SnapshotCoded, base: Int64) -> [UInt8] {
        var (value, writer) = (value, SnapshotWriter(base: base))
        value.code(&writer)
        return writer.isSound ? writer.bytes : []
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { self.bytes += bytes }

    mutating func check(_ isValid: Bool) { isSound = isSound && isValid }

    mutating func code(byte: inout UInt8) { bytes.append(byte) }

    mutating func code<Number: FixedWidthInteger & UnsignedInteger>(fixed: inout Number) {
        for index in 0..<Number.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: fixed >> (8 * index))) }
    }

    mutating func code(varint: inout UInt64) {
        var rest = varint
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
