import FetchSched

/// Turns the fields of a record into an event, by the table ``EventKind/schema``.
struct EventDecoder: Sendable {
    /// What the hot path needs of a row of the schema, without its arrays.
    private struct Uses {
        var app: Presence
        var value: Presence
        var bytes: Presence
        var seconds: Presence
    }

    /// The names that the events refer to.
    private(set) var names = TraceNames()
    /// The columns of the file at hand.
    var columns: TraceColumns?
    private let allowDisorder: Bool
    private let values: [ValueDecoder]
    private var kindIndex = ByteIndex()
    private var deviceIndex = ByteIndex()
    private var appIndex = ByteIndex()
    private var labelIndex = ByteIndex()
    private var times = DeviceTimes()
    private var zones = ImpliedZones()
    /// The offset from UTC in the time of the record that was decoded last.
    private var offset: Int64?
    /// The device of lines that name none, once there is such a line.
    private var unnamedDevice: Int32?

    private let uses: [Uses]

    init(allowDisorder: Bool) {
        self.allowDisorder = allowDisorder
        var uses: [Uses] = []
        var values: [ValueDecoder] = []
        for kind in EventKind.allCases {
            let schema = kind.schema
            let value = ValueDecoder(schema.value)
            uses.append(
                Uses(app: schema.app, value: value.presence, bytes: schema.bytes, seconds: schema.seconds)
            )
            values.append(value)
            kindIndex.insert(Array(schema.name.utf8).span, number: Int32(kind.rawValue))
        }
        self.uses = uses
        self.values = values
    }

    /// The event of the record that `reader` is at.
    mutating func decode(_ reader: borrowing RecordReader) throws(RecordProblem) -> TraceEvent {
        if reader.hasDoubledQuotes {
            let (bytes, fields) = reader.unquoted()
            return try decode(bytes.span, fields, length: reader.range.count)
        }
        return try decode(
            reader.buffer.span.extracting(reader.range), reader.fields, length: reader.range.count)
    }

