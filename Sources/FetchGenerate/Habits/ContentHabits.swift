/// Habits of the apps' sources; by default those of popular apps change some times a day, and few many times.
public struct ContentHabits: Hashable, Sendable, Codable {
    /// How often the origins of apps change, by the apps' popularity.
    public struct Rate: Hashable, Sendable, Codable {
        /// The lowest rank of popularity for which this holds, from 1; up to the next entry's.
        public var rank = 1
        /// Share of these apps that have content at all.
        public var online = 0.0
        /// Median changes per day of those.
        public var perDay = 0.0
        /// Standard deviation of the logarithm of the changes per day.
        public var spread = 0.0

        /// Makes the rate of apps without content.
        public init() {}

        init(rank: Int, online: Double, perDay: Double, spread: Double) {
            (self.rank, self.online, self.perDay, self.spread) = (rank, online, perDay, spread)
        }
    }

    /// How often origins change, by rank; the first entry is of rank 1.
    public var rates = [
        Rate(rank: 1, online: 1, perDay: 36, spread: 0.4),
        Rate(rank: 2, online: 0.95, perDay: 24, spread: 0.8),
        Rate(rank: 4, online: 0.9, perDay: 13, spread: 1), Rate(rank: 7, online: 0.8, perDay: 3, spread: 1.1),
        Rate(rank: 13, online: 0.6, perDay: 1, spread: 1.1),
        Rate(rank: 25, online: 0.4, perDay: 0.3, spread: 1.1),
    ]
    /// Whether `rates` are by the rank that an app's launches give it, as in fitted habits. Nil or false: by the rank that the
    /// app is drawn with, which the days and bursts of interest blur.
    public var ratesByUse: Bool?
    /// Most changes per day of one origin.
    public var fastest = 60.0
    /// When they change.
    public var rhythm = RhythmHabits(
        weekdayHours: DayRhythm.origins.halfHours, weekendHours: DayRhythm.origins.halfHours,
        weekdays: [1.07, 1.07, 1.07, 1.07, 1.07, 0.825, 0.825],
        gaps: QuantileCurve(unitWeibullShape: 0.85), daySpread: 0.2, dayMemory: 0.3)
    /// How much some origins come in bursts and others at even gaps: standard deviation of the logarithm of the power to
    /// which an origin raises the gaps.
    public var gapVariety = 0.3
    /// How much the spread of the days differs between origins: standard deviation of the logarithm of a factor on it.
    public var daySpreadVariety = 0.8
    /// How much origins have hours of their own: standard deviation of the logarithm of the rate over the day.
    public var hourSpread = 0.5
    /// Sizes of updates in bytes, all origins together.
    public var sizeMedian = 150_000.0
    /// Spread of the origins' median sizes: standard deviation of the logarithm.
    public var sizeSpreadBetween = 0.8
    /// Spread of one origin's sizes: standard deviation of the logarithm.
    public var sizeSpreadWithin = 0.7

    /// Makes the default habits.
    public init() {}

    /// The rate of apps of that rank, from 0.
    package func rate(rank: Int) -> Rate? {
        rates.last { $0.rank <= rank + 1 }
    }

    package var fault: String? {
        if let first = rates.first, first.rank != 1 { return "rates must begin with rank 1" }
        if zip(rates, rates.dropFirst()).contains(where: { $0.rank >= $1.rank }) {
            return "rates must be in the order of rank"
        }
        for rate in rates {
            let found = firstFault(
                wrong("online", rate.online, in: 0...1), wrong("perDay", rate.perDay, in: 0...10_000),
                wrong("spread", rate.spread, in: 0...5))
            if let found { return found }
        }
        return firstFault(
            wrong("fastest", fastest, in: 1e-12...10_000), rhythm.fault.map { "rhythm: \($0)" },
            wrong("hourSpread", hourSpread, in: 0...5), wrong("gapVariety", gapVariety, in: 0...5),
            wrong("daySpreadVariety", daySpreadVariety, in: 0...5),
            wrong("sizeMedian", sizeMedian, in: 1...1e12),
            wrong("sizeSpreadBetween", sizeSpreadBetween, in: 0...5),
            wrong("sizeSpreadWithin", sizeSpreadWithin, in: 0...5))
    }
}
