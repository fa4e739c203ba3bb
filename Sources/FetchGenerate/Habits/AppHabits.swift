import FetchSched

/// Which apps a user has, and how popular they are and stay; by default a first app far ahead, and most in use for a while.
public struct AppHabits: Hashable, Sendable, Codable {
    /// Apps that the median user opens within ``horizonDays``.
    public var used = 80.0
    /// Apps that are installed and never opened, per app that is.
    public var unused = 0.1
    /// Days over which the numbers of this section hold; of a shorter trace they are the prospect.
    public var horizonDays = 28
    /// Share of launches of the apps of rank 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100 and 128
    /// of popularity, as far as told; between them, and beyond them by ``popularityTail``, a power law.
    public var popularity = [
        0.4, 0.125, 0.08, 0.06, 0.048, 0.04, 0.028, 0.021, 0.0145, 0.0108, 0.0078, 0.0056, 0.0039, 0.0028,
        0.002,
        0.0014, 0.001, 0.0008, 0.0006,
    ]
    /// Exponent of that power law beyond the last share.
    public var popularityTail = 1.0
    /// Bursts of interest: standard deviation of the logarithm of an app's weight from day to day, for the apps
    /// of rank 1 to 3, 4 to 12, and beyond. Where it is above 2, apps come, are in use for some days, and go.
    public var interestSpread = [0.3, 0.8, 1.8]
    /// Correlation of that logarithm between one day and the next.
    public var interestMemory = 0.75
    /// Bursts of hours: standard deviation of the logarithm of an app's weight from one quarter of a day to the next, for
    /// the same groups of ranks. Nil: interest lasts for days at least.
    public var burstSpread: [Double]?
    /// Arrival and loss: mean number of days for which a user keeps an app of rank 1 to 3, 4 to 12, and beyond.
    public var installedDays = [3_000.0, 400, 60]
    /// How much the times for which apps stay differ: standard deviation of their logarithm, ``installedDays`` then being
    /// their median; before and after, an app is never opened. Nil: these times are exponential, and an absent app
    /// has a small share of its interest on that day.
    public var installedSpread: Double?
    /// How much apps have hours of their own: standard deviation of the logarithm of an app's weight over the day.
    public var hourSpread = 0.75
    /// Share of apps with content that may never be refreshed in the background.
    public var neverShare = 0.12
    /// Share of apps with content that ask for an interval of their own.
    public var customShare = 0.0
    /// Intervals that such apps ask for, in seconds.
    public var customIntervals: [Double] = []

    package static let ranks = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128]

    /// Makes the default habits.
    public init() {}

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

    /// The group in ``interestSpread`` and ``installedDays`` of an app of that rank, from 0.
    static func group(rank: Int) -> Int { rank < 3 ? 0 : rank < 12 ? 1 : 2 }

    var fault: String? {
        firstFault(
            wrong("used", used, in: 1...1_000), wrong("unused", unused, in: 0...10),
            wrong("horizonDays", Double(horizonDays), in: 1...Double(TraceGenerator.maximumDays)),
            popularity.isEmpty || popularity.count > AppHabits.ranks.count
                ? "popularity must have 1 to \(AppHabits.ranks.count) numbers" : nil,
            wrong("popularity", popularity, in: 1e-12...1),
            // Four digits are told of each.
            popularity.reduce(0, +) > 1.005 ? "popularity must have a sum of at most 1" : nil,
            wrong("popularityTail", popularityTail, in: 0...20),
            wrong("interestSpread", interestSpread, in: 0...8, count: 3),
            wrong("installedSpread", installedSpread, in: 0...3),
            burstSpread.flatMap { wrong("burstSpread", $0, in: 0...4, count: 3) },
            wrong("installedDays", installedDays, in: 1...1e6, count: 3),
            wrong("interestMemory", interestMemory, in: belowOne), wrong("hourSpread", hourSpread, in: 0...5),
            wrong("neverShare", neverShare, in: 0...1), wrong("customShare", customShare, in: 0...1),
            wrong("customIntervals", customIntervals, in: 1...1e9))
    }
}
