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

    /// The intensity of each slot of a day that runs `shift` hours late, with mean 1.
    func slots(shift: Double = 0) -> [Double] {
        let raw = (0..<DayRhythm.slotsPerDay).map { slot in
            height(at: (Double(slot) + 0.5) * 24 / Double(DayRhythm.slotsPerDay) - shift)
        }
        let mean = raw.reduce(0, +) / Double(raw.count)
        return mean > 0 ? raw.map { $0 / mean } : raw
    }

    /// The same rhythm for one person: each peak moved by a normal amount with that standard deviation.
    func individual(deviation: Double, sampler: inout Sampler) -> DayRhythm {
        var copy = self
        for index in copy.peaks.indices {
            copy.peaks[index].hour += deviation * sampler.normal()
            copy.peaks[index].height *= sampler.logNormal(median: 1, sigma: DayRhythm.heightSpread)
        }
        return copy
    }

    /// Spread of the peaks' heights between people: standard deviation of the logarithm.
    static let heightSpread = 0.2
}
