import FetchSched

/// Which apps a user has, and how popular they are and stay.
public struct AppHabits: Hashable, Sendable, Codable {
    /// Apps that the median user opens within ``horizonDays``.
    public var used: Double
    /// Apps that are installed and never opened, per app that is.
    public var unused: Double
    /// Days over which the numbers of this section hold; of a shorter trace they are the prospect.
    public var horizonDays: Int
    /// Share of launches of the apps of rank 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100 and 128
    /// of popularity, as far as told; between them, and beyond them by ``popularityTail``, a power law.
    public var popularity: [Double]
    /// Exponent of that power law beyond the last share.
    public var popularityTail: Double
    /// Bursts of interest: standard deviation of the logarithm of an app's weight from day to day, for the apps
    /// of rank 1 to 3, 4 to 12, and beyond. Where it is above 2, apps come, are in use for some days, and go.
    public var interestSpread: [Double]
    /// Correlation of that logarithm between one day and the next.
    public var interestMemory: Double
    /// Bursts of hours: standard deviation of the logarithm of an app's weight from one quarter of a day to the next, for
    /// the same groups of ranks. Nil: interest lasts for days at least.
    public var burstSpread: [Double]?
    /// Arrival and loss: mean number of days for which a user keeps an app of rank 1 to 3, 4 to 12, and beyond.
    public var keptDays: [Double]
    /// How much the times for which apps are kept differ: standard deviation of their logarithm, ``keptDays`` then being
    /// their median; before and after, an app is never opened. Nil: these times are exponential, and an app that is not
    /// kept has a small share of its interest on that day.
    public var keptSpread: Double?
    /// How much apps have hours of their own: standard deviation of the logarithm of an app's weight over the day.
    public var hourSpread: Double
    /// Share of apps with content that may never be refreshed in the background.
    public var neverShare: Double
    /// Share of apps with content that ask for an interval of their own.
    public var customShare: Double
    /// Intervals that such apps ask for, in seconds.
    public var customIntervals: [Double]

    /// The ranks of ``popularity``.
    package static let ranks = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128]

    /// Makes habits of apps.
    public init(
        used: Double, unused: Double, horizonDays: Int, popularity: [Double], popularityTail: Double,
        interestSpread: [Double], interestMemory: Double, keptDays: [Double], hourSpread: Double,
        neverShare: Double = 0,
        customShare: Double = 0, customIntervals: [Double] = []
    ) {
        self.used = used
        self.unused = unused
        self.horizonDays = horizonDays
        self.popularity = popularity
        self.popularityTail = popularityTail
        self.interestSpread = interestSpread
        self.interestMemory = interestMemory
        self.keptDays = keptDays
        self.hourSpread = hourSpread
        self.neverShare = neverShare
        self.customShare = customShare
        self.customIntervals = customIntervals
    }

    /// The shares of launches of `count` apps, most popular first; they sum to 1.
    func shares(_ count: Int) -> [Double] {
        let known = Swift.min(popularity.count, AppHabits.ranks.count)
        guard count > 0, known > 0 else { return [] }
        var result: [Double] = []
        var knot = 0
        for rank in 1...count {
            while knot + 1 < known, AppHabits.ranks[knot + 1] <= rank { knot += 1 }
            let low = AppHabits.ranks[knot]
            let slope: Double
            if knot + 1 < known {
                let ratio = PortableMath.log(popularity[knot] / popularity[knot + 1])
                slope = ratio / PortableMath.log(Double(AppHabits.ranks[knot + 1]) / Double(low))
            } else {
                slope = popularityTail
            }
            result.append(popularity[knot] * PortableMath.power(Double(rank) / Double(low), -slope))
        }
        let total = result.reduce(0, +)
        return result.map { $0 / total }
    }

    /// The group in ``interestSpread`` and ``keptDays`` of an app of that rank, from 0.
    static func group(rank: Int) -> Int { rank < 3 ? 0 : rank < 12 ? 1 : 2 }

    /// What is wrong with the numbers, or nil.
    var fault: String? {
        if !(used >= 1 && used <= 1_000) { return "used must be 1 to 1000" }
        if !(0...10).contains(unused) { return "unused must be 0 to 10" }
        if !(1...TraceGenerator.maximumDays).contains(horizonDays) {
            return "horizonDays must be 1 to \(TraceGenerator.maximumDays)"
        }
        if popularity.isEmpty || popularity.count > AppHabits.ranks.count {
            return "popularity must have 1 to \(AppHabits.ranks.count) numbers"
        }
        if popularity.contains(where: { !($0 > 0 && $0 <= 1) }) {
            return "popularity must be above 0 and at most 1"
        }
        // Four digits are told of each.
        if popularity.reduce(0, +) > 1.005 { return "popularity must have a sum of at most 1" }
        if !(0...20).contains(popularityTail) { return "popularityTail must be 0 to 20" }
        if interestSpread.count != 3 || interestSpread.contains(where: { !(0...8).contains($0) }) {
            return "interestSpread must be 3 numbers from 0 to 8"
        }
        if let keptSpread, !(0...3).contains(keptSpread) { return "keptSpread must be 0 to 3" }
        if let burstSpread, burstSpread.count != 3 || burstSpread.contains(where: { !(0...4).contains($0) }) {
            return "burstSpread must be 3 numbers from 0 to 4"
        }
        if keptDays.count != 3 || keptDays.contains(where: { !($0 >= 1 && $0 < 1e6) }) {
            return "keptDays must be 3 numbers of at least 1"
        }
        if !(0..<1).contains(interestMemory) { return "interestMemory must be at least 0 and below 1" }
        if !(0...5).contains(hourSpread) { return "hourSpread must be 0 to 5" }
        for (name, share) in [("neverShare", neverShare), ("customShare", customShare)]
        where !(0...1).contains(share) {
            return "\(name) must be 0 to 1"
        }
        if customIntervals.contains(where: { !($0 >= 1 && $0 < 1e9) }) {
            return "customIntervals must be at least 1 s"
        }
        return nil
    }
}
