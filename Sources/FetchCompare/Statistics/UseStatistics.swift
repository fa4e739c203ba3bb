extension Statistic {
    /// How much a device is used.
    static let useStatistics: [Statistic] = [
        Statistic("use.apps", "apps launched", "", decimals: 0, .figure { Double(Set($0.launches.map(\.app)).count) }),
        Statistic("use.launchesPerDay", "launches", "/day", decimals: 1, .figure { mean($0.dailyLaunches) }),
        Statistic("use.gap", "time between launches, median", "min", scale: 1 / 60.0, decimals: 1, .sample(\.gaps)),
    ]
}

extension HabitSlice {
    /// Launches of each covered day.
    var dailyLaunches: [Double] { days.map { Double($0.launches) } }

    /// From each launch to the next, in seconds.
    var gaps: [Double] { launches.compactMap(\.gap) }
}
