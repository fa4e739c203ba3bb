/// What the apps' origins do.
public struct ContentHabits: Hashable, Sendable, Codable {
    /// How often the origins of apps change, by the apps' popularity.
    public struct Rate: Hashable, Sendable, Codable {
        /// The lowest rank of popularity for which this holds, from 1; up to the next entry's.
        public var rank: Int
        /// Share of these apps that have content at all.
        public var online: Double
        /// Median changes per day of those.
        public var perDay: Double
        /// Standard deviation of the logarithm of the changes per day.
        public var spread: Double

        /// Makes a rate.
        public init(rank: Int, online: Double, perDay: Double, spread: Double) {
            self.rank = rank
            self.online = online
            self.perDay = perDay
            self.spread = spread
        }
    }

    /// How often origins change, by rank; the first entry is of rank 1.
    public var rates: [Rate]
    /// Whether `rates` are by the rank that an app's launches give it, as in fitted habits. Nil or false: by the rank that the
    /// app is drawn with, which the days and bursts of interest blur.
    public var ratesByUse: Bool?
    /// Most changes per day of one origin.
    public var fastest: Double
    /// When they change.
    public var rhythm: RhythmHabits
    /// How much some origins come in bursts and others at even gaps: standard deviation of the logarithm of the power to
    /// which an origin raises the gaps.
    public var gapVariety: Double
    /// How much more even the gaps of fast origins are: change of the logarithm of that power with the logarithm of the
    /// changes per day, 0 at ten a day. Nil: not at all.
    public var gapsWithRate: Double?
    /// How much flatter the days of fast origins are: change of the logarithm of the power of their hours' rates with the
    /// logarithm of the changes per day, 0 at ten a day. Nil: not at all.
    public var hoursWithRate: Double?
    /// How much the spread of the days differs between origins: standard deviation of the logarithm of a factor on it.
    public var daySpreadVariety: Double
    /// How much origins have hours of their own: standard deviation of the logarithm of the rate over the day.
    public var hourSpread: Double
    /// Sizes of updates in bytes, all origins together.
    public var sizeMedian: Double
    /// Spread of the origins' median sizes: standard deviation of the logarithm.
    public var sizeSpreadBetween: Double
    /// Spread of one origin's sizes: standard deviation of the logarithm.
    public var sizeSpreadWithin: Double

    /// Makes habits of content.
    public init(
        rates: [Rate], fastest: Double, rhythm: RhythmHabits, gapVariety: Double, daySpreadVariety: Double,
        hourSpread: Double, sizeMedian: Double, sizeSpreadBetween: Double, sizeSpreadWithin: Double
    ) {
        self.rates = rates
        self.fastest = fastest
        self.rhythm = rhythm
        self.gapVariety = gapVariety
        self.daySpreadVariety = daySpreadVariety
        self.hourSpread = hourSpread
        self.sizeMedian = sizeMedian
        self.sizeSpreadBetween = sizeSpreadBetween
        self.sizeSpreadWithin = sizeSpreadWithin
    }

    /// The rate of apps of that rank, from 0.
    package func rate(rank: Int) -> Rate? {
        rates.last { $0.rank <= rank + 1 }
    }

    /// What is wrong with the numbers, or nil.
    package var fault: String? {
        if let first = rates.first, first.rank != 1 { return "rates must begin with rank 1" }
        if zip(rates, rates.dropFirst()).contains(where: { $0.rank >= $1.rank }) {
            return "rates must be in the order of rank"
        }
        for rate in rates {
            if !(0...1).contains(rate.online) { return "online must be 0 to 1" }
            if !(rate.perDay >= 0 && rate.perDay <= 10_000) { return "perDay must be 0 to 10000" }
            if !(0...5).contains(rate.spread) { return "spread must be 0 to 5" }
        }
        if !(fastest > 0 && fastest <= 10_000) { return "fastest must be above 0 and at most 10000" }
        if let fault = rhythm.fault { return "rhythm: \(fault)" }
        for (name, spread) in [
            ("hourSpread", hourSpread), ("gapVariety", gapVariety), ("daySpreadVariety", daySpreadVariety),
        ] where !(0...5).contains(spread) {
            return "\(name) must be 0 to 5"
        }
        for (name, slope) in [("gapsWithRate", gapsWithRate), ("hoursWithRate", hoursWithRate)] {
            if let slope, !(-2...2).contains(slope) { return "\(name) must be -2 to 2" }
        }
        if !(sizeMedian >= 1 && sizeMedian < 1e12) { return "sizeMedian must be at least 1" }
        if !(0...5).contains(sizeSpreadBetween) || !(0...5).contains(sizeSpreadWithin) {
            return "sizeSpreadBetween and sizeSpreadWithin must be 0 to 5"
        }
        return nil
    }
}
