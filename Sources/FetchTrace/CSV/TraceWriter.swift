import FetchSched

/// Writes a trace of format 1: a header, then a line per event.
///
///     let file = try AtomicFile(path: "week.csv")
///     var writer = TraceWriter(to: file)
///     for event in trace.events { try writer.write(event, names: trace.names) }
///     try writer.finish()
///     try file.commit()
///
/// What it writes reads back as the same events; an event that the format cannot express is an error. The
/// order of the events is the caller's business. All columns are written, times to the millisecond, other
/// numbers as short as they can be without loss, quotes only where needed.
public struct TraceWriter {
    private let sink: any ByteSink
    private let bufferSize: Int
    private var buffer: [UInt8]
    /// The line to be written, from 1.
    private var line = 2

    /// Makes a writer; the header goes out with the first events.
    ///
    /// - Parameter bufferSize: How many bytes to collect before they go to `sink`.
    public init(to sink: any ByteSink, bufferSize: Int = 1 << 16) {
        self.sink = sink
        self.bufferSize = bufferSize
        buffer = Array((TraceColumns.header + "\n").utf8)
    }

    /// Writes one event; `names` are those that the event's numbers refer to.
    ///
    /// - Throws: ``TraceError/Kind/data`` if the event breaks the rules of its kind, with the line it would have
    ///   had (and nothing of it is written), or ``TraceError/Kind/cannotWrite``.
    public mutating func write(_ event: TraceEvent, names: TraceNames) throws(TraceError) {
        let lineStart = buffer.count
        do {
            try append(event, names)
        } catch {
            buffer.removeSubrange(lineStart...)
            throw TraceError(
                kind: .data, file: sink.name, line: line, found: error.found, expected: error.expected)
        }
        line += 1
        if buffer.count >= bufferSize { try finish() }
    }

    /// Passes on what has been collected. To be called at the end; the sink is not closed.
    public mutating func finish() throws(TraceError) {
        try sink.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ event: TraceEvent, _ names: TraceNames) throws(RecordProblem) {
        let schema = event.kind.schema
        guard 0..<TraceLimits.time ~= event.time.milliseconds else {
            throw problem("time \(event.time.milliseconds) ms", "a time from 1970 to 3000", schema)
        }
        appendSeconds(event.time.milliseconds)
        comma()
        try appendName(event.device, names.devices, "device", schema)
        comma()
        append(schema.name)
        comma()
        try check(event.app != TraceEvent.none, schema.app, "app", schema)
        if event.app != TraceEvent.none { try appendName(event.app, names.apps, "app", schema) }
        comma()
        try appendValue(event.value, names.labels, event.kind)
        comma()
        try check(event.bytes != -1, schema.bytes, "bytes", schema)
        if event.bytes != -1 {
            guard 0...TraceLimits.bytes ~= event.bytes else {
                throw problem("bytes \(event.bytes)", "0 to \(TraceLimits.bytes)", schema)
            }
            appendDigits(event.bytes)
        }
        comma()
        try check(event.duration != nil, schema.seconds, "seconds", schema)
        if let duration = event.duration {
            guard 0...TraceLimits.duration ~= duration.milliseconds else {
                throw problem(
                    "\(duration.milliseconds) ms", "0 to \(TraceLimits.duration / 1000) seconds", schema)
            }
            appendShortSeconds(duration.milliseconds)
        }
        buffer.append(UInt8(ascii: "\n"))
    }

