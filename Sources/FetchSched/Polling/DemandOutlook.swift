/// How demand compares with its mean in the time ahead, by hour of the week.
///
/// An app whose copy lasts for minutes asks about the present hour, one whose copy lasts for a week about all of them. So
/// there is a factor for each of sixteen time constants, each twice the one before: the mean of the hours ahead, those a
/// time constant away weighing e times less.
///
/// - Complexity: O(16 x 168) to make, 11 KB; O(1) per question.
struct DemandOutlook: Sendable {
    /// By time constant, and then by hour of the week; empty until there is something to know.
    private var factors: [Float] = []
    /// The largest of each time constant.
    private var largest: [Float] = []
    /// Hours of a week.
    static let hours = 168
    private static let constants = 16
    /// The first time constant, in seconds.
    private static let shortest = 60.0

    /// Looks at what is known of the hours.
    mutating func update(from rhythm: DailyRhythm) {
        var rates = [Double](repeating: 0, count: Self.hours)
        for hour in 0..<24 {
            let weekday = rhythm.rate(hour: hour, weekend: false)
            let weekend = rhythm.rate(hour: hour, weekend: true)
            for day in 0..<7 { rates[24 * day + hour] = LocalClock.isWeekend(day) ? weekend : weekday }
        }
        let meanRate = rates.reduce(0, +) / Double(Self.hours)
        guard meanRate > 0 else { return }
        factors.grow(to: Self.constants * Self.hours, with: 1)
        largest.grow(to: Self.constants, with: 1)
        for place in 0..<Self.constants {
            let keeps = PortableMath.exp(-3600 / (Self.shortest * Double(1 << place)))
            var (ahead, most) = (1.0, 0.0)
            // From the end of the second week, whose begin knows of a whole one.
            for step in stride(from: 2 * Self.hours - 1, through: 0, by: -1) {
                let hour = step % Self.hours
                ahead = (1 - keeps) * rates[hour] / meanRate + keeps * ahead
                factors[place * Self.hours + hour] = Float(ahead)
                if step < Self.hours { most = max(most, ahead) }
            }
            largest[place] = Float(most)
        }
    }

    /// The factor for openings of which those `seconds` ahead weigh e times less, in that hour of the week; without one,
    /// the largest.
    func factor(within seconds: Double, hour: Int?) -> Double {
        guard !factors.isEmpty else { return 1 }
        var (constant, place) = (Self.shortest * 1.414, 0)
        while place < Self.constants - 1, seconds > constant {
            constant *= 2
            place += 1
        }
        return Double(hour.map { factors[place * Self.hours + $0] } ?? largest[place])
    }
}
