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
