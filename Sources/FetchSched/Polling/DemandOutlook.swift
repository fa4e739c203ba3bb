/// How demand compares with its mean in the time ahead, by hour of the week.
///
/// An app whose copy lasts for minutes asks about the present hour, one whose copy lasts for a week about all of them. So
/// there is a factor for each of sixteen time constants, each twice the one before: the mean of the hours ahead, those a
/// time constant away weighing e times less.
///
/// - Complexity: O(16 x 168) to make, 11 KB; O(1) per question.
struct DemandOutlook: Sendable {
    /// By hour of the week, and in each by time constant; empty until there is something to know.
    private var factors: [SIMD16<Float>] = []
    /// The largest of each time constant.
    private var largest = SIMD16<Float>(repeating: 1)
    /// Hours of a week.
    static let hours = 168
    /// The first time constant, in seconds.
    private static let shortest = 60.0

    /// Looks at what is known of the hours.
    mutating func update(from rhythm: DailyRhythm) {
        var weekday = [Double](repeating: 0, count: 24)
        var weekend = weekday
        for hour in 0..<24 {
            weekday[hour] = rhythm.rate(hour: hour, weekend: false)
            weekend[hour] = rhythm.rate(hour: hour, weekend: true)
        }
        var sum = 0.0
        for hour in 0..<Self.hours {
            sum += LocalClock.isWeekend(hour / 24) ? weekend[hour % 24] : weekday[hour % 24]
        }
        let meanRate = sum / Double(Self.hours)
        guard meanRate > 0 else { return }
        factors.grow(to: Self.hours, with: .one)
        largest = .zero
        let (short, long) = (Self.kept(from: 0), Self.kept(from: 8))
        var ahead = (SIMD8<Double>.one, SIMD8<Double>.one)
        // From the end of the second week, whose begin knows of a whole one.
        for step in stride(from: 2 * Self.hours - 1, through: 0, by: -1) {
            let hour = step % Self.hours
            let rate = (LocalClock.isWeekend(hour / 24) ? weekend[hour % 24] : weekday[hour % 24]) / meanRate
            ahead.0 = (1 - short) * rate + short * ahead.0
            ahead.1 = (1 - long) * rate + long * ahead.1
            guard step < Self.hours else { continue }
            let factors = SIMD16<Float>(
                lowHalf: SIMD8<Float>(ahead.0), highHalf: SIMD8<Float>(ahead.1))
            self.factors[hour] = factors
            largest.replace(with: factors, where: factors .> largest)
        }
    }

    /// Share of the next hour's outlook kept in this one, by time constant.
    private static func kept(from place: Int) -> SIMD8<Double> {
        var kept = SIMD8<Double>.zero
        for lane in 0..<8 {
            kept[lane] = PortableMath.exp(-3600 / (shortest * Double(1 << (place + lane))))
        }
        return kept
    }

    /// The place of the time constant that is next to so many seconds.
    static func place(of seconds: Double) -> Int {
        var (constant, place) = (shortest * 1.414, 0)
        while place < 15, seconds > constant {
            constant *= 2
            place += 1
        }
        return place
    }

    /// The factor at a moment for openings that matter for as long as that place stands for. Each hour blends into the next.
    @inline(__always)
    func factor(_ place: Int, at moment: Instant, _ clock: LocalClock) -> Double {
        guard !factors.isEmpty else { return 1 }
        let hour = clock.hourOfWeek(moment)
        let part = Double(clock.timeOfDay(moment) % 3_600_000) / 3_600_000
        let (present, next) = (factors[hour][place], factors[(hour + 1) % Self.hours][place])
        return Double(present) + part * Double(next - present)
    }

    /// The largest of all hours.
    @inline(__always)
    func mostFactor(_ place: Int) -> Double { Double(largest[place]) }

    /// The factor at the begin of that hour of the week for openings of which those `seconds` ahead weigh e times less.
    func factor(within seconds: Double, hour: Int) -> Double {
        factors.isEmpty ? 1 : Double(factors[hour][Self.place(of: seconds)])
    }
}
