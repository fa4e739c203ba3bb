extension Bool: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var byte: UInt8 = self ? 1 : 0
        try coder.code(byte: &byte)
        try coder.check(byte <= 1)
        self = byte == 1
    }
}

extension UInt8: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(byte: &self)
    }
}

extension UInt64: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(varint: &self)
    }
}

extension SnapshotCoded where Self: RawRepresentable, RawValue == UInt8 {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var raw = rawValue
        try coder.code(byte: &raw)
        guard let read = Self(rawValue: raw) else { return try coder.check(false) }
        self = read
    }
}

extension NetworkPath: SnapshotCoded {}
extension PowerSource: SnapshotCoded {}
extension TransferPriority: SnapshotCoded {}
extension PushKind: SnapshotCoded {}

extension Optional: SnapshotCoded where Wrapped: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var isThere = self != nil
        try coder.code(&isThere)
        guard isThere else { return self = nil }
        var some = self ?? Wrapped()
        try coder.code(&some)
        self = some
    }
}

extension Array: SnapshotCoded where Element: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var count = count
        try coder.code(count: &count)
        // Grows element by element, so that a count alone takes no memory.
        if Coder.isReader { removeAll() }
        for index in 0..<count {
            var value = Coder.isReader ? Element() : self[index]
            try coder.code(&value)
            if Coder.isReader { append(value) }
        }
    }
}

/// Small numbers of either sign take few bytes.
extension FixedWidthInteger where Self: SignedInteger & SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var bits = zigzag(Int64(self))
        try coder.code(varint: &bits)
        let wide = unzigzag(bits)
        try coder.check(Self(exactly: wide) != nil)
        self = Self(truncatingIfNeeded: wide)
    }
}

extension Int64: SnapshotElement {}
extension Int32: SnapshotElement {}
extension Int: SnapshotElement {}

protocol SnapshotFloat: BinaryFloatingPoint, SnapshotElement {
    associatedtype Bits: FixedWidthInteger & UnsignedInteger

    init(bitPattern: Bits)
    var bitPattern: Bits { get }
}

/// A finite number.
extension SnapshotFloat {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(any: &self)
        try coder.check(isFinite)
    }
}

extension Double: SnapshotFloat {}
extension Float: SnapshotFloat {}

/// Amounts.
extension SIMD where Scalar: SnapshotFloat {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for index in indices { try coder.code(amount: &self[index]) }
    }
}

extension SIMD2: SnapshotCoded where Scalar: SnapshotFloat {}
extension SIMD4: SnapshotCoded where Scalar: SnapshotFloat {}
extension SIMD8: SnapshotCoded where Scalar: SnapshotFloat {}

/// Times near the snapshot's own take few bytes; the ends of time take one.
extension FetchTime: SnapshotElement {
    init() { milliseconds = 0 }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        let bits = zigzag(milliseconds &- coder.base)
        let isFar = bits >= 1 << 62
        var code: UInt64 = self == .distantPast ? 0 : self == .distantFuture ? 1 : isFar ? 2 : bits &+ 3
        try coder.code(varint: &code)
        switch code {
        case 0: self = .distantPast
        case 1: self = .distantFuture
        case 2:
            var milliseconds = UInt64(bitPattern: milliseconds)
            try coder.code(fixed: &milliseconds)
            self = FetchTime(milliseconds: Int64(bitPattern: milliseconds))
        default: self = FetchTime(milliseconds: coder.base &+ unzigzag(code - 3))
        }
    }
}

extension TimeSpan: SnapshotElement {
    init() { milliseconds = 0 }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var milliseconds = milliseconds
        try coder.code(&milliseconds)
        self = TimeSpan(milliseconds: milliseconds)
    }
}

private func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

private func unzigzag(_ bits: UInt64) -> Int64 {
    Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
}
