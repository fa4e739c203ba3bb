import FetchSched
import FetchGenerate

/// Gains in forecasting the next app from the previous app, the one before and the hour, beyond popularity and recency.
///
/// A small forecaster runs through the launches and learns as it goes. The differences of its mean log scores, with
/// and without one feature, tell how strong the feature is. They are no bound on what a better forecaster finds;
/// only the same measure is taken of real and generated launches.
struct SequenceGains: Sendable {
    /// An app is seldom opened as long as fewer launches than this came after it within sessions. (Real and generated logs
    /// are as long as each other, so both are measured alike.)
    private static let seldom = 30.0

    private let apps: Int
    private var counts: [Double]
    private var total = 0.0
    /// By situation: what was seen at each place, and what popularity expected there.
    private var seen = [[Double]](repeating: [Double](repeating: 3, count: 11), count: 2)
    private var expected = [[Double]](repeating: [Double](repeating: 3, count: 11), count: 2)
    private var successors: [Double]
    private var rows: [Double]
    private var pairs: [Int: [Int: Double]] = [:]
    private var hours: [Double]
    private var hourRows = [Double](repeating: 0, count: 8)
    private var recent: [Int] = []
    private var places: [Int]

    private init(apps: Int) {
        self.apps = apps
        counts = [Double](repeating: 0, count: apps)
        successors = [Double](repeating: 0, count: 2 * apps * apps)
        rows = [Double](repeating: 0, count: 2 * apps)
        hours = [Double](repeating: 0, count: 8 * apps)
        places = [Int](repeating: 10, count: apps)
    }

    /// The gains over a log: `first.successor`, `within.successor`, `first.pair`, `within.pair`, `hour`, and that of
    /// `within.successor` after apps that were seldom followed by any so far, `within.seldom`.
    static func measure(_ log: DeviceLog, starts: [Bool]) -> KeyValuePairs<String, Moments> {
        var state = SequenceGains(apps: log.apps)
        var tallies = [Moments](repeating: Moments(), count: 6)
        for (launch, isFirst) in zip(log.launches, starts) {
            let hour = Int((launch.time / 86_400 - (launch.time / 86_400).rounded(.down)) * 8)
            state.score(launch.app, row: isFirst ? 0 : 1, hour: Swift.min(7, hour), tallies: &tallies)
        }
        return [
            "first.successor": tallies[0], "within.successor": tallies[1], "first.pair": tallies[2],
            "within.pair": tallies[3], "hour": tallies[4], "within.seldom": tallies[5],
        ]
    }

    private mutating func score(_ app: Int, row: Int, hour: Int, tallies: inout [Moments]) {
        let previous = recent.first
        let known = recent.count > 1
        let key = known ? (recent[0] * apps + recent[1]) * 2 + row : -1
        let pairCounts = pairs[key] ?? [:]
        let pairTotal = pairCounts.values.reduce(0, +)
        // Logarithms are spared: the features are products, and only the app's own needs one.
        var sums = (base: 0.0, successor: 0.0, pair: 0.0, hour: 0.0)
        var own = sums
        var popularity = [Double](repeating: 0, count: apps)
        let isLearned = counts[app] > 0 && total > 50
        for other in 0..<apps where counts[other] > 0 {
            let share = counts[other] / total
            popularity[other] = share
            guard isLearned else { continue }
            let base = share * seen[row][places[other]] / expected[row][places[other]]
            var successor = base
            if let previous {
                let cell = (row * apps + previous) * apps + other
                let ratio = (successors[cell] + 3 * share) / ((rows[row * apps + previous] + 3) * share)
                successor *= ratio.squareRoot()
            }
            let pairRatio = ((pairCounts[other] ?? 0) + 2 * share) / ((pairTotal + 2) * share)
            let pair = known ? successor * pairRatio.squareRoot() : successor
            let hourRatio = (hours[hour * apps + other] + 4 * share) / ((hourRows[hour] + 4) * share)
            let timed = base * hourRatio
            sums.base += base
            sums.successor += successor
            sums.pair += pair
            sums.hour += timed
            if other == app { own = (base, successor, pair, timed) }
        }
        if isLearned {
            let base = PortableMath.log(own.base / sums.base)
            let successor = PortableMath.log(own.successor / sums.successor)
            let pair = PortableMath.log(own.pair / sums.pair)
            let timed = PortableMath.log(own.hour / sums.hour)
            tallies[row].add(successor - base)
            tallies[2 + row].add(pair - successor)
            tallies[4].add(timed - base)
            if row == 1, let previous, rows[apps + previous] < Self.seldom {
                tallies[5].add(successor - base)
            }
        }
        learn(app, row: row, hour: hour, key: key, popularity: popularity)
    }

    private mutating func learn(_ app: Int, row: Int, hour: Int, key: Int, popularity: [Double]) {
        for other in 0..<apps where popularity[other] > 0 {
            expected[row][places[other]] += popularity[other]
        }
        seen[row][places[app]] += 1
        if let previous = recent.first {
            successors[(row * apps + previous) * apps + app] += 1
            rows[row * apps + previous] += 1
        }
        if key >= 0 { pairs[key, default: [:]][app, default: 0] += 1 }
        hours[hour * apps + app] += 1
        hourRows[hour] += 1
        counts[app] += 1
        total += 1
        if let place = recent.firstIndex(of: app) { recent.remove(at: place) }
        recent.insert(app, at: 0)
        for (place, other) in recent.enumerated() { places[other] = ChoiceHabits.bin(place: place) }
    }
}
