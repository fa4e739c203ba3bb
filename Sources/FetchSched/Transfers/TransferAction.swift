/// A transfer of one service. No two transfers ever have the same id.
public struct TransferID: Hashable, Comparable, Sendable {
    /// The transfer's number in the order of enqueuing, counting from 1.
    public let number: UInt64

    /// Names the transfer that was enqueued as that number.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Orders transfers by enqueuing.
    public static func < (left: TransferID, right: TransferID) -> Bool { left.number < right.number }
}

/// What a host can get wrong about transfers.
public enum TransferError: Error, Hashable, Sendable {
    /// The service has not been grown to that app.
    case unknownApp(AppID)
    /// The user quit the app and has not opened it since: it cannot have asked for anything.
    case quitByUser(AppID)
    /// No transfer was enqueued under that id.
    case unknownTransfer(TransferID)
    /// The transfer has ended: it was finished, given up or cancelled.
    case alreadyEnded(TransferID)
    /// The app has as many transfers as it may, which is the number given: those that have not ended, or sessions of
    /// which it was not told.
    case tooManyTransfers(AppID, limit: Int)
    /// All apps together have as many as they may, which is the number given.
    case tooManyTransfersInAll(limit: Int)
}

/// What the host is to do about transfers.
public enum TransferAction: Hashable, Sendable {
    /// Begin to transfer, or go on, from that byte (counting from 0).
    case start(TransferID, fromByte: Int64)
    /// Stop for the present. Report first how far it came, then ask again.
    case pause(TransferID)
    /// Stop for good: the time is over. The transfer has ended.
    case giveUp(TransferID)
    /// Start the app, or let it run on, for that session's transfers have all ended.
    case wake(AppID, session: Int)
}
