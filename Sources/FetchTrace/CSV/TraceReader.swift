/// Reads a trace of format 1 event by event, in bounded memory.
///
///     var reader = try TraceReader(path: "week.csv")
///     while let event = try reader.next() {
///         print(event.time, reader.names.apps[event.app])
///     }
///
/// Strict: whatever is not exactly as the format says ends the reading with a ``TraceError``, and nothing is
/// dropped or repaired. Columns come in any order; fields may be quoted as in RFC 4180; lines end in LF or
/// CRLF; a UTF-8 byte order mark at the start and one empty line at the end are accepted. Names are compared
/// as Swift strings, so two spellings of the same Unicode text are one name.
///
/// Memory is for one chunk, one line where that is longer (up to a limit), and the names.
public struct TraceReader {
    /// How to read.
    public struct Options: Sendable {
        /// Whether to leave out columns that the format does not know, instead of refusing them.
        public var ignoreUnknownColumns: Bool
        /// Whether a device's times may decrease; for traces that are to be sorted.
        public var allowDisorder: Bool
        /// The longest line (with quoted line ends, record), its line end included, in bytes; at least 1 and
        /// at most 1 GiB.
        public var maximumLineLength: Int
        /// How many bytes to ask for at a time; at least 1.
        public var chunkSize: Int

        /// Makes options; the defaults are for strict reading of files.
        public init(
            ignoreUnknownColumns: Bool = false, allowDisorder: Bool = false,
            maximumLineLength: Int = 1 << 20, chunkSize: Int = 1 << 18
        ) {
            self.ignoreUnknownColumns = ignoreUnknownColumns
            self.allowDisorder = allowDisorder
            self.maximumLineLength = maximumLineLength
            self.chunkSize = chunkSize
        }
    }

    private var records: RecordReader
    private var decoder: EventDecoder
    private var failure: TraceError?
    private var hasEnded = false
    /// The event of the record that was read last, if its time zone was given first.
    private var held: TraceEvent?

    /// The launches read so far of which the trace says that they were used longer than a day.
    public private(set) var longUses = LongUses()

    /// How many events have been read.
    public private(set) var eventCount = 0

    /// The names of the devices, apps and labels that have appeared so far.
    public var names: TraceNames { decoder.names }

    /// The name of the source, as errors show it.
    public var sourceName: String { records.name }

    /// The line of the last event (or error), from 1.
    public var line: Int { records.line }

    /// Opens the file at `path` (`-` is standard input) and reads its header.
    ///
    /// - Throws: ``TraceError/Kind/cannotOpen`` or ``TraceError/Kind/data``.
    public init(path: String, options: Options = Options()) throws(TraceError) {
        try self.init(source: FileSource(path: path), options: options)
    }

    /// Takes a trace from memory and reads its header.
    public init(bytes: [UInt8], name: String = "<memory>", options: Options = Options()) throws(TraceError) {
        try self.init(source: MemorySource(bytes, name: name), options: options)
    }

    /// Takes a trace from `source` and reads its header.
    public init(source: any ByteSource, options: Options = Options()) throws(TraceError) {
        records = RecordReader(
            source, chunk: max(1, options.chunkSize), limit: min(max(1, options.maximumLineLength), 1 << 30))
        decoder = EventDecoder(allowDisorder: options.allowDisorder)
        try records.skipByteOrderMark()
        try readHeader(ignoreUnknown: options.ignoreUnknownColumns)
    }

    /// The next event, or nil at the end of the trace.
    ///
    /// After an error, every further call throws it again.
    ///
    /// - Complexity: O(*n*) in the length of the line.
    public mutating func next() throws(TraceError) -> TraceEvent? {
        if let failure { throw failure }
        if hasEnded { return nil }
        do {
            guard let event = try nextRecord() else {
                hasEnded = true
                return nil
            }
            eventCount += 1
            return event
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func nextRecord() throws(TraceError) -> TraceEvent? {
        if let event = held.take() { return event }
        guard try records.next(), try !isTrailingEmptyLine() else { return nil }
        let event: TraceEvent
        do {
            event = try decoder.decode(records)
        } catch {
            throw records.located(error)
        }
        longUses.look(at: event, line: records.line)
        guard let zone = decoder.impliedZone(event) else { return event }
        held = event
        return zone
    }

    /// Throws ``TraceError/noEvents(file:)`` if no event has been read; for use at the end of the trace.
    public func expectEvents() throws(TraceError) {
        if eventCount == 0 { throw .noEvents(file: sourceName) }
    }

    /// An empty line may be the last one, and is otherwise an error.
    private mutating func isTrailingEmptyLine() throws(TraceError) -> Bool {
        guard records.isEmptyLine else { return false }
        guard try records.isLast() else {
            throw records.located(
                RecordProblem(offset: 0, found: "an empty line", expected: "an event, or the end of the file")
            )
        }
        return true
    }

    private mutating func readHeader(ignoreUnknown: Bool) throws(TraceError) {
        let example = TraceColumns.example
        guard try records.next() else { throw records.endProblem(found: "an empty file", expected: example) }
        if records.isEmptyLine { throw records.endProblem(found: "an empty line", expected: example) }
        let (bytes, fields) = records.unquoted()
        do {
            decoder.columns = try TraceColumns(
                names: fields.map { String(decoding: bytes[$0.range], as: UTF8.self) },
                offsets: fields.map { Int($0.at) }, ignoreUnknown: ignoreUnknown)
        } catch {
            throw records.located(error)
        }
    }
}
