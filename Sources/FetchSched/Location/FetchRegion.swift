/// Identifies a region of an app by a number that the host chooses.
public struct RegionID: Hashable, Comparable, Sendable {
    /// The host's number for the region.
    public let number: Int

    /// Makes the ID of the region with that number.
    public init(_ number: Int) { self.number = number }

    /// Orders regions by their numbers.
    public static func < (left: RegionID, right: RegionID) -> Bool { left.number < right.number }
}

/// A circle on the Earth whose crossings wake an app.
public struct FetchRegion: Hashable, Sendable, SnapshotElement {
    /// Identifies the region among those of its app.
    public private(set) var id: RegionID
    /// The centre, whose accuracy is ignored; nil if the host detects the crossings itself.
    public private(set) var centre: GeoPosition?
    /// Distance of the border from the centre, in metres.
    public private(set) var radius = 0.0

    /// Makes a circle. ``FetchEngine/add(_:to:)`` checks its radius.
    public init(_ id: RegionID, centre: GeoPosition, radius: Double) {
        self.id = id
        self.centre = centre
        self.radius = radius
    }

    /// Makes a region, as of a beacon, whose crossings the host detects: ``FetchEngine/reportCrossing(_:of:in:at:)``.
    public init(_ id: RegionID) { self.id = id }

    var isValid: Bool { centre == nil || radius > 0 && radius < GlobePoint.halfCircle }

    init() { self.init(RegionID(0)) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var number = id.number
        try coder.code(&number, &centre, &radius)
        id = RegionID(number)
        try coder.check(centre == nil ? radius == 0 : isValid)
    }
}

/// The direction in which a border is crossed.
public enum Crossing: UInt8, Hashable, Sendable {
    case enter, exit
}

/// The reason why an app is woken for a location event.
public enum LocationCause: Hashable, Sendable {
    /// The device entered the region.
    case enter(RegionID)
    /// The device left the region.
    case exit(RegionID)
    /// The device moved by ``LocationLimits/significantDistance``.
    case significant
}

/// A location event for an app, which is woken if it is not running.
public struct LocationWake: Hashable, Sendable {
    /// The app.
    public let app: AppID
    /// The event.
    public let cause: LocationCause
    /// When the event happened.
    public let happened: FetchTime
    /// Until when the app may run, unless it starts a task.
    public let awakeUntil: FetchTime
}

/// Limits of location wakeups.
public struct LocationLimits: Hashable, Sendable {
    /// Maximum number of regions of one app; 0 to 1000.
    public var regionsPerApp = 20
    /// Maximum number of regions of all apps together; 0 to 2^20. Each position is compared with each region.
    public var regionsInAll = 10_000
    /// Minimum time between two wakes of one app for crossings, as on a walk along a border; up to a day.
    public var regionPeriod = TimeSpan.minutes(1)
    /// Minimum distance beyond a border at which a position counts as a crossing, in metres; 0 or more. A less accurate
    /// position must be farther. For entering, at most half the radius.
    public var cushion = 20.0
    /// Minimum time between two wakes of one app for significant changes; up to a day.
    public var significantPeriod = TimeSpan.minutes(5)
    /// Distance that counts as a significant change, in metres; 0 or more.
    public var significantDistance = 500.0
    /// Time that an app may run for each wake; 1 ms to a day.
    public var wakeTime = TimeSpan(milliseconds: 10_000)

    /// Makes the defaults.
    public init() {}
}
