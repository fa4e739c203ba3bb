import FetchTrace
import FetchSim

extension Statistic {
    /// What follows what.
    static let orderStatistics: [Statistic] = [
        Statistic("next.entropy0", "next app, knowing none", "nats", measure: .mean { $0.losses(0) }),
        Statistic("next.entropy1", "next app, knowing one", "nats", measure: .mean { $0.losses(1) }),
        Statistic("next.entropy2", "next app, knowing two", "nats", measure: .mean { $0.losses(2) }),
        Statistic(
            "recency.place", "place in the recency list", decimals: 0,
            measure: .sample { $0.launches.filter { $0.place > 0 }.map { Double($0.place) } }),
        .percent("recency.first", "the last app again", of: \.launches) { $0.place == 1 },
        .percent("recency.second", "the last but one", of: \.launches) { $0.place == 2 },
        .percent("recency.third", "the third last", of: \.launches) { $0.place == 3 },
        .percent("recency.beyond10", "none of the last 10", of: \.launches) {
            $0.place > 10 || $0.place == 0
        },
        .percent("recency.never", "an app never launched before", of: \.launches) { $0.place == 0 },
    ]
}

extension HabitSlice {
    /// Losses of the chain of that order after the warm-up, see ``AppChains``.
    func losses(_ order: Int) -> [Double] {
        launches.filter(\.isScored).map { $0.losses[order] }
    }
}
