import FetchHost
import FetchSched

/// The user: which feed they open when. About nine sessions a day of one to three feeds, some feeds far more often
/// than others; the same each time.
enum Scenario {
    /// Monday, 1 January 2024, at UTC.
    static let begin = FetchTime(milliseconds: 1_704_067_200_000)

    struct Opening: Sendable {
        let time: FetchTime
        let feed: String
        let seconds: Int
    }

    static func openings(days: Int) -> [Opening] {
        var random = SplitMix64(seed: 7)
        var openings: [Opening] = []
        // The most popular first. How often a feed is opened has nothing to do with how fast it is.
        let order = [
            "tech", "sports", "blog", "wire", "comics", "local", "podcasts", "politics", "garden", "science",
            "recipes", "archive",
        ]
        for day in 0..<days {
            for hour in [7, 8, 10, 12, 13, 16, 18, 20, 22] where random.nextUnit() < 0.85 {
                var time = begin + .days(Int64(day)) + .minutes(Int64(60 * hour))
                time = time + .seconds((random.nextUnit() * 2_700).rounded(.down))
                for _ in 0..<1 + Int(random.nextUnit() * 3) {
                    // The square prefers the first ones.
                    let unit = random.nextUnit()
                    let feed = order[Int(unit * unit * Double(order.count))]
                    let seconds = 20 + Int(random.nextUnit() * 120)
                    openings.append(Opening(time: time, feed: feed, seconds: seconds))
                    time = time + .seconds(Double(seconds + 5))
                }
            }
        }
        return openings
    }
}

/// Content seen by a user who opened feeds.
struct Seen: Sendable {
    private(set) var openings = 0
    private(set) var fresh = 0
    /// How long the first item that was missing had been there, summed over all openings.
    private var missing = 0.0

    /// A feed was opened at `now`, of which the newest item that the reader had is from `newest`.
    mutating func open(_ published: ArraySlice<Item>, newest: FetchTime, at now: FetchTime) {
        openings += 1
        guard let first = published.first(where: { $0.published > newest }) else { return fresh += 1 }
        missing += (now - first.published).seconds
    }

    /// Openings at which nothing was missing, in per cent.
    var freshShare: Double { openings > 0 ? 100 * Double(fresh) / Double(openings) : 0 }
    /// For how long the first missing item had been there, in minutes; 0 where none was.
    var meanMinutes: Double { openings > 0 ? missing / Double(openings) / 60 : 0 }
}