    private mutating func appendValue(
        _ value: EventValue, _ labels: NameTable, _ kind: EventKind
    ) throws(RecordProblem) {
        let schema = kind.schema
        switch (value, schema.value) {
        case (.none, .absent), (.none, .optionalWords): break
        case (.number(let number), .number(let range)) where range.contains(number):
            append(plainText(number))
        case (.number(let number), .wordsOrPositive) where number > 0 && number.isFinite:
            append(plainText(number))
        case (.word(let word), .words(let words)), (.word(let word), .optionalWords(let words)),
            (.word(let word), .wordsOrPositive(let words)),
            (.word(let word), .named(let words, _)):
            guard words.indices.contains(Int(word)) else { throw mismatch(schema) }
            append(words[Int(word)])
        case (.named(let word, let name), .named(let words, let prefixes)):
            let position = Int(word) - words.count
            guard prefixes.indices.contains(position) else { throw mismatch(schema) }
            try appendName(name, labels, "label", schema, prefix: prefixes[position] + ":")
        case (.named(0, let name), .text):
            try appendName(name, labels, "label", schema)
        case (.transfer(let options), .transfer):
            guard options.isSubset(of: [.upload, .discretionary, .silentFinish]) else {
                throw mismatch(schema)
            }
            append(options.contains(.upload) ? "upload" : "download")
            if options.contains(.discretionary) { append("+discretionary") }
            if options.contains(.silentFinish) { append("+silent-finish") }
        default: throw mismatch(schema)
        }
    }

    private mutating func appendName(
        _ number: Int32, _ table: NameTable, _ column: String, _ schema: EventSchema, prefix: String = ""
    ) throws(RecordProblem) {
        guard number >= 0, number < table.count else {
            throw problem("\(column) number \(number)", "one of the trace's \(table.count) names", schema)
        }
        let name = table[number]
        switch table.forms[Int(number)] {
        case .plain:
            append(prefix)
            append(name)
        case .quoted:
            buffer.append(UInt8(ascii: "\""))
            append(prefix)
            for byte in name.utf8 {
                if byte == UInt8(ascii: "\"") { buffer.append(byte) }
                buffer.append(byte)
            }
            buffer.append(UInt8(ascii: "\""))
        case .refused:
            throw problem(
                "\(column) \(quoted(name))", "a name of some length without control characters", schema)
        }
    }

    /// Seconds with three decimals, as ``secondsText(_:)`` has them.
    private mutating func appendSeconds(_ milliseconds: Int64) {
        appendDigits(milliseconds / 1000)
        let point = buffer.count
        // The digit in front keeps the zeros, and becomes the point.
        appendDigits(1000 + milliseconds % 1000)
        buffer[point] = UInt8(ascii: ".")
    }

    /// A number from 0 to ``TraceLimits/bytes``, which has 16 digits.
    private mutating func appendDigits(_ number: Int64) {
        // The last digit comes first, so that all wait in four bits each.
        var (rest, digits, count): (UInt64, UInt64, Int) = (number.magnitude, 0, 0)
        repeat {
            digits = digits << 4 | rest % 10
            rest /= 10
            count += 1
        } while rest > 0
        for _ in 0..<count {
            buffer.append(UInt8(ascii: "0") + UInt8(digits & 15))
            digits >>= 4
        }
    }

    /// Seconds with as many decimals as they need.
    private mutating func appendShortSeconds(_ milliseconds: Int64) {
        appendSeconds(milliseconds)
        while buffer.last == UInt8(ascii: "0") { buffer.removeLast() }
        if buffer.last == UInt8(ascii: ".") { buffer.removeLast() }
    }

    private mutating func append(_ text: String) {
        buffer.append(contentsOf: text.utf8)
    }

    private mutating func comma() {
        buffer.append(UInt8(ascii: ","))
    }

    private func check(
        _ isPresent: Bool, _ presence: Presence, _ column: String, _ schema: EventSchema
    ) throws(RecordProblem) {
        if presence == .required, !isPresent { throw problem("no \(column)", "one", schema) }
        if presence == .absent, isPresent { throw problem("\(column) set", "none", schema) }
    }

    private func mismatch(_ schema: EventSchema) -> RecordProblem {
        problem("a value of another form", schema.value.expected, schema)
    }

    private func problem(_ found: String, _ expected: String, _ schema: EventSchema) -> RecordProblem {
        RecordProblem(offset: 0, found: found, expected: "\(expected) (event \(quoted(schema.name)))")
    }
}
