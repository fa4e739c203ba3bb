import FetchSched

/// One line of a trace: something that happened on one device.
///
/// Every kind of event uses the same few fields (``EventKind`` says which it needs), so that a trace is an
/// array of plain values. Names of devices, apps, regions and tasks are numbers into the trace's ``NameTable``.
public struct TraceEvent: Hashable, Sendable {
    // In this order an event takes 48 bytes, not 64: the small ones stand where the others leave room.

    /// When it happened.
    public var time: FetchTime
    /// Size of the transfer in bytes, or -1 where the trace gives none.
    public var bytes: Int64
    /// The event's value.
    public var value: EventValue
    /// The kind of event.
    public var kind: EventKind
    /// The device, a number into ``TraceNames/devices``.
    public var device: Int32
    /// Duration, or nil where the trace gives none.
    public var duration: TimeSpan?
    /// The app, a number into ``TraceNames/apps``, or ``TraceEvent/none``.
    public var app: Int32

    /// The number that stands for "no app".
    public static let none: Int32 = -1

    /// Makes an event; what is left out is absent.
    public init(
        time: FetchTime, device: Int32 = 0, kind: EventKind, app: Int32 = TraceEvent.none,
        value: EventValue = .none, bytes: Int64 = -1, duration: TimeSpan? = nil
    ) {
        self.time = time
        self.device = device
        self.kind = kind
        self.app = app
        self.value = value
        self.bytes = bytes
        self.duration = duration
    }
}

/// The value column of an event, by shape.
public enum EventValue: Hashable, Sendable {
    /// The event has no value.
    case none
    /// A number: seconds east of UTC, a custom interval in seconds, a battery level.
    case number(Double)
    /// One of the kind's words, by its position in ``EventKind/words``.
    case word(UInt8)
    /// One of the kind's words with a name after a colon, as in `enter:HOME`; `name` is a number into
    /// ``TraceNames/labels``. A text is one with the word 0.
    case named(word: UInt8, name: Int32)
    /// A direction and flags, as in `download+discretionary`.
    case transfer(TransferOptions)
}

/// Options of a background transfer.
public struct TransferOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// Makes options from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// An upload; without it, a download.
    public static let upload = TransferOptions(rawValue: 1)
    /// May wait for Wi-Fi and power.
    public static let discretionary = TransferOptions(rawValue: 2)
    /// Does not wake its app at the end.
    public static let silentFinish = TransferOptions(rawValue: 4)
}
