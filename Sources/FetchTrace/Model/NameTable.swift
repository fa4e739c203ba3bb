/// Names as numbers: each distinct text is stored once, numbered in order of first appearance.
///
/// - Complexity: one hash look-up per name.
public struct NameTable: Sendable {
    /// The names, by number.
    public private(set) var names: [String] = []
    /// How each is written, found out once: a name stands in many lines.
    private(set) var forms: [NameForm] = []
    private var numbers: [String: Int32] = [:]

    /// Makes an empty table.
    public init() {}

    /// The number of `name`, new or known.
    public mutating func number(of name: String) -> Int32 {
        func noted(_ number: inout Int32) -> Int32 { number }
        // One look-up finds the name or enters it.
        let next = Int32(truncatingIfNeeded: names.count)
        let number = noted(&numbers[name, default: next])
        if number == next {
            names.append(name)
            forms.append(NameForm(name))
        }
        return number
    }

    /// Whether the reader of traces would take that name, as ``isTraceName(_:)`` says.
    package func isTraceName(_ number: Int32) -> Bool { forms[Int(number)] != .refused }

    /// The number of `name` if it is known.
    public func find(_ name: String) -> Int32? { numbers[name] }

    /// Makes room for so many names.
    package mutating func reserveCapacity(_ count: Int) {
        names.reserveCapacity(count)
        forms.reserveCapacity(count)
        numbers.reserveCapacity(count)
    }

    /// The name with that number.
    public subscript(number: Int32) -> String { names[Int(number)] }

    /// How many names there are.
    public var count: Int { names.count }
}

/// The names that a trace's events refer to by number.
public struct TraceNames: Sendable {
    /// Device ids.
    public var devices = NameTable()
    /// App ids.
    public var apps = NameTable()
    /// Regions, tasks and texts.
    public var labels = NameTable()

    /// Makes empty tables.
    public init() {}
}
