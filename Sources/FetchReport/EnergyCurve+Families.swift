import FetchSim

extension EnergyCurve {
    /// The energy that `rows`, runs of one family, need for a share of fresh launches.
    package init(_ rows: [PolicyResult], unfetchedFreshShare: Double?) {
        var all = rows.compactMap { row -> (fresh: Double, joules: Double)? in
            guard let fresh = row.freshLaunchShare, let joules = row.backgroundJoulesPerDay else {
                return nil
            }
            return (fresh, joules)
        }
        if let unfetchedFreshShare { all.append((unfetchedFreshShare, 0)) }
        self.init(all)
    }

    /// The curve of every family in `reports`, which differ only in the value of a launch.
    ///
    /// - Parameter withRivals: whether the rivals that were run in addition to the policies count, too.
    static func families(
        _ reports: [BenchReport], withRivals: Bool = false
    ) -> [(family: String, curve: EnergyCurve)] {
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
            ($0, EnergyCurve(rows[$0] ?? [], unfetchedFreshShare: reports.first?.unfetchedFreshShare))
        }
    }
}
