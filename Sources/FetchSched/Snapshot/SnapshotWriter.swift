/// Writes fields as bytes.
struct SnapshotWriter: SnapshotCoder {
    typealias Failure = Never

    static var isReader: Bool { false }
    let version: Int
    let base: Int64
    private(set) var bytes: [UInt8] = []

    /// - Parameter version: an earlier one in tests.
    init(base: Int64, version: Int = SnapshotFrame.version) {
        self.base = base
        self.version = version
    }

    /// Goes on after bytes that were written before, with what needs no base.
    init(continuing bytes: ArraySlice<UInt8>) {
        base = 0
        version = SnapshotFrame.version
        self.bytes = Array(bytes)
    }

    mutating func append(_ bytes: [UInt8]) { self.bytes += bytes }

    func check(_ isValid: @autoclosure () -> Bool) {}

    mutating func code(byte: inout UInt8) { bytes.append(byte) }

    // Written out, not as loops: they are where nearly all of the time goes.

    mutating func code(fixed: inout UInt32) {
        bytes.append(UInt8(truncatingIfNeeded: fixed))
        bytes.append(UInt8(truncatingIfNeeded: fixed >> 8))
        bytes.append(UInt8(truncatingIfNeeded: fixed >> 16))
        bytes.append(UInt8(truncatingIfNeeded: fixed >> 24))
    }

    mutating func code(fixed: inout UInt64) {
        var low = UInt32(truncatingIfNeeded: fixed)
        var high = UInt32(truncatingIfNeeded: fixed >> 32)
        code(fixed: &low)
        code(fixed: &high)
    }

    mutating func code(varint: inout UInt64) {
        var rest = varint
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func code(count: inout Int) {
        var wide = UInt64(count)
        code(varint: &wide)
    }

    mutating func code<Value: SnapshotCoded>(_ value: inout Value, orBlank blank: Value) -> Bool {
        let begin = bytes.count
        bytes.append(1)
        value.code(&self)
        let middle = bytes.count
        var blank = blank
        blank.code(&self)
        let isBlank =
            bytes.count - middle == middle - begin - 1
            && (middle..<bytes.count).allSatisfy { bytes[$0] == bytes[$0 - (middle - begin - 1)] }
        bytes.removeLast(bytes.count - (isBlank ? begin : middle))
        if isBlank { bytes.append(0) }
        return isBlank
    }

    /// Overwrites eight bytes that were written before.
    mutating func patch(_ value: UInt64, at place: Int) {
        for index in 0..<8 where place + index < bytes.count {
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
        }
    }
}
