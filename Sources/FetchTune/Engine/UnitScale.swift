import FetchSim

/// Results of one candidate's replay on one unit.
package struct UnitMeasurement: Hashable, Sendable {
    package var fresh: Int
    /// Background energy, in joules.
    package var joules: Double
}

struct UnitScale: Sendable {
    /// The value of a launch that the unit is replayed at.
    var value: Double
    var launches: Int
    var days: Double
    var unfetchedFresh: Int
    /// The energy without them.
    var unfetchedJoules = 0.0
    /// The bound's gain over no background fetch, in joules.
    var mostGain: Double

    /// Whether anything is at stake here: the value of one launch at least.
    var hasStake: Bool { launches > 0 && days > 0 && value <= mostGain }

    /// Net value, as the share of what a clairvoyant gains over no background fetch.
    ///
    /// Divided by that, a day with two hundred launches weighs no more than one with ten, nor V = 100 more than
    /// V = 20; it is the figure *of bound* of `bench`.
    func figure(_ run: UnitMeasurement) -> Double {
        (value * Double(run.fresh - unfetchedFresh) - run.joules) / mostGain
    }
}

extension UnitScale {
    init(_ unfetched: DeviceMetrics, _ bound: ClairvoyantBound, at value: Double) {
        self.init(
            value: value, launches: unfetched.launches, days: unfetched.days,
            unfetchedFresh: unfetched.freshLaunches, unfetchedJoules: unfetched.joules,
            mostGain: bound.netValue - value * Double(unfetched.freshLaunches))
    }
}
