/// The importance of a transfer compared with others, set by its app.
public enum TransferPriority: UInt8, Hashable, Comparable, Sendable {
    case low, normal, high

    /// Orders priorities from low to high.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A transfer that an app leaves to the device.
public struct TransferRequest: Hashable, Sendable, SnapshotElement {
    /// The app that requests the transfer.
    public var app: AppID
    /// The app's number for transfers that belong together: the app is woken once, after the last of them.
    public var session = 0
    /// The size in bytes; a negative size counts as 0.
    public var bytes: Int64
    /// The importance of the transfer compared with others.
    public var priority = TransferPriority.normal
    /// Whether the transfer waits for Wi-Fi and power. The engine sets it if the app is not in the foreground, so that
    /// the user does not wait for the transfer, as `URLSessionConfiguration.isDiscretionary` does.
    public var isDiscretionary = false
    /// Whether the end of the transfer wakes the app.
    public var wakesApp = true
    /// The time until the transfer is given up, waiting included; nil for ``TransferLimits/resourceTimeout``. A
    /// negative time counts as zero, and `TimeSpan.max` as forever.
    public var resourceTimeout: TimeSpan?

    /// Makes a request of that size, with session 0 and the other defaults.
    public init(_ app: AppID, bytes: Int64) {
        self.app = app
        self.bytes = bytes
    }

    init() { self.init(AppID(), bytes: 0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app, &session, &bytes, &priority)
        try coder.code(&isDiscretionary, &wakesApp, &resourceTimeout)
    }
}

/// Identifies a transfer. IDs are never reused.
public struct TransferID: Hashable, Comparable, Sendable, SnapshotElement {
    /// The transfer's number in the order of enqueuing, from 1.
    public private(set) var number: UInt64

    /// Identifies the transfer that was enqueued under that number.
    public init(_ number: UInt64) { self.number = number }

    /// Orders transfers by enqueuing.
    public static func < (left: TransferID, right: TransferID) -> Bool { left.number < right.number }

    init() { number = 0 }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&number)
    }
}
