/// The name of a region among those of its app, a number that the host chooses.
public struct RegionID: Hashable, Comparable, Sendable {
    /// The host's number for it.
    public let number: Int

    /// Names the region with that number.
    public init(_ number: Int) {
        self.number = number
    }

    /// Orders regions by their numbers.
    public static func < (left: RegionID, right: RegionID) -> Bool { left.number < right.number }
}

/// A circle on the Earth that an app wants to know the crossings of.
public struct Region: Hashable, Sendable {
    /// Its name among the regions of its app.
    public let id: RegionID
    /// The middle; its accuracy does not matter. nil if the host finds the crossings itself.
    public let centre: GeoPosition?
    /// Distance of the border from the middle, in metres.
    public let radius: Double

    /// Makes a circle. Its radius is looked at by ``LocationService/add(_:to:)``.
    public init(_ id: RegionID, centre: GeoPosition, radius: Double) {
        self.id = id
        self.centre = centre
        self.radius = radius
    }

    /// Makes a region whose crossings the host finds itself, as those of a beacon, and tells by
    /// ``LocationService/reportCrossing(_:of:in:at:)``.
    public init(_ id: RegionID) {
        self.id = id
        centre = nil
        radius = 0
    }

    /// Whether it is a circle that has a border on the Earth, or none at all.
    var isValid: Bool { centre == nil || radius > 0 && radius < Globe.halfCircle }
}

/// A way over the border of a region.
public enum Crossing: UInt8, Hashable, Sendable {
    case enter, exit
}

extension Region: SnapshotElement {
    static var blank: Region { Region(RegionID(0)) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var (number, centre, radius) = (id.number, centre, radius)
        try coder.code(&number)
        try coder.code(&centre)
        if centre != nil { try coder.code(&radius) }
        guard Coder.isReader else { return }
        self = centre.map { Region(RegionID(number), centre: $0, radius: radius) } ?? Region(RegionID(number))
        try coder.check(isValid)
    }
}
