/// How demand compares with its mean at each hour of a weekday and of a weekend day.
///
/// Only launches that are about to come make a request pay now: for later ones it can wait. From the middle of an hour to
/// that of the next the factor is a straight line, so that sources do not all become due at the full hour.
///
/// - Complexity: O(48) to make; O(1) per question.
struct DemandHours: Sendable {
    /// By hour of a weekday, then of a weekend day.
    private var factors = [Float](repeating: 1, count: 48)
    /// The largest of them.
    private(set) var most = 1.0

    mutating func update(from rhythm: DailyRhythm) {
        var sum = 0.0
        for hour in 0..<48 {
            let rate = rhythm.rate(hour: hour % 24, weekend: hour >= 24)
            factors[hour] = Float(rate)
            sum += rate * (hour >= 24 ? 2 : 5)
        }
        guard sum > 0 else { return self = DemandHours() }
        factors.scale(by: Float(24 * 7 / sum))
        most = Double(factors.reduce(0, max))
    }

    @inline(__always)
    func factor(at moment: Instant, _ clock: LocalClock) -> Double {
        let earlier = moment - .minutes(30)
        let hour = clock.hourOfWeek(earlier)
        let part = Float(clock.timeOfDay(earlier) % 3_600_000) / 3_600_000
        let (present, next) = (factors[place(hour)], factors[place((hour + 1) % 168)])
        return Double(present + part * (next - present))
    }

    private func place(_ hour: Int) -> Int { (LocalClock.isWeekend(hour / 24) ? 24 : 0) + hour % 24 }
}
