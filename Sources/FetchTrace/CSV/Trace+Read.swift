import FetchSched

extension Trace {
    /// Reads the trace at `path`; `-` is standard input.
    ///
    /// - Parameter sort: Whether to accept times that decrease, and to sort the events by time.
    /// - Complexity: O(*n*) in the size of the file, or O(*n* log *n*) to sort.
    public static func read(
        path: String, options: TraceReader.Options = .init(), sort: Bool = false
    ) throws(TraceError) -> Trace {
        var options = options
        if sort { options.allowDisorder = true }
        var reader = try TraceReader(path: path, options: options)
        var trace = Trace(source: reader.sourceName)
        while let event = try reader.next() { trace.events.append(event) }
        (trace.longUses, trace.names) = (reader.longUses, reader.names)
        if sort { trace.events.sortStably() }
        return trace
    }

    /// Throws ``TraceError/noEvents(file:)`` if there are no events.
    public func expectEvents() throws(TraceError) {
        if events.isEmpty { throw .noEvents(file: source) }
    }
}
