import FetchTrace
import FetchSim

extension Statistic {
    /// How much a device is used.
    static let useStatistics: [Statistic] = [
        Statistic("use.apps", "apps launched", decimals: 0, measure: .whole { $0.apps }),
        Statistic("use.appsPerWeek", "apps launched in a week", decimals: 1, measure: .week { $0.apps }),
        Statistic("use.launchesPerDay", "launches", "/day", decimals: 1, measure: .mean(\.dailyLaunches)),
        Statistic(
            "use.gapMinutes", "between launches, median", "min", decimals: 1,
            measure: .sample { $0.launches.compactMap { $0.gap.map { $0 / 60 } } }),
    ]
}

extension HabitSlice {
    /// How many apps were launched.
    var apps: Double { Double(Set(launches.map(\.app)).count) }

    /// Launches of each covered day.
    var dailyLaunches: [Double] { days.map { Double($0.launches) } }
}
