/// Names as numbers: each distinct text is kept once, numbered in order of first appearance.
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
        if let known = numbers[name] { return known }
        let number = Int32(truncatingIfNeeded: names.count)
        names.append(name)
        forms.append(NameForm(name))
        numbers[name] = number
        return number
    }

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
