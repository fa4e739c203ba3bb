import FetchSched
import Foundation

/// Distances on the sphere by the textbook, with the C library: the haversine formula.
enum Geography {
    static let radius = 6_371_008.771_4

    /// Metres between two positions.
    static func metres(_ one: GeoPosition, _ other: GeoPosition) -> Double {
        let (a, b) = (one.latitude * .pi / 180, other.latitude * .pi / 180)
        let across = sin((other.longitude - one.longitude) * .pi / 360)
        let up = sin((b - a) / 2)
        let h = up * up + cos(a) * cos(b) * across * across
        return 2 * radius * asin(min(1, h.squareRoot()))
    }

    /// The position so far from another one, in the direction given in degrees from north to east.
    static func position(
        _ metres: Double, _ bearing: Double, from origin: GeoPosition, accuracy: Double = 0
    ) -> GeoPosition? {
        let (latitude, direction, arc) = (origin.latitude * .pi / 180, bearing * .pi / 180, metres / radius)
        let north = sin(latitude) * cos(arc) + cos(latitude) * sin(arc) * cos(direction)
        let east = atan2(
            sin(direction) * sin(arc) * cos(latitude), cos(arc) - sin(latitude) * north)
        var longitude = origin.longitude + east * 180 / .pi
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return GeoPosition(
            latitude: asin(max(-1, min(1, north))) * 180 / .pi, longitude: longitude, accuracy: accuracy)
    }
}
