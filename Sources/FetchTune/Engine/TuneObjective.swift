import FetchSim

/// What the engine's parameters shall be good for, as a score of one unit (a device on a radio); more is better.
public enum TuneObjective: Hashable, Sendable {
    /// Net value, as the share of what a clairvoyant gains over no background fetch.
    ///
    /// Divided by that, a day with two hundred launches weighs no more than one with ten, nor V = 100 more than
    /// V = 20; it is the figure *of bound* of `bench`.
    case net
    /// The least energy at that share of fresh launches, which the dial V is turned to reach.
    ///
    /// Between the values of V that were run, energy is interpolated as in ``EnergyCurve``. A unit that stays below
    /// the share pays V, the greatest of them, for each launch that is missing. The gain is relative to what the
    /// base needs there (at least 1 J/day, so that next to nothing saved off next to nothing counts little).
    case energy(freshShare: Double)

    /// Its name on the command line.
    public var name: String {
        switch self {
        case .net: "net"
        case .energy: "energy"
        }
    }
}

/// What replays of one candidate on one unit gave: one run per worth of a launch.
public struct UnitMeasurement: Hashable, Sendable {
    /// One replay.
    public struct Run: Hashable, Sendable {
        /// Fresh launches.
        public var fresh: Int
        /// Background energy, in joules.
        public var joules: Double

        /// Makes one.
        public init(fresh: Int, joules: Double) {
            self.fresh = fresh
            self.joules = joules
        }
    }

    /// The replays, in the order of the unit's values.
    public var runs: [Run]

    /// What these replays gave.
    public init(runs: [Run]) {
        self.runs = runs
    }
}

/// What a unit's measurements are measured by.
struct UnitScale: Sendable {
    /// The worths of a launch that the unit is replayed at.
    var values: [Double]
    var launches: Int
    var days: Double
    /// Fresh launches without background fetches.
    var unfetchedFresh: Int
    /// The energy without them.
    var unfetchedJoules = 0.0
    /// Per value, what the bound gains over no background fetch, in joules.
    var mostGains: [Double]
    /// The bound's fresh launches, at the greatest value.
    var mostFresh: Int

    /// Whether anything is at stake here: for net value, the worth of one launch at least; for energy, the share
    /// must be above what comes by itself, and within what a clairvoyant reaches.
    func hasStake(_ objective: TuneObjective) -> Bool {
        guard launches > 0, days > 0 else { return false }
        switch objective {
        case .net:
            return zip(values, mostGains).allSatisfy { $0 <= $1 }
        case .energy(let share):
            return Double(unfetchedFresh) < share * Double(launches)
                && Double(mostFresh) >= share * Double(launches)
        }
    }

    /// Share of the clairvoyant gain, or joules per day at the share of fresh launches.
    func figure(_ measurement: UnitMeasurement, _ objective: TuneObjective) -> Double {
        switch objective {
        case .net:
            let shares = measurement.runs.indices.map { index in
                let run = measurement.runs[index]
                return (values[index] * Double(run.fresh - unfetchedFresh) - run.joules) / mostGains[index]
            }
            return shares.reduce(0, +) / Double(max(1, shares.count))
        case .energy(let share):
            let runs = measurement.runs.map {
                (fresh: Double($0.fresh) / Double(launches), joules: $0.joules / days)
            }
            let curve = EnergyCurve(runs + [(Double(unfetchedFresh) / Double(launches), 0)])
            if let joules = curve.joules(at: share) { return joules }
            let last = curve.points.last ?? (fresh: 0, joules: 0)
            let missing = (share - last.fresh) * Double(launches) / days
            return last.joules + missing * (values.max() ?? 0)
        }
    }

    /// By how much a candidate is better than the base.
    func gain(_ measurement: UnitMeasurement, over base: UnitMeasurement, _ objective: TuneObjective)
        -> Double
    {
        let (candidate, base) = (figure(measurement, objective), figure(base, objective))
        switch objective {
        case .net: return candidate - base
        case .energy: return (base - candidate) / max(abs(base), 1)
        }
    }
}

extension UnitScale {
    /// - Parameter all: the values that the limits were computed at.
    init(_ limits: DeviceLimits, of all: [Double], at values: [Double]) {
        let unfetched = limits.unfetched
        let bounds = values.compactMap { value in all.firstIndex(of: value).map { limits.bounds[$0] } }
        self.init(
            values: values, launches: unfetched.launches, days: unfetched.days,
            unfetchedFresh: unfetched.freshLaunches, unfetchedJoules: unfetched.joules,
            mostGains: zip(values, bounds).map { $1.netValue - $0 * Double(unfetched.freshLaunches) },
            mostFresh: bounds.map(\.freshLaunches).max() ?? 0)
    }
}
