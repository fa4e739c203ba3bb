import FetchSched

/// How intensity varies over a day: a floor and bell-shaped peaks, periodic, scaled to mean 1.
struct DayRhythm: Sendable {
    /// Local time of the peak in hours, 0 to 24; standard deviation of the bell in hours; its height, relative to the other
    /// peaks and the floor.
    typealias Peak = (hour: Double, width: Double, height: Double)

    /// Activity far from every peak, relative to the heights; above 0.
    private let floor: Double
    private let peaks: [Peak]

    init(floor: Double, _ peaks: Peak...) {
        (self.floor, self.peaks) = (floor, peaks)
    }

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
