import FetchSched

extension Statistic {
    /// How launches are spread over apps.
    static let popularityStatistics: [Statistic] = [
        .percent("popularity.top1", "launches of the most used app") { $0.top(1) },
        .percent("popularity.top3", "launches of the 3 most used") { $0.top(3) },
        .percent("popularity.top10", "launches of the 10 most used") { $0.top(10) },
        Statistic("popularity.rank", "popularity of what is launched", "rank", decimals: 0, .sample(\.ranks)),
        Statistic("popularity.entropy", "entropy of popularity", "nats", .figure { $0.popularityEntropy }),
    ]
}

extension HabitSlice {
    /// Launches of each app, the most first.
    private var counts: [Int] {
        var counts: [Int: Int] = [:]
        for launch in launches { counts[launch.app, default: 0] += 1 }
        return counts.values.sorted(by: >)
    }

    /// Share of the launches that are of the `count` most launched apps.
    func top(_ count: Int) -> Double? {
        launches.isEmpty ? nil : Double(counts.prefix(count).reduce(0, +)) / Double(launches.count)
    }

    /// Place of each app launched in the order of popularity.
    var ranks: [Double] { launches.map { Double($0.rank) } }

    /// Entropy of the apps' shares, with the correction of Miller and Madow (1955) for its being too small on few
    /// launches: (apps - 1) / (2 launches).
    var popularityEntropy: Double? {
        launches.isEmpty ? nil : correctedEntropy(counts)
    }
}

/// Entropy of what was counted, in nats, corrected as Miller and Madow say.
func correctedEntropy(_ counts: [Int]) -> Double {
    let all = Double(counts.reduce(0, +))
    guard all > 0 else { return 0 }
    let used = counts.filter { $0 > 0 }
    let plain = used.reduce(0.0) { $0 - Double($1) / all * PortableMath.log(Double($1) / all) }
    return plain + Double(used.count - 1) / (2 * all)
}
