import FetchTrace
import FetchSim

extension Statistic {
    /// Hours, weekdays, and how days hang together.
    static let rhythmStatistics: [Statistic] = [
        Statistic("hour.all", "hours of launches", measure: .shares(of: 24) { $0.launches.map(\.hour) }),
        Statistic(
            "hour.top5", "hours of the 5 most used apps",
            measure: .shares(of: 5 * 24) { slice in
                slice.launches.filter { $0.rank <= 5 }.map { ($0.rank - 1) * 24 + $0.hour }
            }),
        Statistic(
            "hour.information", "hour tells of the app", "nats", measure: .whole { $0.hourInformation }),
        .percent("day.weekend", "launches at weekends", of: \.launches) { $0.isWeekend },
        Statistic(
            "day.dispersion", "daily counts, variance / mean", decimals: 1, measure: .whole { $0.dispersion }),
        Statistic(
            "day.dispersionInWeek", "the same in a week", decimals: 1, measure: .week { $0.dispersion }),
        Statistic("day.lag1", "daily counts, a day later", "r", measure: .whole { $0.autocorrelation(1) }),
        Statistic("day.lag7", "daily counts, a week later", "r", measure: .whole { $0.autocorrelation(7) }),
    ]
}

extension HabitSlice {
    /// Mutual information of app and hour.
    var hourInformation: Double? {
        guard !launches.isEmpty else { return nil }
        func entropy(_ category: (HabitLaunch) -> Int) -> Double {
            correctedEntropy(
                launches.reduce(into: [Int: Int]()) { $0[category($1), default: 0] += 1 }.values.sorted())
        }
        return entropy { $0.app } + entropy { $0.hour } - entropy { $0.app * 24 + $0.hour }
    }

    /// Variance of the launches of a day over their mean: 1 if launches were independent.
    var dispersion: Double? {
        let counts = dailyLaunches
        guard counts.count > 1, let middle = mean(counts), middle > 0 else { return nil }
        return counts.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(counts.count - 1) / middle
    }

    /// Autocorrelation of the launches of a day; nil on fewer than three times as many days as the lag, or where each
    /// day is like the other.
    func autocorrelation(_ lag: Int) -> Double? {
        let counts = dailyLaunches
        guard counts.count >= 3 * lag, let middle = mean(counts) else { return nil }
        let all = counts.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
        guard all > 0 else { return nil }
        let products = zip(counts, counts.dropFirst(lag)).map { ($0 - middle) * ($1 - middle) }
        return products.reduce(0, +) / all
    }
}
