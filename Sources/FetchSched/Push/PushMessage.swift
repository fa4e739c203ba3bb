/// Receivers of a push, and the urgency of one that only the app receives, by the words of RFC 8030, section 5.3.
public enum PushKind: UInt8, CaseIterable, Hashable, Sendable {
    /// The user sees the push: it is delivered at once.
    case alert
    /// Only the app receives the push; its urgency is normal.
    case silent
    /// Only the app receives the push; its urgency is very low.
    case silentVeryLow
    /// Only the app receives the push; its urgency is low.
    case silentLow
    /// Only the app receives the push; its urgency is high: it is delivered at once.
    case silentHigh
}

/// A remote notification for an app.
public struct PushMessage: Hashable, Sendable, SnapshotElement {
    /// The app that the push is for.
    public internal(set) var app = AppID()
    /// The host's number for the push, to find its content; any number.
    public internal(set) var number: UInt64 = 0
    /// The user or the app as receiver, and the urgency.
    public internal(set) var kind = PushKind.silent
    /// When the push arrived on the device.
    public internal(set) var arrived = FetchTime.distantPast

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app, &kind, &arrived)
        try coder.code(fixed: &number)
    }
}

/// The host's handling of a push that has just arrived, at the device or at a server (``PushLimits/waitAtServer``).
public enum PushReception: Hashable, Sendable {
    /// Deliver it now.
    case deliver
    /// Store it until ``EngineAction/deliver(_:)``. Delete the push that it replaces, if there is one.
    case stored(replacing: PushMessage?)
    /// Delete it: the app never receives it.
    case refused(FetchVeto)
}