    private mutating func decode(
        _ bytes: Span<UInt8>, _ fields: [Field], length: Int
    ) throws(RecordProblem) -> TraceEvent {
        guard let columns, fields.count == columns.count else {
            throw Self.wrongCount(fields, columns?.count ?? 0, length)
        }
        let time = try decodeTime(bytes, fields[columns.time])
        offset = FetchTrace.offset(ofTime: bytes.extracting(fields[columns.time].range))
        let eventField = fields[columns.event]
        guard let number = kindIndex.find(bytes.extracting(eventField.range)),
            let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: number))
        else { throw Self.unknownEvent(bytes, eventField) }
        let uses = uses[Int(number)]
        var event = TraceEvent(time: time, kind: kind)

        event.device = decodeDevice(bytes, columns.device.map { fields[$0] })

        if let field = Self.filled(columns.app, fields) {
            guard uses.app != .absent else { throw Self.unexpected("app", bytes, field, kind) }
            event.app = Self.number(bytes.extracting(field.range), in: &appIndex, &names.apps)
        } else if uses.app == .required {
            throw Self.missing("an app id", "app", columns.app, fields, eventField, kind)
        }

        if let field = Self.filled(columns.value, fields) {
            guard uses.value != .absent else { throw Self.unexpected("value", bytes, field, kind) }
            let text = bytes.extracting(field.range)
            switch values[Int(number)].decode(text) {
            case .value(let value): event.value = value
            case .named(let word, let offset):
                let name = text.extracting(offset..<text.count)
                event.value = .named(word: word, name: Self.number(name, in: &labelIndex, &names.labels))
            case .invalid:
                throw Self.problem(field, "value \(quoted(text))", values[Int(number)].expected, kind)
            }
        } else if uses.value == .required {
            throw Self.missing(values[Int(number)].expected, "value", columns.value, fields, eventField, kind)
        }

        if let field = Self.filled(columns.bytes, fields) {
            guard uses.bytes != .absent else { throw Self.unexpected("bytes", bytes, field, kind) }
            let text = bytes.extracting(field.range)
            guard let size = parseBytes(text) else {
                throw Self.problem(field, "bytes \(quoted(text))", Self.expectedBytes)
            }
            event.bytes = size
        } else if uses.bytes == .required {
            throw Self.missing(Self.expectedBytes, "bytes", columns.bytes, fields, eventField, kind)
        }

        if let field = Self.filled(columns.seconds, fields) {
            guard uses.seconds != .absent else { throw Self.unexpected("seconds", bytes, field, kind) }
            let text = bytes.extracting(field.range)
            guard let duration = parseMilliseconds(text), duration <= TraceLimits.duration else {
                throw Self.problem(field, "seconds \(quoted(text))", Self.expectedSeconds)
            }
            event.duration = TimeSpan(milliseconds: duration)
        } else if uses.seconds == .required {
            throw Self.missing(Self.expectedSeconds, "seconds", columns.seconds, fields, eventField, kind)
        }

        try checkOrder(event, fields[columns.time])
        return event
    }

    /// The event that sets the time zone of the device of `event`, if the record that was decoded last says so.
    mutating func impliedZone(_ event: TraceEvent) -> TraceEvent? { zones.zone(of: event, offset: offset) }

    private func decodeTime(_ bytes: Span<UInt8>, _ field: Field) throws(RecordProblem) -> Instant {
        let text = bytes.extracting(field.range)
        let parsed = parseTime(text)
        if case .instant(let time) = parsed { return time }
        throw Self.problem(field, "time \(quoted(text))", parsed.expected ?? "a time")
    }

    private mutating func decodeDevice(_ bytes: Span<UInt8>, _ field: Field?) -> Int32 {
        if let field, !field.isEmpty {
            return Self.number(bytes.extracting(field.range), in: &deviceIndex, &names.devices)
        }
        if let unnamedDevice { return unnamedDevice }
        let number = names.devices.number(of: "0")
        unnamedDevice = number
        return number
    }

    private mutating func checkOrder(_ event: TraceEvent, _ field: Field) throws(RecordProblem) {
        if allowDisorder { return }
        try times.advance(event, names.devices, offset: Int(field.at))
    }

    /// The number of the name, new or known; only a new name becomes a `String`.
    private static func number(_ name: Span<UInt8>, in index: inout ByteIndex, _ table: inout NameTable)
        -> Int32
    {
        if let known = index.find(name) { return known }
        var bytes: [UInt8] = []
        for position in 0..<name.count { bytes.append(name[position]) }
        let number = table.number(of: String(decoding: bytes, as: UTF8.self))
        index.insert(name, number: number)
        return number
    }

    /// The field in that column, if there is such a column and something in it.
    @inline(__always)
    private static func filled(_ column: Int?, _ fields: [Field]) -> Field? {
        guard let column else { return nil }
        let field = fields[column]
        return field.isEmpty ? nil : field
    }
}

// What decoding finds wrong.
extension EventDecoder {
    private static let expectedBytes = "a whole number of bytes from 0 to \(TraceLimits.bytes)"
    private static let expectedSeconds =
        "a number of seconds from 0 to \(TraceLimits.duration / 1000), such as 12.5"

    private static func wrongCount(_ fields: [Field], _ expected: Int, _ length: Int) -> RecordProblem {
        RecordProblem(
            offset: Int(fields.count > expected ? fields[expected].at : fields[fields.count - 1].at),
            found: fields.count == 1 ? "1 field" : "\(fields.count) fields",
            expected: "\(expected), as in the header")
    }

    private static func unknownEvent(_ bytes: Span<UInt8>, _ field: Field) -> RecordProblem {
        problem(
            field, "event \(quoted(bytes.extracting(field.range)))",
            alternatives(EventKind.allCases.map { quoted($0.schema.name) }))
    }

    private static func unexpected(
        _ column: String, _ bytes: Span<UInt8>, _ field: Field, _ kind: EventKind
    ) -> RecordProblem {
        problem(field, "\(column) \(quoted(bytes.extracting(field.range)))", "nothing in this column", kind)
    }

    /// A column that is empty, or (then the event is where to look) not there at all.
    private static func missing(
        _ expected: String, _ name: String, _ column: Int?, _ fields: [Field], _ event: Field,
        _ kind: EventKind
    ) -> RecordProblem {
        if let column { return problem(fields[column], "no \(name)", expected, kind) }
        return problem(event, "no column \(quoted(name))", expected, kind)
    }

    private static func problem(
        _ field: Field, _ found: String, _ expected: String, _ kind: EventKind? = nil
    ) -> RecordProblem {
        let event = kind.map { " (event \(quoted($0.schema.name)))" } ?? ""
        return RecordProblem(offset: Int(field.at), found: found, expected: expected + event)
    }
}
