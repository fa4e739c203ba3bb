/// Writes or reads the fields of a type, which lists them once, in `code(_:)`: what is written is read back in that
/// order. A ``SnapshotWriter`` cannot fail; a ``SnapshotReader`` throws ``SnapshotError``.
protocol SnapshotCoder {
    associatedtype Failure: Error

    static var isReader: Bool { get }
    /// The time relative to which instants are written, in milliseconds.
    var base: Int64 { get }
    var bytesLeft: Int { get }

    mutating func code(byte: inout UInt8) throws(Failure)
    /// Codes a number in as many bytes as it has, the lowest first.
    mutating func code<Number: FixedWidthInteger & UnsignedInteger>(fixed: inout Number) throws(Failure)
    /// Codes seven bits per byte, the lowest first, in as few bytes as possible.
    mutating func code(varint: inout UInt64) throws(Failure)
    /// Rejects values that no engine has: a reader throws, and what a writer has written is not passed on.
    mutating func check(_ isValid: Bool) throws(Failure)
}

protocol SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

protocol SnapshotElement: SnapshotCoded { init() }

extension SnapshotCoder {
    mutating func code<Value: SnapshotCoded>(_ value: inout Value) throws(Failure) { try value.code(&self) }

    mutating func code<A: SnapshotCoded, B: SnapshotCoded>(_ a: inout A, _ b: inout B) throws(Failure) {
        try a.code(&self)
        try b.code(&self)
    }

    mutating func code<A: SnapshotCoded, B: SnapshotCoded, C: SnapshotCoded>(
        _ a: inout A, _ b: inout B, _ c: inout C
    ) throws(Failure) {
        try code(&a, &b)
        try c.code(&self)
    }

    mutating func code<A: SnapshotCoded, B: SnapshotCoded, C: SnapshotCoded, D: SnapshotCoded>(
        _ a: inout A, _ b: inout B, _ c: inout C, _ d: inout D
    ) throws(Failure) {
        try code(&a, &b)
        try code(&c, &d)
    }

    mutating func code<Value: SnapshotElement & Comparable>(
        _ value: inout Value, in range: ClosedRange<Value>
    ) throws(Failure) {
        try code(&value)
        try check(range.contains(value))
    }

    /// Codes a count or a sum, from 0 to 1e30: far beyond every count and every time, and so far from the largest
    /// number that everything computed from it is finite, and can be written and restored again.
    mutating func code<Value: SnapshotFloat>(amount value: inout Value) throws(Failure) {
        try code(&value)
        try check(value >= 0 && value <= 1e30)
    }

    mutating func code<Value: SnapshotFloat>(amounts a: inout Value, _ b: inout Value) throws(Failure) {
        try code(amount: &a)
        try code(amount: &b)
    }

    mutating func code<Value: SnapshotFloat>(
        amounts a: inout Value, _ b: inout Value, _ c: inout Value
    ) throws(Failure) {
        try code(amounts: &a, &b)
        try code(amount: &c)
    }

    /// Codes a number that may be NaN or infinite, because the host or its configuration sets it.
    mutating func code<Value: SnapshotFloat>(any value: inout Value) throws(Failure) {
        var bits = value.bitPattern
        try code(fixed: &bits)
        value = Value(bitPattern: bits)
    }

    mutating func code(_ value: inout Int?, below count: Int) throws(Failure) {
        try code(&value)
        try check(value.map { $0 >= 0 && $0 < count } ?? true)
    }

    /// Codes the number of elements that follow, each of which takes at least one byte.
    mutating func code(count: inout Int) throws(Failure) {
        var wide = UInt64(count)
        try code(varint: &wide)
        try check(wide <= UInt64(bytesLeft))
        count = Int(truncatingIfNeeded: wide)
    }

    /// Codes an array whose length the reader knows.
    mutating func code<Value: SnapshotCoded>(each values: inout [Value]) throws(Failure) {
        for index in values.indices {
            var value = values[index]
            try code(&value)
            if Self.isReader { values[index] = value }
        }
    }

    /// Codes an array of amounts whose length the reader knows.
    mutating func code<Value: SnapshotFloat>(amounts values: inout [Value]) throws(Failure) {
        try code(each: &values)
        try check(values.allSatisfy { $0 >= 0 && $0 <= 1e30 })
    }
}

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
