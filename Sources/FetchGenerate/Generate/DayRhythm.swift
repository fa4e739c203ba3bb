import FetchSched

/// How intensity varies over a day: a floor and bell-shaped peaks, periodic, scaled to mean 1.
public struct DayRhythm: Sendable {
    /// One bell-shaped peak.
    public struct Peak: Sendable {
        /// Local time of the peak in hours, 0 to 24.
        public var hour: Double
        /// Standard deviation of the bell in hours.
        public var width: Double
        /// Height of the bell, relative to the other peaks and the floor.
        public var height: Double

        /// Makes a peak: hour and width in hours, height relative.
        public init(hour: Double, width: Double, height: Double) {
            self.hour = hour
            self.width = width
            self.height = height
        }
    }

    /// The peaks.
    public var peaks: [Peak]
    /// What is left far from every peak, relative to the heights; above 0.
    public var floor: Double

    /// Makes a rhythm.
    public init(floor: Double, peaks: [Peak]) {
        self.floor = floor
        self.peaks = peaks
    }

    /// Slots per day: 96 quarters of an hour.
    static let slotsPerDay = 96
    /// Length of a slot in seconds.
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
