/// What goes through a type's fields, to write them or to read them.
///
/// A type lists its fields once, and both directions follow that list: what is written is what is read, in the same
/// order. A ``SnapshotWriter`` cannot fail; a ``SnapshotReader`` throws ``SnapshotError``.
protocol SnapshotCoder {
    associatedtype Failure: Error

    /// Whether fields are read.
    static var isReader: Bool { get }
    /// The version of the format of these bytes. Fields that came later ask for it; see docs/snapshots.md.
    var version: Int { get }
    /// The instant to which others are written as a difference, in milliseconds.
    var base: Int64 { get }

    mutating func code(byte: inout UInt8) throws(Failure)
    /// Four bytes, the lowest first.
    mutating func code(fixed: inout UInt32) throws(Failure)
    /// Eight bytes, the lowest first.
    mutating func code(fixed: inout UInt64) throws(Failure)
    /// Seven bits a byte, the lowest first, in as few bytes as will do.
    mutating func code(varint: inout UInt64) throws(Failure)
    /// The number of elements to follow, each of which takes a byte at least.
    mutating func code(count: inout Int) throws(Failure)
    /// A value that mostly is as `blank`, bit by bit: then a byte says so.
    ///
    /// - Returns: Whether it is.
    @discardableResult
    mutating func code<Value: SnapshotCoded>(_ value: inout Value, orBlank blank: Value) throws(Failure)
        -> Bool
    /// What every state that was written fulfils. Read bytes that do not are refused; writing does not look.
    func check(_ isValid: @autoclosure () -> Bool) throws(Failure)
}

/// A type that goes through its fields with a coder, one line for each.
protocol SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

/// One that also says what to start from when a new one is read.
protocol SnapshotElement: SnapshotCoded {
    static var blank: Self { get }
}

extension SnapshotCoder {
    mutating func code<Value: SnapshotCoded>(_ value: inout Value) throws(Failure) { try value.code(&self) }

    /// An enumeration of a few cases.
    mutating func code<Value: RawRepresentable>(_ value: inout Value) throws(Failure)
    where Value.RawValue == UInt8 {
        var raw = value.rawValue
        try code(byte: &raw)
        guard let read = Value(rawValue: raw) else { return try check(false) }
        value = read
    }

    mutating func code(_ value: inout Int, in range: ClosedRange<Int>) throws(Failure) {
        try code(&value)
        try check(range.contains(value))
    }

    mutating func code(_ value: inout Double, in range: ClosedRange<Double>) throws(Failure) {
        try code(&value)
        try check(range.contains(value))
    }

    /// How much there was of something: from nought to 1e30. That is far beyond every count and every time, and so far
    /// from the end of the numbers that what is reckoned with it stays finite, and can be written and restored again.
    mutating func code<Value: BinaryFloatingPoint & SnapshotElement>(amount value: inout Value)
        throws(Failure)
    {
        try code(&value)
        try check(value >= 0 && value <= 1e30)
    }

    /// A number that may be none, where the host or its configuration may say so.
    mutating func code(any value: inout Double) throws(Failure) {
        var bits = value.bitPattern
        try code(fixed: &bits)
        value = Double(bitPattern: bits)
    }

    mutating func code(any value: inout Float) throws(Failure) {
        var bits = value.bitPattern
        try code(fixed: &bits)
        value = Float(bitPattern: bits)
    }
}
