struct SnapshotWriter: SnapshotCoder {
    typealias Failure = Never

    static var isReader: Bool { false }
    let base: Int64
    private(set) var bytes: [UInt8] = []

    var bytesLeft: Int { .max }

    init(base: Int64) { self.base = base }

    mutating func append(_ bytes: ArraySlice<UInt8>) { self.bytes += bytes }

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

    mutating func code<Value: SnapshotCoded>(_ value: inout Value, orBlank blank: Value) {
        let begin = bytes.count
        bytes.append(1)
        value.code(&self)
        let middle = bytes.count
        var blank = blank
        blank.code(&self)
        let isBlank = bytes[(begin + 1)..<middle].elementsEqual(bytes[middle...])
        bytes.removeLast(bytes.count - (isBlank ? begin : middle))
        if isBlank { bytes.append(0) }
    }
}
