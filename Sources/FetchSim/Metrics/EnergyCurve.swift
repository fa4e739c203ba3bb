/// The energy for a share of fresh launches: runs joined by straight lines, from that of no background fetch on.
package struct EnergyCurve: Sendable {
    /// Runs, both rising: one that costs more for no more freshness is left out.
    package let points: [(fresh: Double, joules: Double)]

    /// The curve through the best of `runs`.
    package init(_ runs: [(fresh: Double, joules: Double)]) {
        let sorted = runs.sorted { $0.joules != $1.joules ? $0.joules < $1.joules : $0.fresh > $1.fresh }
        var rising: [(fresh: Double, joules: Double)] = []
        for point in sorted where point.fresh > (rising.last?.fresh ?? -1) { rising.append(point) }
        points = rising
    }

    /// The energy for that share of fresh launches, in joules per day; nil beyond what any run reached.
    package func joules(at fresh: Double) -> Double? {
        guard let first = points.first, let last = points.last, fresh <= last.fresh else { return nil }
        if fresh <= first.fresh { return first.joules }
        for (low, high) in zip(points, points.dropFirst()) where fresh <= high.fresh {
            return low.joules + (high.joules - low.joules) * (fresh - low.fresh) / (high.fresh - low.fresh)
        }
        return last.joules
    }

    /// The share of fresh launches for that energy; that of the most lavish run beyond it, nil below the least.
    package func fresh(at joules: Double) -> Double? {
        guard let first = points.first, joules >= first.joules else { return nil }
        for (low, high) in zip(points, points.dropFirst()) where joules < high.joules {
            return low.fresh + (high.fresh - low.fresh) * (joules - low.joules) / (high.joules - low.joules)
        }
        return points.last?.fresh
    }
}
