import FetchSched
import FetchTrace
import FetchSim

/// How well "is this app opened within that time?" was answered.
struct HorizonTally: Sendable {
    /// The times asked about.
    static let spans: [TimeSpan] = [.minutes(5), .minutes(15), .hours(1), .hours(4)]

    /// Where the baselines stand that skill is over: a constant rate, and each app's own share of questions.
    static let constant = 1, baseRate = 4

    /// By forecaster, in the order of ``Forecaster/within``.
    private(set) var chances = [ChanceTally](repeating: ChanceTally(), count: Forecaster.within.count)
    /// The engine's.
    private(set) var reliability = ReliabilityTally()

    /// Scores the forecasters' chances.
    mutating func add(_ given: [Double], _ launched: Bool) {
        for index in chances.indices { chances[index].add(given[index], launched) }
        reliability.add(given[0], launched)
    }

    /// Counts what another device has.
    mutating func add(_ other: HorizonTally) {
        for index in chances.indices { chances[index].add(other.chances[index]) }
        reliability.add(other.reliability)
    }
}
