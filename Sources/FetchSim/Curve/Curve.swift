/// The freshness that a family reaches for an energy: its runs, joined by straight lines, from the point of no
/// background fetch on. (A straight line is what tossing a coin between two settings would give.)
///
/// Runs that cost more for no more freshness are not part of it.
package struct Curve: Sendable {
    package struct Point: Hashable, Sendable {
        /// The policy, or the value of a fresh launch.
        package let name: String
        /// Background energy, in joules per device and day.
        package let joules: Double
        package let fresh: Double
        /// The value of a fresh launch, in joules, if the curve varies it.
        package var valueJoules: Double?
    }

    /// Every run, from frugal to lavish.
    package let points: [Point]
    private let line: EnergyCurve

    init(points: [Point], unfetched: DeviceFigures) {
        self.points = points
        let start = unfetched.launches > 0 ? unfetched.fresh / unfetched.launches : 0
        line = EnergyCurve([(start, 0)] + points.map { ($0.fresh, $0.joules) })
    }

    /// The runs on the curve, energy and freshness both rising.
    package var rising: [Point] {
        line.points.compactMap { corner in
            points.first { $0.joules == corner.joules && $0.fresh == corner.fresh }
        }
    }

    /// The energy for that share of fresh launches, in joules per device and day; nil beyond what was reached.
    package func joules(at fresh: Double) -> Double? { line.joules(at: fresh) }

    /// The share of fresh launches for that energy; that of the most lavish run beyond it, nil below the least.
    package func fresh(at joules: Double) -> Double? { line.fresh(at: joules) }
}

/// The freshness that no scheduler can exceed for an energy: with the clairvoyant's net value N(V) for each V,
/// any scheduler has V F - J <= N(V), so F <= (N(V) + J) / V for every V (Lagrangian duality).
package struct BoundCurve: Sendable {
    /// V and N(V), in joules, the latter over all days.
    typealias Line = (valueJoules: Double, netValue: Double)

    private let lines: [Line]
    private let days: Double
    private let launches: Double

    init(lines: [Line], unfetched: DeviceFigures) {
        self.lines = lines
        days = unfetched.days
        launches = unfetched.launches
    }

    /// The bound on the share of fresh launches for that energy, in joules per device and day.
    package func fresh(at joules: Double) -> Double {
        guard launches > 0 else { return 1 }
        return lines.reduce(1) { min($0, ($1.netValue + joules * days) / ($1.valueJoules * launches)) }
    }

    /// The bound on the energy for that share, in joules per device and day; below zero where fetches spare more.
    package func joules(at fresh: Double) -> Double {
        guard days > 0, !lines.isEmpty else { return 0 }
        return lines.reduce(-Double.infinity) {
            max($0, ($1.valueJoules * launches * fresh - $1.netValue) / days)
        }
    }

    /// The net value per device and day at that value of a launch; nil at values that the bound was not computed for.
    func netValue(at valueJoules: Double) -> Double? {
        guard days > 0 else { return nil }
        return lines.first { $0.valueJoules == valueJoules }.map { $0.netValue / days }
    }
}
