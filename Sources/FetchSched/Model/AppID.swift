/// An app known to one scheduler: the number it was given at registration.
///
/// Apps have the numbers 0, 1, 2, and so on. The place of an app that was removed is given to one that is registered
/// later, with the next ``generation``, so that no two apps ever have the same number:
///
///     register  0       1       2
///     remove 1          x
///     register          1 + 2^32, the second app at index 1
public struct AppID: Hashable, Comparable, Sendable, SnapshotElement {
    /// The whole number: the index in the lower 32 bits, the generation in those above.
    public let number: UInt64

    /// Names the app of that number. Apps that were registered before any was removed have the numbers from 0 on.
    public init(_ number: Int) { self.number = UInt64(bitPattern: Int64(number)) }

    /// Names the app of that number, also where an `Int` has 32 bits.
    public init(number: UInt64) { self.number = number }

    init(index: Int, generation: UInt32) {
        number = UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    }

    /// The place of the app, which no two apps have at a time.
    public var index: Int { Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: number)) }

    /// How many apps had the place before.
    public var generation: UInt32 { UInt32(truncatingIfNeeded: number >> 32) }

    /// Orders apps by number: those of a generation by their places.
    public static func < (left: AppID, right: AppID) -> Bool {
        Int64(bitPattern: left.number) < Int64(bitPattern: right.number)
    }

    init() { number = 0 }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var signed = Int64(bitPattern: number)
        try coder.code(&signed)
        self = AppID(number: UInt64(bitPattern: signed))
    }
}

/// How often an app allows its content to be fetched in the background.
public enum FetchInterval: Hashable, Sendable, SnapshotCoded {
    /// Not at all. What an app has that set nothing.
    case never
    /// Whenever the scheduler finds that a fetch pays.
    case minimum
    /// Not for this long after each look at the source, by a fetch or ``FetchEvent/foregroundSync(_:_:bytes:)``;
    /// afterwards as with ``minimum``. A negative time counts as ``never``.
    case custom(TimeSpan)

    /// The interval, without what makes no sense.
    var inRange: FetchInterval {
        if case .custom(let span) = self, span < .zero { return .never }
        return self
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var kind: UInt8 = self == .never ? 0 : self == .minimum ? 1 : 2
        var span = TimeSpan.zero
        if case .custom(let own) = self { span = own }
        try coder.code(&kind)
        try coder.check(kind <= 2)
        if kind == 2 { try coder.code(&span) }
        self = kind == 0 ? .never : kind == 1 ? .minimum : .custom(span)
    }
}

/// The result of a fetch.
public enum FetchOutcome: UInt8, Hashable, Sendable {
    /// Content came that was not there before.
    case newData
    /// The source had nothing new.
    case noData
    /// The fetch did not succeed; says nothing about the source's content.
    case failed
    /// The server answered that there is no such source any more (HTTP's 410, and 404 if it stays): it is polled again
    /// after five to seven days, or when the app is opened and loads.
    case gone

    /// Whether the source was looked at: there was something new or not.
    public var isSuccess: Bool { self == .newData || self == .noData }
}
