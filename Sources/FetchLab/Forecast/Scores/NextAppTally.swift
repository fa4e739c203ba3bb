import FetchSched
import FetchTrace
import FetchSim

/// How well the chances of the apps forecast which one was opened.
struct NextAppTally: Sendable {
    /// Launches scored.
    private(set) var launches = 0
    /// Sum of the logarithms of the chances that were given to the apps launched.
    private(set) var logSum = 0.0
    private(set) var first = 0
    private(set) var firstFive = 0
    private(set) var reciprocalRanks = 0.0

    /// Chances below this count as this, so that no single launch is infinitely bad.
    static let least = 1e-12

    /// The logarithm of a chance.
    static func log(_ chance: Double) -> Double { PortableMath.log(max(least, chance)) }

    /// Scores a launch of `app`, of apps that had these chances. Among equal chances the lower number goes first.
    ///
    /// - Returns: the app's place in the order of the chances, from 1.
    /// - Complexity: O(apps).
    @discardableResult
    mutating func launch(_ app: Int, chances: [Double]) -> Int {
        var rank = 1
        for other in chances.indices where other != app {
            if chances[other] > chances[app] || (chances[other] == chances[app] && other < app) { rank += 1 }
        }
        launches += 1
        logSum += Self.log(chances[app])
        first += rank == 1 ? 1 : 0
        firstFive += rank <= 5 ? 1 : 0
        reciprocalRanks += 1 / Double(rank)
        return rank
    }

    /// Counts what another device has.
    mutating func add(_ other: NextAppTally) {
        launches += other.launches
        logSum += other.logSum
        first += other.first
        firstFive += other.firstFive
        reciprocalRanks += other.reciprocalRanks
    }

    /// `sum` per launch, nil without any.
    func mean(_ sum: Double) -> Double? { launches > 0 ? sum / Double(launches) : nil }
}
