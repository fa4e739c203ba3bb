/// The engine's gain at one value of a fresh launch, and that of the baseline that gains most, chosen in hindsight.
package struct CurveGain: Hashable, Sendable {
    /// The engine's name, with what was fixed.
    package let policy: String
    package let valueJoules: Double
    /// Net value less that of no background fetch, in joules per device and day.
    package let joulesPerDay: Double
    package let boundJoulesPerDay: Double
    /// The run of a rival that gains most; nil without rivals.
    package let bestRival: String?
    /// The gain of that run; below 0 if no fetch is better than any baseline.
    package let bestRivalJoulesPerDay: Double?

    /// A gain for each run of an engine whose setting is V.
    static func all(
        engines: [(name: String, curve: Curve)], rivals: [Curve], bound: BoundCurve, unfetched: DeviceFigures
    ) -> [CurveGain] {
        guard unfetched.days > 0, unfetched.launches > 0 else { return [] }
        let launches = unfetched.launches / unfetched.days
        let start = unfetched.fresh / unfetched.launches
        func gain(_ point: Curve.Point, _ value: Double) -> Double {
            value * launches * (point.fresh - start) - point.joules
        }
        return engines.flatMap { engine in
            engine.curve.points.compactMap { point -> CurveGain? in
                guard let value = point.valueJoules, let most = bound.netValue(at: value) else { return nil }
                var best: (name: String, joules: Double)?
                for run in rivals.lazy.flatMap(\.points) {
                    let joules = gain(run, value)
                    if joules > best?.joules ?? -.infinity { best = (run.name, joules) }
                }
                return CurveGain(
                    policy: engine.name, valueJoules: value, joulesPerDay: gain(point, value),
                    boundJoulesPerDay: most - value * launches * start, bestRival: best?.name,
                    bestRivalJoulesPerDay: best?.joules)
            }
        }
    }
}
