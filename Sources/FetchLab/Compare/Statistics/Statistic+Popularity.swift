import FetchSched
import FetchTrace
import FetchSim

extension Statistic {
    /// How launches are spread over apps.
    static let popularityStatistics: [Statistic] = [
        .percent("popularity.top1", "launches of the most used app", measure: .whole { $0.top(1) }),
        .percent("popularity.top3", "launches of the 3 most used", measure: .whole { $0.top(3) }),
        .percent("popularity.top10", "launches of the 10 most used", measure: .whole { $0.top(10) }),
        .percent("popularity.top1InWeek", "most used app of a week", measure: .week { $0.top(1) }),
        Statistic(
            "popularity.rank", "rank of what is launched", decimals: 0,
            measure: .sample { $0.launches.map { Double($0.rank) } }),
        Statistic("popularity.entropy", "entropy of popularity", "nats", measure: .whole { $0.entropy }),
        Statistic("popularity.entropyInWeek", "the same in a week", "nats", measure: .week { $0.entropy }),
    ]
}

extension HabitSlice {
    /// Share of the launches that are of the `count` most launched apps.
    func top(_ count: Int) -> Double? {
        launches.isEmpty
            ? nil : Double(counts.sorted(by: >).prefix(count).reduce(0, +)) / Double(launches.count)
    }

    /// Entropy of the apps' shares.
    var entropy: Double? { launches.isEmpty ? nil : correctedEntropy(counts) }

    /// Launches of each app.
    private var counts: [Int] {
        launches.reduce(into: [Int: Int]()) { $0[$1.app, default: 0] += 1 }.values.sorted()
    }
}

/// Entropy of what was counted, in nats. A few counts make it too small by about (categories seen - 1) / (2 counts),
/// which is added.
///
/// Source: Miller, "Note on the bias of information estimates", in Quastler (ed.), Information Theory in Psychology,
/// 1955.
func correctedEntropy(_ counts: [Int]) -> Double {
    let all = Double(counts.reduce(0, +))
    guard all > 0 else { return 0 }
    let used = counts.filter { $0 > 0 }
    let plain = used.reduce(0.0) { $0 - Double($1) / all * PortableMath.log(Double($1) / all) }
    return plain + Double(used.count - 1) / (2 * all)
}
