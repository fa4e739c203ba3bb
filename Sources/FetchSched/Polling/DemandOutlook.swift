/// The demand in the time ahead, relative to its mean, by hour of the week.
///
/// For an app whose copy lasts for minutes the current hour matters, for one whose copy lasts for a week all hours do. So
/// there is a factor for each of sixteen time constants, from a minute on, each twice the one before: the mean over the
/// hours ahead, where an hour that is one time constant away weighs e times less.
struct DemandOutlook: Sendable {
    private static let hours = 168
    private static let scales = 16
    /// By hour of the week, and in each by time constant; empty until something is known.
    private var factors: [Float] = []
    /// The largest factor of each time constant.
    private var largest = [Float](repeating: 1, count: scales)

    mutating func update(from rhythm: DailyRhythm) {
        let rates = (0..<Self.hours).map { hour in
            rhythm.rate(hour: hour % 24, weekend: LocalClock.isWeekend(hour / 24))
        }
        let mean = rates.reduce(0, +) / Double(Self.hours)
        guard mean > 0 else { return }
        factors.grow(to: Self.hours * Self.scales, with: 1)
        for scale in 0..<Self.scales {
            let kept = PortableMath.exp(-3600 / (60 * Double(1 << scale)))
            largest[scale] = 0
            var ahead = 1.0
            // Backwards from the end of the second week, so that the first week is followed by a whole one.
            for step in (0..<2 * Self.hours).reversed() {
                let hour = step % Self.hours
                ahead = (1 - kept) * (rates[hour] / mean) + kept * ahead
                guard step < Self.hours else { continue }
                factors[hour * Self.scales + scale] = Float(ahead)
                largest[scale] = max(largest[scale], Float(ahead))
            }
        }
    }

    /// Returns the index of the time constant nearest to the given number of seconds.
    static func scale(of seconds: Double) -> Int {
        var (limit, scale) = (60 * 1.414, 0)
        while scale < scales - 1, seconds > limit {
            limit *= 2
            scale += 1
        }
        return scale
    }

    /// Returns the factor for launches in the given hour of the week, or for the best hour.
    @inline(__always)
    func factor(_ scale: Int, hour: Int) -> Double {
        factors.isEmpty ? 1 : Double(factors[hour * Self.scales + scale])
    }

    @inline(__always)
    func largestFactor(_ scale: Int) -> Double { Double(largest[scale]) }

    /// Returns the factor in the given hour of the week if launches `seconds` later weigh e times less.
    func factor(within seconds: Double, hour: Int) -> Double { factor(Self.scale(of: seconds), hour: hour) }
}
