import FetchSched
import FetchGenerate

extension HabitsSections {
    /// Habits of the apps' sources.
    ///
    /// - Parameter users: how users differ; their spread of rates is subtracted from the spread among apps.
    func content(_ users: UserHabits) -> ContentHabits {
        var content = ContentHabits()
        content.ratesByUse = true
        content.rates = rates(
            of: users.spread.isEmpty ? 0 : users.spread[UserHabits.Component.content.rawValue])
        // Two standard deviations above the median of the fastest group.
        let highest = content.rates.map { $0.perDay * PortableMath.exp(2 * $0.spread) }.max() ?? 1
        content.fastest = highest.bounded(to: 0.01...1_000)
        content.rhythm = rhythm("content")
        (content.gapVariety, content.daySpreadVariety) = (0, 0)
        if let means = statistics.numbers("content.variety"),
            let squares = statistics.numbers("content.varietySquares")
        {
            let variety = zip(means, squares).map { Swift.max(0, $1 - $0 * $0).squareRoot() }
            (content.gapVariety, content.daySpreadVariety) = (variety[0], variety[1])
            let power = PortableMath.exp(means[0]).bounded(to: 0.2...3)
            content.rhythm.gaps.values = content.rhythm.gaps.values.map { PortableMath.power($0, power) }
            content.rhythm.daySpread = Swift.min(3, PortableMath.exp(means[1]))
        }
        // The spread of the waves of one day between origins.
        content.hourSpread = Swift.min(3, (Swift.max(0, statistics.waveVariance ?? 0) / 2).squareRoot())
        content.sizeMedian = PortableMath.exp(supported("size")?[0] ?? 12)
        let variances = supported("size.variances") ?? [0, 0]
        content.sizeSpreadBetween = variances[1].squareRoot()
        content.sizeSpreadWithin = variances[0].squareRoot()
        return content
    }

    /// The rates by rank.
    ///
    /// - Parameter userSpread: Spread of the factor that all apps of a user have in common.
    func rates(of userSpread: Double) -> [ContentHabits.Rate] {
        var result: [ContentHabits.Rate] = []
        for (group, rank) in ContentStatistics.ranks.enumerated() {
            guard let online = statistics.number("rate.\(group).online") else { continue }
            var rate = ContentHabits.Rate()
            rate.rank = rank
            if let mean = supported("rate.\(group).log")?[0],
                let square = statistics.number("rate.\(group).square")
            {
                rate.online = online
                rate.perDay = PortableMath.exp(mean)
                let variance = square - mean * mean - userSpread * userSpread
                rate.spread = Swift.min(4, Swift.max(0, variance).squareRoot())
            }
            result.append(rate)
        }
        if result.first?.rank != 1 { result = [] }
        return result
    }

    /// The spread of the users' common factor: that of the means of their apps, less what the means of apps that have
    /// nothing in common differ by.
    func contentSpread(_ spread: Double, apps used: Double) -> Double {
        var common = spread
        for _ in 0..<8 {
            var variance = 0.0
            var count = 0.0
            let rates = rates(of: common)
            for (index, rate) in rates.enumerated() where Double(rate.rank) <= used {
                let next = index + 1 < rates.count ? Double(rates[index + 1].rank) - 1 : used
                let online = rate.online * (Swift.min(used, next) - Double(rate.rank) + 1)
                variance += online * rate.spread * rate.spread
                count += online
            }
            guard count > 0 else { return spread }
            common = Swift.max(0, spread * spread - variance / (count * count)).squareRoot()
        }
        return common
    }
}
