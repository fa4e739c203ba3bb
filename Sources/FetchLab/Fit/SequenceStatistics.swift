import FetchSched
import FetchGenerate

/// The statistics of what follows what: places in the list of apps by last use, bursts of interest, popularity, and
/// what the previous apps and the hour tell of the next one.
///
/// They are measured on real and on generated launches alike; ``HabitsCalibration`` makes the two agree.
enum SequenceStatistics {
    /// How many ranks of popularity are told.
    private static let ranks = 128
    /// The groups of ranks in which interest is measured.
    static let groups = [0..<3, 3..<12, 12..<128]

    static func add(to statistics: inout Statistics, of log: DeviceLog) {
        let starts = log.startsSession
        addPlaces(to: &statistics, of: log, starts: starts)
        let counts = log.counts
        let ranked = counts.filter { $0 > 0 }.sorted(by: >).prefix(ranks).map(Double.init)
        statistics.add("popularity", counts: ranked + [Double](repeating: 0, count: ranks - ranked.count))
        let ranking = log.ranking
        let apps = groups.map { ranking[$0.clamped(to: ranking.indices)] }
        addCoincidences(to: &statistics, of: log, apps)
        addDays(to: &statistics, of: log, apps.map { $0.filter { counts[$0] > 1 } })
        // Spans say little for apps with few launches.
        addSpans(to: &statistics, of: log, apps.map { $0.filter { counts[$0] >= 5 } })
        for (name, gain) in SequenceGains.measure(log, starts: starts) where gain.count >= 30 {
            statistics.add("gain.\(name)", gain.mean, in: -0.5...1.5, count: gain.count)
        }
    }

    private static func addPlaces(to statistics: inout Statistics, of log: DeviceLog, starts: [Bool]) {
        // Ten bins of places, and apps never opened before; of first launches and of those within sessions.
        var places = [[Double]](repeating: [Double](repeating: 0, count: 11), count: 2)
        var again = [0.0, 0.0]
        var recent: [Int] = []
        var session: Set<Int> = []
        for (launch, isFirst) in zip(log.launches, starts) {
            if isFirst { session = [] }
            let place = recent.firstIndex(of: launch.app)
            places[isFirst ? 0 : 1][place.map(ChoiceHabits.bin) ?? 10] += 1
            if !isFirst { again[place ?? 0 > 0 && session.contains(launch.app) ? 0 : 1] += 1 }
            if let place { recent.remove(at: place) }
            recent.insert(launch.app, at: 0)
            session.insert(launch.app)
        }
        statistics.add("place.first", counts: places[0])
        statistics.add("place.within", counts: places[1])
        statistics.add("again", counts: again)
    }

    /// Days with a launch of an app per launch of it, of all apps of each group.
    private static func addDays(to statistics: inout Statistics, of log: DeviceLog, _ groups: [[Int]]) {
        let counts = log.counts
        var days = [Double](repeating: 0, count: log.apps)
        var last = [Int](repeating: -1, count: log.apps)
        for launch in log.launches where last[launch.app] != Int(launch.time / 86_400) {
            last[launch.app] = Int(launch.time / 86_400)
            days[launch.app] += 1
        }
        for (number, apps) in groups.enumerated() {
            let launches = Double(apps.reduce(0) { $0 + counts[$1] })
            guard launches >= 20 else { continue }
            let share = apps.reduce(0) { $0 + days[$1] } / launches
            statistics.add("days.\(number)", share, in: 0...1, count: launches)
        }
    }

    /// The share of the days between the first and the last launch of an app, mean of each group.
    private static func addSpans(to statistics: inout Statistics, of log: DeviceLog, _ groups: [[Int]]) {
        let counts = log.counts
        var first = [Double](repeating: .infinity, count: log.apps)
        var last = [Double](repeating: 0, count: log.apps)
        for launch in log.launches {
            first[launch.app] = Swift.min(first[launch.app], launch.time)
            last[launch.app] = Swift.max(last[launch.app], launch.time)
        }
        for (number, apps) in groups.enumerated() where !apps.isEmpty {
            let spans = Moments(apps.map { (last[$0] - first[$0]) / (Double(log.days) * 86_400) })
            let launches = Double(apps.reduce(0) { $0 + counts[$1] })
            statistics.add("span.\(number)", spans.mean, in: 0...1, count: launches)
        }
    }

    /// How much more likely two launches of one app fall into the same week, the same day, and the same quarter of a
    /// day, than any two.
    private static func addCoincidences(
        to statistics: inout Statistics, of log: DeviceLog, _ groups: [ArraySlice<Int>]
    ) {
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
            for (number, apps) in groups.enumerated() {
                var same = 0.0
                var launches = 0.0
                for app in apps {
                    let count = cells[app].reduce(0, +)
                    // Each app counts by its launches, not by its pairs.
                    guard count > 1 else { continue }
                    same += cells[app].reduce(0) { $0 + $1 * ($1 - 1) } / (count - 1)
                    launches += count
                }
                guard launches >= 20, common > 0 else { continue }
                statistics.add(
                    "coincide.\(name).\(number)",
                    PortableMath.log(Swift.max(same / launches, 1e-3) / common), in: -1...6, count: launches)
            }
        }
    }
}
