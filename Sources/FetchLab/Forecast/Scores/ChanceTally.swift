import FetchSched
import FetchTrace
import FetchSim

/// How well one forecaster's chances of something that happens or not were kept.
///
/// Sources: Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78, 1950
/// (here the mean square over the one event, from 0 to 1; Brier's own sums over both outcomes and is twice as
/// large).
struct ChanceTally: Sendable {
    /// Questions asked.
    private(set) var count = 0
    /// How many of them came true.
    private(set) var happened = 0
    private(set) var squares = 0.0
    private(set) var logSum = 0.0

    /// Chances closer to 0 or 1 than this count as this, so that no single answer is infinitely bad.
    static let least = 1e-6

    /// Scores a chance.
    mutating func add(_ chance: Double, _ event: Bool) {
        count += 1
        happened += event ? 1 : 0
        let error = chance - (event ? 1 : 0)
        squares += error * error
        logSum += Self.log(chance, event)
    }

    /// The logarithm of the chance that was given to what came.
    static func log(_ chance: Double, _ event: Bool) -> Double {
        PortableMath.log(min(1 - least, max(least, event ? chance : 1 - chance)))
    }

    /// Counts what another device has.
    mutating func add(_ other: ChanceTally) {
        count += other.count
        happened += other.happened
        squares += other.squares
        logSum += other.logSum
    }

    /// Brier score, nil without questions.
    var brier: Double? { count > 0 ? squares / Double(count) : nil }
    /// Mean log loss in nats, nil without questions.
    var logLoss: Double? { count > 0 ? -logSum / Double(count) : nil }
    /// Share of the questions that came true.
    var share: Double? { FetchSim.share(happened, of: count) }
}
