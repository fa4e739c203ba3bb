import FetchSched

/// Turns the fields of a record into an event, by the table ``EventKind/schema``.
struct EventDecoder: Sendable {
    /// The names that the events refer to.
    private(set) var names = TraceNames()
    /// The columns of the file at hand.
    var columns: TraceColumns?
    private let allowDisorder: Bool
    private static let kinds = Dictionary(
        uniqueKeysWithValues: EventKind.allCases.map { ($0.schema.name, $0) })
    private var times = DeviceTimes()
    private var zones = ImpliedZones()
    /// The offset from UTC in the time of the record that was decoded last.
    private var offset: Int64?
    /// The device of lines that name none, once there is such a line.
    private var unnamedDevice: Int32?

    init(allowDisorder: Bool) { self.allowDisorder = allowDisorder }

    /// The event of the record that `reader` is at.
    mutating func decode(_ reader: borrowing RecordReader) throws(RecordProblem) -> TraceEvent {
        if reader.hasDoubledQuotes {
            let (bytes, fields) = reader.unquoted()
            return try decode(bytes[...], fields)
        }
        return try decode(reader.buffer[reader.range], reader.fields)
    }

    private mutating func decode(
        _ bytes: ArraySlice<UInt8>, _ fields: [Field]
    ) throws(RecordProblem) -> TraceEvent {
        guard let columns, fields.count == columns.count else {
            throw Self.wrongCount(fields, columns?.count ?? 0)
        }
        func text(_ field: Field) -> String {
            let start = bytes.startIndex
            return String(decoding: bytes[start + Int(field.start)..<start + Int(field.end)], as: UTF8.self)
        }
        let record = bytes.span
        let parsed = parseTime(record.extracting(fields[columns.time].range))
        guard case .instant(let time) = parsed else {
            throw Self.problem(
                fields[columns.time], "time \(quoted(text(fields[columns.time])))",
                parsed.expected ?? "a time")
        }
        offset = FetchTrace.offset(ofTime: record.extracting(fields[columns.time].range))
        let eventField = fields[columns.event]
        guard let kind = Self.kinds[text(eventField)] else {
            throw Self.problem(
                eventField, "event \(quoted(text(eventField)))",
                alternatives(EventKind.allCases.map { quoted($0.schema.name) }))
        }
        let schema = kind.schema
        var event = TraceEvent(time: time, kind: kind)

        /// The field in a column that is not empty; nil if there is none, which must be allowed.
        func filled(
            _ column: Int?, _ name: String, _ presence: Presence, _ expected: @autoclosure () -> String
        ) throws(RecordProblem) -> Field? {
            if let column, !fields[column].isEmpty {
                guard presence == .absent else { return fields[column] }
                throw Self.problem(
                    fields[column], "\(name) \(quoted(text(fields[column])))", "nothing in this column", kind)
            }
            guard presence == .required else { return nil }
            // Missing columns have no position, so the error is about the event.
            if let column { throw Self.problem(fields[column], "no \(name)", expected(), kind) }
            throw Self.problem(eventField, "no column \(quoted(name))", expected(), kind)
        }

        event.device = number(ofDevice: columns.device.map { fields[$0] }, text)
        if let field = try filled(columns.app, "app", schema.app, "an app id") {
            event.app = names.apps.number(of: text(field))
        }
        let form = schema.value
        if let field = try filled(columns.value, "value", form.presence, form.expected) {
            guard let value = form.value(text(field), label: { names.labels.number(of: $0) }) else {
                throw Self.problem(field, "value \(quoted(text(field)))", form.expected, kind)
            }
            event.value = value
        }
        if let field = try filled(columns.bytes, "bytes", schema.bytes, Self.expectedBytes) {
            guard let size = parseBytes(record.extracting(field.range)) else {
                throw Self.problem(field, "bytes \(quoted(text(field)))", Self.expectedBytes)
            }
            event.bytes = size
        }
        if let field = try filled(columns.seconds, "seconds", schema.seconds, Self.expectedSeconds) {
            guard let duration = parseMilliseconds(record.extracting(field.range)),
                duration <= TraceLimits.duration
            else { throw Self.problem(field, "seconds \(quoted(text(field)))", Self.expectedSeconds) }
            event.duration = TimeSpan(milliseconds: duration)
        }
        if !allowDisorder {
            try times.advance(event, names.devices, offset: Int(fields[columns.time].at))
        }
        return event
    }

    /// The event that sets the time zone of the device of `event`, if the record that was decoded last says so.
    mutating func impliedZone(_ event: TraceEvent) -> TraceEvent? { zones.zone(of: event, offset: offset) }

    private mutating func number(ofDevice field: Field?, _ text: (Field) -> String) -> Int32 {
        if let field, !field.isEmpty { return names.devices.number(of: text(field)) }
        let number = unnamedDevice ?? names.devices.number(of: "0")
        unnamedDevice = number
        return number
    }

    private static let expectedBytes = "a whole number of bytes from 0 to \(TraceLimits.bytes)"
    private static let expectedSeconds =
        "a number of seconds from 0 to \(TraceLimits.duration / 1000), such as 12.5"

    private static func wrongCount(_ fields: [Field], _ expected: Int) -> RecordProblem {
        RecordProblem(
            offset: Int(fields.count > expected ? fields[expected].at : fields[fields.count - 1].at),
            found: fields.count == 1 ? "1 field" : "\(fields.count) fields",
            expected: "\(expected), as in the header")
    }

    private static func problem(
        _ field: Field, _ found: String, _ expected: String, _ kind: EventKind? = nil
    ) -> RecordProblem {
        let event = kind.map { " (event \(quoted($0.schema.name)))" } ?? ""
        return RecordProblem(offset: Int(field.at), found: found, expected: expected + event)
    }
}
