/// Which way a transfer goes.
public enum TransferDirection: UInt8, Hashable, Sendable {
    case download, upload
}

/// How much a transfer matters beside the others, on its app's word.
public enum TransferPriority: UInt8, Hashable, Comparable, Sendable {
    case low, normal, high

    /// Orders priorities from low to high.
    public static func < (left: TransferPriority, right: TransferPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A transfer that an app leaves to the device.
public struct TransferRequest: Hashable, Sendable {
    /// The app that it is for.
    public var app: AppID
    /// The app's number for the transfers that belong together: it is woken once when all of them are done.
    public var session = 0
    /// Which way it goes.
    public var direction = TransferDirection.download
    /// How many bytes there are to move; a negative number counts as none.
    public var bytes: Int64
    /// How much it matters beside others.
    public var priority = TransferPriority.normal
    /// Whether it can wait for Wi-Fi and power.
    public var discretionary = false
    /// Whether its app was in the background when it asked. Then it is discretionary, whatever it says: the user does
    /// not wait for it. So says Apple of `URLSessionConfiguration.isDiscretionary`.
    public var enqueuedInBackground = false
    /// Whether its end is a reason to wake the app.
    public var wakesApp = true
    /// How long it may take in all, waiting included, before it is given up; nil for the service's default, negative
    /// for none at all. `TimeSpan.max` is for ever.
    public var resourceTimeout: TimeSpan?

    /// Makes a request of that size, with a session of number 0 and the other defaults.
    public init(_ app: AppID, bytes: Int64) {
        self.app = app
        self.bytes = bytes
    }

    /// Whether it waits for Wi-Fi and power.
    public var isDiscretionary: Bool { discretionary || enqueuedInBackground }
}

extension TransferRequest: SnapshotElement {
    static var blank: TransferRequest { TransferRequest(.blank, bytes: 0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app)
        try coder.code(&session)
        try coder.code(&direction)
        try coder.code(&bytes)
        try coder.code(&priority)
        try coder.code(&discretionary)
        try coder.code(&enqueuedInBackground)
        try coder.code(&wakesApp)
        try coder.code(&resourceTimeout)
    }
}
