import FetchSim

/// The energy that a family of policies needs for a share of fresh launches: its runs, joined by straight lines.
package struct Frontier: Sendable {
    package let family: String
    /// Freshness and energy of the runs, both rising: a run that costs more for no more freshness is left out.
    package var points: [(fresh: Double, joules: Double)] { curve.points }
    private let curve: EnergyCurve

    /// The frontier of `rows`, all of one family.
    package init(family: String, rows: [PolicyResult], unfetchedFreshShare: Double?) {
        self.family = family
        var all = rows.compactMap { row -> (fresh: Double, joules: Double)? in
            guard let fresh = row.freshLaunchShare, let joules = row.backgroundJoulesPerDay else {
                return nil
            }
            return (fresh, joules)
        }
        if let unfetchedFreshShare { all.append((unfetchedFreshShare, 0)) }
        curve = EnergyCurve(all)
    }

    /// The energy for that share of fresh launches, in joules per day; nil beyond what the family reached.
    package func joules(at fresh: Double) -> Double? { curve.joules(at: fresh) }

    /// The frontier of every family in `reports`, which differ only in the worth of a launch.
    ///
    /// - Parameter withRivals: whether the rivals that were run beside the policies count, too.
    package static func families(_ reports: [BenchReport], withRivals: Bool = false) -> [Frontier] {
        var names: [String] = []
        var rows: [String: [PolicyResult]] = [:]
        for report in reports {
            for row in report.policies + (withRivals ? report.rivals : [])
            where !row.isBound && row.family != "none" {
                if rows[row.family] == nil { names.append(row.family) }
                rows[row.family, default: []].append(row)
            }
        }
        return names.map {
            Frontier(
                family: $0, rows: rows[$0] ?? [], unfetchedFreshShare: reports.first?.unfetchedFreshShare)
        }
    }
}
