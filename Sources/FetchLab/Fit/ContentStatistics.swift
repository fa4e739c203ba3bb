import FetchSched
import FetchGenerate

/// The statistics of the apps' origins: rates by the apps' popularity, rhythm, and sizes.
enum ContentStatistics {
    /// The lowest ranks, from 1, of the groups whose rates are told; the last group is of apps never opened.
    static let ranks = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65]
    private static let logRate = -5.0...8.0
    /// An origin's rhythm is measured if it has at least this many changes.
    private static let leastChanges = 20

    /// Adds the statistics of a log's content.
    static func add(to statistics: inout Statistics, of log: DeviceLog) {
        addRates(to: &statistics, of: log)
        addRhythm(to: &statistics, of: log)
        addSizes(to: &statistics, of: log)
        let used = Double(log.ranking.count)
        if used > 0 { statistics.add("unused", Double(log.apps) / used - 1, in: 0...10, count: used) }
    }

    /// For each group of ranks: the share of apps with content, the mean logarithm of their rate, and of its square.
    private static func addRates(to statistics: inout Statistics, of log: DeviceLog) {
        let ranking = log.ranking
        let unused = Set(0..<log.apps).subtracting(ranking).sorted()
        for group in 0...ranks.count {
            var apps = unused
            if group < ranks.count {
                let low = ranks[group] - 1
                let high = group + 1 < ranks.count ? ranks[group + 1] - 1 : ranking.count
                apps = low < ranking.count ? Array(ranking[low..<Swift.min(high, ranking.count)]) : []
            }
            guard !apps.isEmpty else { continue }
            let online = apps.filter { !log.updates[$0].isEmpty }
            let changes = Double(online.reduce(0) { $0 + log.updates[$1].count })
            let share = Double(online.count) / Double(apps.count)
            statistics.add("rate.\(group).online", share, in: 0...1, count: changes)
            let logs = Moments(online.map { PortableMath.log(log.changesPerDay[$0]) })
            guard logs.count > 0 else { continue }
            statistics.add("rate.\(group).log", logs.mean, in: logRate, count: changes)
            statistics.add("rate.\(group).square", logs.square / logs.count, in: 0...64, count: changes)
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
                PortableMath.log(rhythm.gapVariation.bounded(to: 0.3...2.5)),
                PortableMath.log(Swift.max(0.05, PortableMath.log(1 + rhythm.dayVariance).squareRoot())),
            ]
            let changes = Double(points.count)
            part.add("content.variety", logs, in: -3.1...2, count: changes)
            part.add("content.varietySquares", logs.map { $0 * $0 }, in: 0...10, count: changes)
            let waves = rhythm.waves
            parts.append(part)
            // With fewer changes, noise alone makes waves.
            guard updates.count >= 4 * leastChanges, !waves.isEmpty else { continue }
            sums[0] += waves[0]
            sums[1] += waves[1]
            sums[2] += waves[0] * waves[0] + waves[1] * waves[1]
            count += 1
        }
        if parts.isEmpty {
            let empty = RhythmStatistics([], calendar: log.calendar, end: 0)
            UseStatistics.add(empty, as: "content", events: 0, to: &statistics)
        }
        statistics.merge(Statistics.mean(parts))
        guard count >= 3 else { return }
        statistics.add("content.waves", [sums[0] / count, sums[1] / count], in: -3...3, count: count)
        statistics.add("content.waveSquare", sums[2] / count, in: 0...18, count: count)
    }

    private static func addSizes(to statistics: inout Statistics, of log: DeviceLog) {
        let groups = log.updates.map { updates in
            Moments(updates.lazy.filter { $0.bytes >= 1 }.map { PortableMath.log($0.bytes) })
        }.filter { $0.count > 0 }
        guard !groups.isEmpty else { return }
        let changes = groups.reduce(0) { $0 + $1.count }
        let centre = groups.map(\.mean).reduce(0, +) / Double(groups.count)
        statistics.add("size", centre, in: 0...25, count: changes)
        guard let (within, between) = Moments.variances(groups) else { return }
        statistics.add("size.variances", [within, Swift.max(0, between)], in: 0...9, count: changes)
    }
}
