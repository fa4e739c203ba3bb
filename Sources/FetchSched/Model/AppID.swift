/// An app known to one scheduler: the number it was given at registration, counting from 0.
public struct AppID: Hashable, Comparable, Sendable {
    /// Position in the order of registration.
    public let index: Int

    /// Names the app that was registered as number `index`.
    @inlinable
    public init(_ index: Int) {
        self.index = index
    }

    /// Orders apps by registration.
    @inlinable
    public static func < (left: AppID, right: AppID) -> Bool { left.index < right.index }
}

/// How often an app allows its content to be fetched in the background.
public enum FetchInterval: Hashable, Sendable {
    /// Not at all. What an app has that set nothing.
    case never
    /// Whenever the scheduler finds it worth its cost.
    case minimum
    /// Not for this long after each fetch or use; afterwards as with ``minimum``. No time, or less, is the same as that.
    case custom(TimeSpan)
}

/// What a finished fetch reports.
public enum FetchOutcome: UInt8, Hashable, Sendable {
    /// Content came that was not there before.
    case newData
    /// The source had nothing new.
    case noData
    /// The fetch did not succeed; says nothing about the source's content.
    case failed
}

extension AppID: SnapshotElement {
    static var blank: AppID { AppID(0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var number = index
        try coder.code(&number)
        self = AppID(number)
    }
}

extension FetchInterval: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var kind: UInt8 = 0
        var span = TimeSpan.zero
        switch self {
        case .never: kind = 0
        case .minimum: kind = 1
        case .custom(let own): (kind, span) = (2, own)
        }
        try coder.code(&kind)
        if kind == 2 { try coder.code(&span) }
        switch kind {
        case 0: self = .never
        case 1: self = .minimum
        case 2: self = .custom(span)
        default: try coder.check(false)
        }
    }
}
