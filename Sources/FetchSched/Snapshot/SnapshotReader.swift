/// Reads fields from bytes, of which it takes none beyond `end`.
struct SnapshotReader: SnapshotCoder {
    typealias Failure = SnapshotError

    static var isReader: Bool { true }
    let version: Int
    let base: Int64
    private let bytes: [UInt8]
    private(set) var place: Int
    let end: Int

    /// - Precondition: `place` and `end` are within the bytes.
    init(
        _ bytes: [UInt8], from place: Int, to end: Int, version: Int = SnapshotFrame.version, base: Int64 = 0
    ) {
        self.bytes = bytes
        self.place = place
        self.end = end
        self.version = version
        self.base = base
    }

    @inline(__always)
    func check(_ isValid: @autoclosure () -> Bool) throws(SnapshotError) {
        guard isValid() else { throw .invalid(at: place) }
    }

    @inline(__always)
    mutating func code(byte: inout UInt8) throws(SnapshotError) {
        guard place < end else { throw .invalid(at: place) }
        byte = bytes[place]
        place += 1
    }

    mutating func code(fixed: inout UInt32) throws(SnapshotError) {
        guard end - place >= 4 else { throw .invalid(at: place) }
        let low = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
        let high = UInt32(bytes[place + 2]) | UInt32(bytes[place + 3]) << 8
        fixed = low | high << 16
        place += 4
    }

    mutating func code(fixed: inout UInt64) throws(SnapshotError) {
        var (low, high): (UInt32, UInt32) = (0, 0)
        try code(fixed: &low)
        try code(fixed: &high)
        fixed = UInt64(low) | UInt64(high) << 32
    }

    mutating func code(varint: inout UInt64) throws(SnapshotError) {
        varint = 0
        var shift: UInt64 = 0
        while true {
            var byte: UInt8 = 0
            try code(byte: &byte)
            // The tenth byte holds the one bit that is left; a last byte of nought would be one too many.
            try check(shift < 63 || byte <= 1)
            varint |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { return try check(byte > 0 || shift == 0) }
            shift += 7
        }
    }

    mutating func code(count: inout Int) throws(SnapshotError) {
        var wide: UInt64 = 0
        try code(varint: &wide)
        try check(wide <= UInt64(end - place))
        count = Int(truncatingIfNeeded: wide)
    }

    mutating func code<Value: SnapshotCoded>(
        _ value: inout Value, orBlank blank: Value
    ) throws(SnapshotError) -> Bool {
        var isWritten = false
        try code(&isWritten)
        value = blank
        if isWritten { try value.code(&self) }
        return !isWritten
    }

    // MARK: Parts

    /// A reader of the next `count` bytes, which must be there.
    func part(of count: Int) -> SnapshotReader {
        SnapshotReader(bytes, from: place, to: place + count, version: version, base: base)
    }

    /// Goes on there.
    mutating func skip(to place: Int) { self.place = place }
}
