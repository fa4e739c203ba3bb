import FetchSched
import FetchTrace
import FetchSim

/// ``BaseRates`` of the questions asked after free moments, which come as they come.
struct MomentRates: Sendable {
    private(set) var rates: BaseRates
    private var moments: [Instant] = []
    /// By time asked about: how many of the moments it is over for.
    private var learned = [Int](repeating: 0, count: HorizonTally.spans.count)

    init(apps: Int) { rates = BaseRates(apps: apps) }

    /// Questions are asked at a moment, no earlier than the last one.
    mutating func ask(at moment: Instant) { moments.append(moment) }

    /// Learns what came of the questions whose time is over.
    ///
    /// - Complexity: O(apps log(launches)) for each time and moment.
    mutating func learn(until now: Instant, _ launches: LaunchLog) {
        for (index, span) in HorizonTally.spans.enumerated() {
            while learned[index] < moments.count, moments[learned[index]] + span <= now {
                rates.learn(askedAt: moments[learned[index]], horizon: index, launches)
                learned[index] += 1
            }
        }
    }
}
