/// A step that a ``FetchEngine`` requests from its host.
public enum EngineAction: Hashable, Sendable {
    /// Start a fetch of the app, in the background, and report its end.
    case fetch(AppID)
    /// Stop the app's fetch: it ran past its limit and has failed, its process ended, or the app was removed.
    case stopFetch(AppID)
    /// Renew the picture of the app that the switcher shows: a fetch brought something new.
    case refreshSnapshot(AppID)
    /// Bring the push, which was held back, to its app.
    case deliver(PushMessage)
    /// Wake the app for a change of place.
    case wakeForLocation(LocationWake)
    /// Call the task's expiry callback: its time is nearly over.
    case expiring(BackgroundTaskID)
    /// End the app, which left these tasks open beyond its time.
    case terminate(AppID, leftOpen: [BackgroundTaskID])
    /// Let the app run no further for the present.
    case suspend(AppID)
    /// Let the app, which was suspended with tasks open, run on.
    case resume(AppID)
    /// Start the transfer from that byte on.
    case startTransfer(TransferID, fromByte: Int64)
    /// Interrupt the transfer, and report how far it came.
    case pauseTransfer(TransferID)
    /// Give the transfer up: its time is over, or its app was removed.
    case giveUpTransfer(TransferID)
    /// Wake the app: all transfers of the session are done.
    case wakeForTransfers(AppID, session: Int)
}

/// A piece of an app's background work that is not done yet, and what prevents it now.
public struct HeldWork: Hashable, Sendable {
    /// The kind of work.
    public enum Kind: String, Hashable, Sendable {
        /// A push; ``HeldWork/number`` is the host's.
        case push
        /// A crossing of the region of that number.
        case crossing
        /// A significant change of place.
        case significantChange = "significant-change"
        /// A task under way.
        case task
        /// A transfer.
        case transfer
    }

    /// The kind of work.
    public let kind: Kind
    /// Number among the app's work of that kind.
    public let number: UInt64
    /// When it came; nil for tasks and transfers.
    public var since: FetchTime?
    /// Bytes moved so far and in all, of transfers.
    public var bytes: ClosedRange<Int64>?
    /// Rules that hold the work back; empty if it runs or will run at the next question.
    public let vetoes: [FetchVeto]
}
