/// Where the device is, and how well that is known.
public struct GeoPosition: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double
    /// Radius in metres within which the device is; 0 or more.
    public let accuracy: Double

    /// Makes a position; nil if a number is out of its range or no number.
    public init?(latitude: Double, longitude: Double, accuracy: Double = 0) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), accuracy >= 0,
            accuracy.isFinite
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }

    /// Where the zero meridian meets the equator.
    fileprivate init() { (latitude, longitude, accuracy) = (0, 0, 0) }
}

/// The sphere on which distances are measured.
///
/// Its radius is the mean radius R1 of the Earth (Moritz, "Geodetic Reference System 1980", Journal of Geodesy 74,
/// 2000). Distances are within 0.6 % of those on the ellipsoid, less than positions are usually known to.
enum Globe {
    /// In metres.
    static let radius = 6_371_008.771_4

    /// Half of a great circle, in metres: no two places are further apart.
    static let halfCircle = Double.pi * radius

    /// The square of the straight line, through the Earth of radius 1, between places that are `metres` apart; infinity
    /// for more than any are. It grows with the distance, so it can be compared instead, without roots and arcs.
    static func squaredChord(metres: Double) -> Double {
        guard metres < halfCircle else { return .infinity }
        let half = PortableMath.sine(degrees: metres / radius * (90 / Double.pi))
        return 4 * half * half
    }
}

/// A place as the unit vector that points to it from the centre of the Earth: there is no seam at the date line, and
/// the poles are places like others.
struct GlobePoint: Hashable, Sendable {
    let x: Double
    let y: Double
    let z: Double

    fileprivate init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ position: GeoPosition) {
        let level = PortableMath.cosine(degrees: position.latitude)
        x = level * PortableMath.cosine(degrees: position.longitude)
        y = level * PortableMath.sine(degrees: position.longitude)
        z = PortableMath.sine(degrees: position.latitude)
    }

    /// The square of the straight line to `other`; see ``Globe/squaredChord(metres:)``.
    func squaredChord(to other: GlobePoint) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        return dx * dx + dy * dy + dz * dz
    }
}

extension GlobePoint: SnapshotElement {
    static var blank: GlobePoint { GlobePoint(x: 0, y: 0, z: 0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var (x, y, z) = (x, y, z)
        try coder.code(&x)
        try coder.code(&y)
        try coder.code(&z)
        self = GlobePoint(x: x, y: y, z: z)
    }
}

extension GeoPosition: SnapshotElement {
    static var blank: GeoPosition { GeoPosition() }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var (latitude, longitude, accuracy) = (latitude, longitude, accuracy)
        try coder.code(&latitude)
        try coder.code(&longitude)
        try coder.code(&accuracy)
        guard Coder.isReader else { return }
        let position = GeoPosition(latitude: latitude, longitude: longitude, accuracy: accuracy)
        guard let position else { return try coder.check(false) }
        self = position
    }
}
