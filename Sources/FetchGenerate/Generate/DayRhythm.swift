import FetchSched

/// How intensity varies over a day: a floor and bell-shaped peaks, periodic, scaled to mean 1.
struct DayRhythm: Sendable {
    struct Peak: Sendable {
        /// Local time of the peak in hours, 0 to 24.
        var hour: Double
        /// Standard deviation of the bell in hours.
        var width: Double
        /// Height of the bell, relative to the other peaks and the floor.
        var height: Double
    }

    /// Activity far from every peak, relative to the heights; above 0.
    var floor: Double
    var peaks: [Peak]

    /// Slots per day: 96 quarters of an hour.
    static let slotsPerDay = 96
    static let slotSeconds = 86_400.0 / 96

    /// The relative intensity at a local time in hours, before scaling.
    func height(at hour: Double) -> Double {
        var sum = floor
        for peak in peaks {
            var distance = (hour - peak.hour).magnitude
            distance -= 24 * (distance / 24).rounded(.down)
            if distance > 12 { distance = 24 - distance }
            let z = distance / peak.width
            sum += peak.height * PortableMath.exp(-0.5 * z * z)
        }
        return sum
    }
}
