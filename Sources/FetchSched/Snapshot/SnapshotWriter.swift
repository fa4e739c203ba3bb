struct SnapshotWriter: SnapshotCoder {
    typealias Failure = Never

    static var isReader: Bool { false }
    let base: Int64
    private(set) var bytes: [UInt8] = []

    var bytesLeft: Int { .max }

    init(base: Int64) { self.base = base }

    /// Continues after bytes that were written before, with fields that need no base.
    init(continuing bytes: ArraySlice<UInt8>) {
        base = 0
        self.bytes = Array(bytes)
    }

    mutating func append(_ bytes: [UInt8]) { self.bytes += bytes }

    func check(_ isValid: @autoclosure () -> Bool) {}

    mutating func code(byte: inout UInt8) { bytes.append(byte) }

    mutating func code<Number: FixedWidthInteger & UnsignedInteger>(fixed: inout Number) {
        for index in 0..<Number.bitWidth / 8 {
            bytes.append(UInt8(truncatingIfNeeded: fixed >> (8 * index)))
        }
    }

    mutating func code(varint: inout UInt64) {
        var rest = varint
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func patch(_ value: UInt64, at position: Int) {
        for index in 0..<8 where position + index < bytes.count {
            bytes[position + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
        }
    }
}
