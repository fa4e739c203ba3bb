/// How urgent a push is.
public enum PushKind: UInt8, Hashable, Sendable {
    /// Shown to the user: delivered at once.
    case alert
    /// Tells the app alone that something is new: limited.
    case silent
}

/// A remote notification for an app.
public struct PushMessage: Hashable, Sendable {
    /// The app it is for.
    public let app: AppID
    /// The host's number for it, to find its content by; any number.
    public let number: UInt64
    /// How urgent it is.
    public let kind: PushKind
    /// When it arrived on the device.
    public internal(set) var arrived: Instant
}

/// What is to be done with a push that has just arrived.
public enum PushReception: Hashable, Sendable {
    /// Deliver it now.
    case deliver
    /// Keep it: ``PushService/nextDelivery(radioIsAwake:at:)`` will say when to deliver it. Forget the push that it
    /// replaces, if it does.
    case stored(replacing: PushMessage?)
    /// The app does not get it, now or later.
    case refused(PushVeto)
}

/// A reason for which an app does not get a push now.
public enum PushVeto: Hashable, Sendable {
    /// The app had as many silent pushes as it may; it gets the newest one at that moment at the latest.
    case overLimit(until: Instant)
    /// The user quit the app and has not opened it since.
    case quitByUser
    /// No app was registered under that id.
    case unknownApp

    /// A short name for machines and tables.
    public var name: String {
        switch self {
        case .overLimit: "push-over-limit"
        case .quitByUser: "quit-by-user"
        case .unknownApp: "unknown-app"
        }
    }

    /// When it ends by itself; nil if that takes an event.
    public var until: Instant? {
        switch self {
        case .overLimit(let until): until
        case .quitByUser, .unknownApp: nil
        }
    }
}

/// A push that is stored, since ``PushMessage/arrived``, and why.
public struct HeldPush: Hashable, Sendable {
    /// The push.
    public let message: PushMessage
    /// What keeps it from its app.
    public let veto: PushVeto
}

extension PushMessage: SnapshotElement {
    static var blank: PushMessage {
        PushMessage(app: .blank, number: 0, kind: .silent, arrived: .distantPast)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var (app, number, kind) = (app, number, kind)
        try coder.code(&app)
        try coder.code(fixed: &number)
        try coder.code(&kind)
        try coder.code(&arrived)
        self = PushMessage(app: app, number: number, kind: kind, arrived: arrived)
    }
}
