extension Statistic {
    /// Hours, weekdays, and how days hang together.
    static let rhythmStatistics: [Statistic] = [
        Statistic("hour.all", "hours of launches", "", .categories(24) { $0.launches.map(\.hour) }),
        Statistic(
            "hour.top5", "hours of the 5 most used apps", "", .categories(5 * 24) { $0.topHours }),
        Statistic("hour.information", "what the hour tells of the app", "nats", .longFigure { $0.hourInformation }),
        .percent("day.weekend", "launches at weekends") { $0.weekendShare },
        Statistic(
            "day.dispersion", "variance of daily counts / mean", "", .figure { $0.dispersion }),
        Statistic("day.lag1", "daily counts, a day later", "r", .longFigure { $0.autocorrelation(1) }),
        Statistic("day.lag7", "daily counts, a week later", "r", .longFigure { $0.autocorrelation(7) }),
    ]
}

extension HabitSlice {
    /// Hour of each launch of one of the five most popular apps, 24 categories for each app.
    var topHours: [Int] { launches.filter { $0.rank <= 5 }.map { ($0.rank - 1) * 24 + $0.hour } }

    /// Mutual information of app and hour, corrected as Miller and Madow say.
    var hourInformation: Double? {
        guard !launches.isEmpty else { return nil }
        var apps: [Int: Int] = [:]
        var hours: [Int: Int] = [:]
        var both: [Int: Int] = [:]
        for launch in launches {
            apps[launch.app, default: 0] += 1
            hours[launch.hour, default: 0] += 1
            both[launch.app * 24 + launch.hour, default: 0] += 1
        }
        // Sums of floating-point numbers depend on their order, and that of a dictionary is another one each time.
        func entropy(_ counts: [Int: Int]) -> Double { correctedEntropy(counts.values.sorted()) }
        return entropy(apps) + entropy(hours) - entropy(both)
    }

    /// Launches on Saturdays and Sundays, among those of covered days.
    var weekendShare: Double? {
        let all = days.reduce(0) { $0 + $1.launches }
        let weekend = days.reduce(0) { $0 + ($1.weekday >= 5 ? $1.launches : 0) }
        return all > 0 ? Double(weekend) / Double(all) : nil
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
