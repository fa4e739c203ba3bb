import FetchTrace
import FetchSim

/// The scores of one week of the trace, so that a change of habits shows.
struct WeekTally: Sendable {
    var launches = 0
    /// Log scores of when and which, in nats: the engine, and the time-of-day histogram with the previous app.
    var when = 0.0
    var which = 0.0
    var baseline = 0.0
    /// Launches of apps with content, and the engine's log loss on what they found.
    var looks = 0
    var contentLoss = 0.0

    /// Counts what another device has.
    mutating func add(_ other: WeekTally) {
        launches += other.launches
        when += other.when
        which += other.which
        baseline += other.baseline
        looks += other.looks
        contentLoss += other.contentLoss
    }
}
