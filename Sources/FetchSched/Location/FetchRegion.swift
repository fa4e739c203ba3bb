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

/// A position of the device, with its accuracy.
public struct GeoPosition: Hashable, Sendable, SnapshotElement {
    /// Degrees north of the equator, -90 to 90.
    public private(set) var latitude = 0.0
    /// Degrees east of Greenwich, -180 to 180.
    public private(set) var longitude = 0.0
    /// Radius of the circle that contains the device, in metres; 0 or more.
    public private(set) var accuracy = 0.0

    /// Makes a position; nil if a value is out of range or NaN.
    public init?(latitude: Double, longitude: Double, accuracy: Double = 0) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), accuracy >= 0,
            accuracy.isFinite
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }

    init() {}

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&latitude, &longitude, &accuracy)
        try coder.check(GeoPosition(latitude: latitude, longitude: longitude, accuracy: accuracy) != nil)
    }
}

/// A point on the Earth as a unit vector from its centre. The date line and the poles need no special treatment.
/// Distances on a sphere are within 0.6 % of those on the ellipsoid, less than the error of most positions.
struct GlobePoint: Hashable, Sendable, SnapshotElement {
    private var x = 0.0
    private var y = 0.0
    private var z = 0.0

    /// The mean radius R1 of the Earth, in metres (Moritz, "Geodetic Reference System 1980", J. Geodesy 74, 2000).
    private static let radius = 6_371_008.771_4

    /// Half of a great circle, in metres: the greatest distance of two points.
    static let halfCircle = Double.pi * radius

    /// The squared length of the chord between points that are `metres` apart, on a sphere of radius 1; infinity beyond
    /// ``halfCircle``. It grows with the distance, so that comparisons need neither roots nor arcs.
    static func squaredChord(metres: Double) -> Double {
        guard metres < halfCircle else { return .infinity }
        let half = PortableMath.sine(degrees: metres / radius * (90 / Double.pi))
        return 4 * half * half
    }

    init() {}

    init(_ position: GeoPosition) {
        let level = PortableMath.cosine(degrees: position.latitude)
        x = level * PortableMath.cosine(degrees: position.longitude)
        y = level * PortableMath.sine(degrees: position.longitude)
        z = PortableMath.sine(degrees: position.latitude)
    }

    func squaredChord(to other: GlobePoint) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        return dx * dx + dy * dy + dz * dz
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&x, &y, &z)
    }
}
