import FetchSched
import FetchGenerate

extension HabitsSections {
    /// What the apps' origins do.
    ///
    /// - Parameter users: how users differ; what their rates differ by among them is taken off what apps differ by.
    func content(_ users: UserHabits) -> ContentHabits {
        func isTold(_ name: String) -> Bool { statistics.count(name) >= Statistics.support }
        let size = isTold("size") ? statistics.number("size", in: ContentStatistics.logSize) : nil
        let variances =
            isTold("size.variances")
            ? statistics.numbers("size.variances", in: ContentStatistics.variance) ?? [0, 0] : [0, 0]
        let rates = rates(of: users.spread.isEmpty ? 0 : users.spread[UserHabits.Component.content.rawValue])
        var rhythm = rhythm("content")
        var variety = [0.0, 0.0]
        if let means = statistics.numbers("content.variety", in: ContentStatistics.varietyRange),
            let squares = statistics.numbers("content.varietySquares", in: 0...10)
        {
            variety = zip(means, squares).map { Swift.max(0, $1 - $0 * $0).squareRoot() }
            let power = Swift.max(0.2, Swift.min(3, PortableMath.exp(means[0])))
            rhythm.gaps = QuantileCurve(rhythm.gaps.values.map { PortableMath.power($0, power) })
            rhythm.daySpread = Swift.min(3, PortableMath.exp(means[1]))
        }
        var content = ContentHabits(
            rates: rates, fastest: fastest(rates), rhythm: rhythm, gapVariety: variety[0],
            daySpreadVariety: variety[1], hourSpread: hourSpread(),
            sizeMedian: PortableMath.exp(size ?? 12), sizeSpreadBetween: variances[1].squareRoot(),
            sizeSpreadWithin: variances[0].squareRoot())
        content.ratesByUse = true
        return content
    }

    /// The rates by rank.
    ///
    /// - Parameter userSpread: Spread of the factor that all apps of a user have in common.
    func rates(of userSpread: Double) -> [ContentHabits.Rate] {
        var result: [ContentHabits.Rate] = []
        for (group, rank) in ContentStatistics.ranks.enumerated() {
            guard let online = statistics.number("rate.\(group).online", in: 0...1) else { continue }
            var rate = ContentHabits.Rate(rank: rank, online: online, perDay: 0, spread: 0)
            if statistics.count("rate.\(group).log") >= Statistics.support,
                let mean = statistics.number("rate.\(group).log", in: ContentStatistics.logRate),
                let square = statistics.number("rate.\(group).square", in: 0...64)
            {
                rate.perDay = PortableMath.exp(mean)
                let variance = square - mean * mean - userSpread * userSpread
                rate.spread = Swift.min(4, Swift.max(0, variance).squareRoot())
            } else {
                rate.online = 0
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

    /// Two standard deviations above the median of the fastest group.
    private func fastest(_ rates: [ContentHabits.Rate]) -> Double {
        let highest = rates.map { $0.perDay * PortableMath.exp(2 * $0.spread) }.max() ?? 1
        return Swift.max(0.01, Swift.min(1_000, highest))
    }

    /// The spread of the waves of one day between origins.
    private func hourSpread() -> Double {
        guard let means = statistics.numbers("content.waves", in: -3...3),
            let square = statistics.number("content.waveSquare", in: 0...18)
        else { return 0 }
        let variance = square - means[0] * means[0] - means[1] * means[1]
        return Swift.min(3, (Swift.max(0, variance) / 2).squareRoot())
    }
}
