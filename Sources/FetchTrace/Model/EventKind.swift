/// Kinds of lines of a trace. One row of ``EventKind/schema`` describes each kind completely; the reader,
/// the writer and the documentation follow that table, so a new kind is one case and one row.
public enum EventKind: UInt8, CaseIterable, Sendable {
    case zone, interval, launch, update, outage, radio, network, power, level, saver, refresh, quit, push
    case location, task, transfer, screen, notification, announces, provenance, run
}

/// Whether a column must, may or must not be filled.
public enum Presence: Sendable {
    case required, optional, absent
}

/// The form of the value column.
public enum ValueForm: Sendable {
    /// Must be empty.
    case absent
    /// A number within the closed range.
    case number(ClosedRange<Double>)
    /// One of these words.
    case words([String])
    /// Nothing, or one of these words.
    case optionalWords([String])
    /// One of these words, or else a number greater than 0 (an interval in seconds).
    case wordsOrPositive([String])
    /// One of the words, or one of the prefixes with a name after a colon.
    case named(words: [String], prefixes: [String])
    /// `download` or `upload`, then any of `+discretionary`, `+silent-finish`.
    case transfer
    /// Any text.
    case text
}

/// How one kind of event uses the columns of trace format 1.
public struct EventSchema: Sendable {
    /// The word in the `event` column.
    public let name: String
    /// Use of the `app` column.
    public let app: Presence
    /// Form of the `value` column.
    public let value: ValueForm
    /// Use of the `bytes` column.
    public let bytes: Presence
    /// Use of the `seconds` column.
    public let seconds: Presence
}

extension EventKind {
    /// The row of trace format 1 that describes this kind.
    public var schema: EventSchema { Self.schemas[Int(rawValue)] }

    /// The table of trace format 1, in the order of the cases.
    static let schemas: [EventSchema] = [
        row("zone", value: .number(-86_400...86_400)),
        row("interval", app: .required, value: .wordsOrPositive(["minimum", "never"])),
        row("launch", app: .required, bytes: .optional, seconds: .optional),
        row("update", app: .required, bytes: .optional),
        row(
            "outage", app: .optional, value: .optionalWords(["failing", "hanging", "gone"]),
            seconds: .required),
        row("radio", value: .words(["user", "heartbeat", "other"]), bytes: .optional),
        row("network", value: .words(["none", "wifi", "cellular"])),
        row("power", value: .words(["charging", "battery"])),
        row("level", value: .number(0...1)),
        row("saver", value: .words(["on", "off"])),
        row("refresh", app: .optional, value: .words(["on", "off"])),
        row("quit", app: .required),
        row(
            "push", app: .required, value: .words(["alert", "silent", "very-low", "low", "high"]),
            bytes: .optional),
        row("location", app: .required, value: .named(words: ["significant"], prefixes: ["enter", "exit"])),
        row(
            "task", app: .required, value: .named(words: [], prefixes: ["begin", "end"]), seconds: .optional),
        row("transfer", app: .required, value: .transfer, bytes: .required, seconds: .optional),
        row("screen", value: .words(["on", "unlocked", "off"])),
        row("notification", app: .required),
        row("announces", app: .required, value: .words(["on", "off"])),
        row("provenance", value: .text),
        row("run", seconds: .required),
    ]

    private static func row(
        _ name: String, app: Presence = .absent, value: ValueForm = .absent,
        bytes: Presence = .absent, seconds: Presence = .absent
    ) -> EventSchema {
        EventSchema(name: name, app: app, value: value, bytes: bytes, seconds: seconds)
    }

    /// The words that ``EventValue/word(_:)`` and ``EventValue/named(word:name:)`` count, in order.
    public var words: [String] {
        switch schema.value {
        case .absent, .number, .transfer, .text: []
        case .words(let words), .wordsOrPositive(let words), .optionalWords(let words): words
        case .named(let words, let prefixes): words + prefixes
        }
    }
}
