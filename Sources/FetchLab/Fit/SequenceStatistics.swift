import FetchSched
import FetchGenerate

/// The statistics of what follows what: places in the list of apps by last use, bursts of interest, popularity, and
/// what the previous apps and the hour tell of the next one.
///
/// They are measured on real and on generated launches alike; ``HabitsCalibration`` makes the two agree.
struct SequenceStatistics: Sendable {
    /// Range of ``SequenceGains`` in nats.
    static let gainRange = -0.5...1.5
    /// Range of the logarithms of coincidences.
    static let coincidenceRange = -1.0...6.0
    /// How many ranks of popularity are told.
    static let ranks = 128
    /// The groups of ranks in which interest is measured.
    static let groups = [0..<3, 3..<12, 12..<128]

    /// Adds the statistics of a log.
    static func add(to statistics: inout Statistics, of log: DeviceLog) {
        let begins = log.beginsSession
        addPlaces(to: &statistics, of: log, begins: begins)
        addPopularity(to: &statistics, of: log)
        addCoincidences(to: &statistics, of: log)
        addDays(to: &statistics, of: log)
        addSpans(to: &statistics, of: log)
        let gains = SequenceGains.measure(log, begins: begins)
        for (name, gain) in gains {
            statistics.add(
                "gain.\(name)", gain.launches >= 30 ? [gain.nats] : nil, in: gainRange, like: 1,
                count: Double(gain.launches))
        }
    }

    private static func addPlaces(to statistics: inout Statistics, of log: DeviceLog, begins: [Bool]) {
        // Ten bins of places, and apps never opened before; of first launches and of those within sessions.
        var places = [[Double]](repeating: [Double](repeating: 0, count: 11), count: 2)
        var again = [0.0, 0.0]
        var recent: [Int] = []
        var session: Set<Int> = []
        for (launch, isFirst) in zip(log.launches, begins) {
            if isFirst { session = [] }
            let row = isFirst ? 0 : 1
            if let place = recent.firstIndex(of: launch.app) {
                places[row][ChoiceHabits.bin(place: place)] += 1
                recent.remove(at: place)
                if !isFirst { again[place > 0 && session.contains(launch.app) ? 0 : 1] += 1 }
            } else {
                places[row][10] += 1
                if !isFirst { again[1] += 1 }
            }
            recent.insert(launch.app, at: 0)
            session.insert(launch.app)
        }
        statistics.add("place.first", counts: places[0])
        statistics.add("place.within", counts: places[1])
        statistics.add("again", counts: again)
    }

    private static func addPopularity(to statistics: inout Statistics, of log: DeviceLog) {
        var ranked = log.counts.filter { $0 > 0 }.sorted(by: >).map(Double.init)
        ranked = Array(ranked.prefix(ranks))
        statistics.add("popularity", counts: ranked + [Double](repeating: 0, count: ranks - ranked.count))
    }

    /// Days with a launch of an app per launch of it, of all apps of each group of ranks that were launched twice or more.
    private static func addDays(to statistics: inout Statistics, of log: DeviceLog) {
        let ranking = log.ranking
        let counts = log.counts
        var days = [Int](repeating: 0, count: log.apps)
        var last = [Int](repeating: -1, count: log.apps)
        for launch in log.launches where last[launch.app] != Int(launch.time / 86_400) {
            last[launch.app] = Int(launch.time / 86_400)
            days[launch.app] += 1
        }
        for (number, group) in groups.enumerated() {
            let apps = ranking.enumerated().filter { group.contains($0.offset) && counts[$0.element] > 1 }
                .map(\.element)
            let launches = Double(apps.reduce(0) { $0 + counts[$1] })
            let all = Double(apps.reduce(0) { $0 + days[$1] })
            statistics.add(
                "days.\(number)", launches >= 20 ? [all / launches] : nil, in: 0...1, like: 1,
                count: launches)
        }
    }

    /// The share of the days between the first and the last launch of an app, mean of each group of ranks.
    private static func addSpans(to statistics: inout Statistics, of log: DeviceLog) {
        let counts = log.counts
        var first = [Double](repeating: .infinity, count: log.apps)
        var last = [Double](repeating: 0, count: log.apps)
        for launch in log.launches {
            first[launch.app] = Swift.min(first[launch.app], launch.time)
            last[launch.app] = Swift.max(last[launch.app], launch.time)
        }
        let ranking = log.ranking
        for (number, group) in groups.enumerated() {
            // Of an app with few launches the span says little.
            let apps = ranking.enumerated().filter { group.contains($0.offset) && counts[$0.element] >= 5 }
                .map(\.element)
            let spans = apps.map { (last[$0] - first[$0]) / (Double(log.days) * 86_400) }
            let mean = spans.reduce(0, +) / Double(Swift.max(1, spans.count))
            statistics.add(
                "span.\(number)", spans.isEmpty ? nil : [mean], in: 0...1, like: 1,
                count: Double(apps.reduce(0) { $0 + counts[$1] }))
        }
    }

    /// How much likelier two launches of one app fall into the same week, the same day, and the same quarter of a day,
    /// than any two.
    private static func addCoincidences(to statistics: inout Statistics, of log: DeviceLog) {
        let ranking = log.ranking
        var group = [Int](repeating: -1, count: log.apps)
        for (rank, app) in ranking.enumerated() {
            group[app] = groups.firstIndex { $0.contains(rank) } ?? -1
        }
        for (name, length) in [("week", 28), ("day", 4), ("quarter", 1)]
        where length < 28 || log.days >= 14 {
            let count = 4 * log.days / length + 1
            var cells = [[Double]](repeating: [Double](repeating: 0, count: count), count: log.apps)
            var all = [Double](repeating: 0, count: count)
            for launch in log.launches {
                let index = Swift.min(count - 1, Int(launch.time / 21_600) / length)
                cells[launch.app][index] += 1
                all[index] += 1
            }
            let total = all.reduce(0, +)
            let common = all.reduce(0) { $0 + $1 * ($1 - 1) } / Swift.max(1, total * (total - 1))
            for (number, _) in groups.enumerated() {
                var same = 0.0
                var pairs = 0.0
                var launches = 0.0
                for app in ranking where group[app] == number {
                    let count = cells[app].reduce(0, +)
                    // Each app counts by its launches, not by its pairs.
                    guard count > 1 else { continue }
                    same += cells[app].reduce(0) { $0 + $1 * ($1 - 1) } / (count - 1)
                    pairs += count
                    launches += count
                }
                let value =
                    pairs >= 20 && common > 0
                    ? PortableMath.log(Swift.max(same / pairs, 1e-3) / common) : nil
                statistics.add(
                    "coincide.\(name).\(number)", value.map { [$0] }, in: coincidenceRange, like: 1,
                    count: launches)
            }
        }
        for number in groups.indices where log.days < 14 {
            statistics.add("coincide.week.\(number)", nil, in: coincidenceRange, like: 1, count: 0)
        }
    }
}
