import FetchSched
import FetchGenerate

/// The statistics of the apps' origins: rates by the apps' popularity, rhythm, and sizes.
struct ContentStatistics: Sendable {
    /// The lowest ranks, from 1, of the groups whose rates are told; the last group is of apps never opened.
    static let ranks = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65]
    static let logRate = -5.0...8.0
    static let logSize = 0.0...25.0
    static let variance = 0.0...9.0
    /// Range of the logarithms of the variation of gaps and of the spread of days.
    static let varietyRange = -3.1...2.0
    /// Range of the logarithm of the coefficient of variation of an origin's gaps, and of its waves of one day.
    static let evennessRange = -2.0...2.0
    /// Range of products of these with each other and with the logarithm of the rate.
    static let productRange = -16.0...64.0
    static let share = 0.0...1.0
    /// An origin's rhythm is measured if it has at least this many changes.
    private static let leastChanges = 20

    /// Adds the statistics of a log's content.
    static func add(to statistics: inout Statistics, of log: DeviceLog) {
        addRates(to: &statistics, of: log)
        addRhythm(to: &statistics, of: log)
        addSizes(to: &statistics, of: log)
        let used = Double(log.ranking.count)
        statistics.add(
            "unused", used > 0 ? [Double(log.apps) / used - 1] : nil, in: 0...10, like: 1, count: used)
    }

    /// For each group of ranks: the share of apps with content, the mean logarithm of their rate, and of its square.
    private static func addRates(to statistics: inout Statistics, of log: DeviceLog) {
        let ranking = log.ranking
        var isUsed = [Bool](repeating: false, count: log.apps)
        for app in ranking { isUsed[app] = true }
        let unused = (0..<log.apps).filter { !isUsed[$0] }
        for group in 0...ranks.count {
            var apps = unused
            if group < ranks.count {
                let low = ranks[group] - 1
                let high = group + 1 < ranks.count ? ranks[group + 1] - 1 : ranking.count
                apps = low < ranking.count ? Array(ranking[low..<Swift.min(high, ranking.count)]) : []
            }
            let online = apps.filter { !log.updates[$0].isEmpty }
            let changes = Double(online.reduce(0) { $0 + log.updates[$1].count })
            statistics.add(
                "rate.\(group).online", apps.isEmpty ? nil : [Double(online.count) / Double(apps.count)],
                in: share, like: 1, count: changes)
            let logs = online.map { PortableMath.log(log.changesPerDay[$0]) }
            let count = Double(logs.count)
            let mean = logs.reduce(0, +) / Swift.max(1, count)
            let square = logs.reduce(0) { $0 + $1 * $1 } / Swift.max(1, count)
            statistics.add(
                "rate.\(group).log", logs.isEmpty ? nil : [mean], in: logRate, like: 1, count: changes)
            statistics.add(
                "rate.\(group).square", logs.isEmpty ? nil : [square], in: 0...64, like: 1, count: changes)
        }
    }

    /// The mean of the origins' rhythms; each origin counts the same.
    static func addRhythm(to statistics: inout Statistics, of log: DeviceLog) {
        var parts: [Statistics] = []
        var sums = [0.0, 0.0, 0.0]
        var count = 0.0
        for updates in log.updates where updates.count >= leastChanges {
            let points = updates.map { RhythmStatistics.Point(start: $0.time, free: $0.time) }
            let rhythm = RhythmStatistics(points, calendar: log.calendar, end: Double(log.days) * 86_400)
            var part = Statistics()
            UseStatistics.add(rhythm, as: "content", events: points.count, to: &part)
            part.add("content.gaps", counts: LogBins.gaps.counts(rhythm.evenGaps))
            let logs = [
                PortableMath.log(Swift.max(0.3, Swift.min(2.5, rhythm.gapVariation))),
                PortableMath.log(Swift.max(0.05, PortableMath.log(1 + rhythm.dayVariance).squareRoot())),
            ]
            part.add("content.variety", logs, in: varietyRange, like: 2, count: Double(points.count))
            part.add(
                "content.varietySquares", logs.map { $0 * $0 }, in: 0...10, like: 2,
                count: Double(points.count))
            addEvenness(to: &part, of: rhythm, changes: updates.count, days: log.days)
            parts.append(part)
            // With fewer changes, chance alone makes waves.
            guard updates.count >= 4 * leastChanges, rhythm.waves.count == 6 else { continue }
            sums[0] += rhythm.waves[0]
            sums[1] += rhythm.waves[1]
            sums[2] += rhythm.waves[0] * rhythm.waves[0] + rhythm.waves[1] * rhythm.waves[1]
            count += 1
        }
        if parts.isEmpty {
            var none = Statistics()
            let empty = RhythmStatistics([], calendar: log.calendar, end: 0)
            UseStatistics.add(empty, as: "content", events: 0, to: &none)
            none.add("content.variety", nil, in: varietyRange, like: 2, count: 0)
            none.add("content.varietySquares", nil, in: 0...10, like: 2, count: 0)
            addEvenness(to: &none, of: nil, changes: 0, days: log.days)
            parts.append(none)
        }
        let mean = Statistics.mean(parts)
        for name in mean.names {
            if let block = mean.blocks[name] { statistics.replace(name, by: block) }
        }
        let isTold = count >= 3
        statistics.add(
            "content.waves", isTold ? [sums[0] / count, sums[1] / count] : nil, in: -3...3, like: 2,
            count: count)
        statistics.add(
            "content.waveSquare", isTold ? [sums[2] / count] : nil, in: 0...18, like: 1, count: count)
    }

    /// How even an origin's gaps are, how far its hours differ, and its rate: these, and what regressions on the rate need.
    private static func addEvenness(
        to part: inout Statistics, of rhythm: RhythmStatistics?, changes: Int, days: Int
    ) {
        let names = ["content.evenness", "content.evennessProducts"]
        guard let rhythm, rhythm.waves.count == 6 else {
            part.add(names[0], nil, in: logRate, like: 3, count: 0)
            part.add(names[1], nil, in: productRange, like: 4, count: 0)
            return
        }
        let range = evennessRange
        func bounded(_ value: Double) -> Double {
            Swift.max(range.lowerBound, Swift.min(range.upperBound, value))
        }
        let gaps = bounded(PortableMath.log(Swift.max(0.1, rhythm.gapVariation)))
        let (cosine, sine) = (rhythm.waves[0], rhythm.waves[1])
        let hours = bounded((cosine * cosine + sine * sine).squareRoot())
        let rate = Swift.max(
            logRate.lowerBound,
            Swift.min(logRate.upperBound, PortableMath.log(Double(changes) / Double(days))))
        let count = Double(changes)
        part.add(names[0], [gaps, hours, rate], in: logRate, like: 3, count: count)
        part.add(
            names[1], [gaps * gaps, rate * rate, gaps * rate, hours * rate], in: productRange, like: 4,
            count: count)
    }

    private static func addSizes(to statistics: inout Statistics, of log: DeviceLog) {
        var groups: [(count: Double, sum: Double, square: Double)] = []
        for updates in log.updates {
            var group = (count: 0.0, sum: 0.0, square: 0.0)
            for update in updates where update.bytes >= 1 {
                let value = PortableMath.log(update.bytes)
                group.count += 1
                group.sum += value
                group.square += value * value
            }
            if group.count > 0 { groups.append(group) }
        }
        let changes = groups.reduce(0) { $0 + $1.count }
        let centre = groups.map { $0.sum / $0.count }.reduce(0, +) / Double(Swift.max(1, groups.count))
        statistics.add("size", groups.isEmpty ? nil : [centre], in: logSize, like: 1, count: changes)
        let variances = UseStatistics.variances(groups)
        statistics.add(
            "size.variances", variances.map { [$0.within, Swift.max(0, $0.between)] }, in: variance, like: 2,
            count: changes)
    }
}
