import FetchSched

/// A whole trace in memory.
public struct Trace: Sendable {
    /// Where it came from, as errors and reports show it.
    public var source: String
    /// The names that the events refer to.
    public var names: TraceNames
    /// The events, in the order of the file, or by time if sorted.
    public var events: [TraceEvent]
    /// The launches of which it says that they were used longer than a day.
    public internal(set) var longUses = LongUses()

    /// Makes a trace.
    public init(source: String = "<memory>", names: TraceNames = TraceNames(), events: [TraceEvent] = []) {
        self.source = source
        self.names = names
        self.events = events
    }
}

extension [TraceEvent] {
    /// Sorts by time; events of the same time keep their order, on one device and between devices.
    ///
    /// - Complexity: O(*n*) if in order already, else O(*n* log *n*).
    public mutating func sortStably() {
        var isSorted = true
        for index in indices.dropFirst() where self[index].time < self[index - 1].time {
            isSorted = false
            break
        }
        // The standard library documents that `sort` is stable.
        if !isSorted { sort { $0.time < $1.time } }
    }
}
