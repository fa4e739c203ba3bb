/// The forms that a trace can have in a file.
public enum TraceForm: String, CaseIterable, Sendable {
    /// Text, trace format 1.
    case csv
    /// Compact and checksummed, docs/binary-trace.md.
    case binary

    /// The form that a file's name asks for: `.csv` or `.fst`; nil for other names.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        if name.hasSuffix(".csv") {
            self = .csv
        } else if name.hasSuffix(".fst") {
            self = .binary
        } else {
            return nil
        }
    }

    /// A writer of this form.
    public func writer(to sink: any ByteSink) -> any TraceOutput {
        switch self {
        case .csv: TraceWriter(to: sink)
        case .binary: BinaryTraceWriter(to: sink)
        }
    }
}

/// What takes the events of a trace, one after the other, and gives them the form of a file.
public protocol TraceOutput {
    /// Takes one event; `names` are those that the event's numbers refer to.
    ///
    /// - Throws: ``TraceError/Kind/data`` if the form cannot express the event, or ``TraceError/Kind/cannotWrite``.
    mutating func write(_ event: TraceEvent, names: TraceNames) throws(TraceError)

    /// Passes on what has been collected. To be called at the end; the sink is not closed.
    mutating func finish() throws(TraceError)
}
