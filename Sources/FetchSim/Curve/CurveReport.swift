import FetchSched

/// The curves on one radio, and what they say at fixed freshness and at fixed energy.
package struct CurveReport: Sendable {
    package let trace: String
    /// Whether it is of several traces together.
    package let isPooled: Bool
    package let radio: String
    package let powerProfile: String
    package let staleHalfLife: TimeSpan
    package let devices: Int
    /// Scored days of a device, on average.
    package let days: Double
    /// Days of warm-up of a device, on average.
    package let warmupDays: Double
    package let seed: UInt64
    /// Fresh launches without any background fetch, as a share.
    package let unfetchedFreshShare: Double
    /// One per curve, in the requested order.
    package let families: [FamilyCurve]
    package let bound: BoundCurve
    /// The engine's gain at each value of a fresh launch, with that of the best baseline.
    package let gains: [CurveGain]
    /// Where the data come from, as the traces say.
    package let provenance: [Provenance]
    /// The sum of the checksums of all devices' traces.
    package let traceDigest: UInt64

    package static let levels = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
    /// Energies at which freshness is compared, in joules per device and day.
    package static let budgets = [10.0, 50, 100, 300]

    /// Figures with 95 % bootstrap intervals over devices: nil, or an infinite end, where the curve does not get
    /// there.
    package struct FamilyCurve: Sendable {
        /// The family's name, with what was fixed.
        package let name: String
        package let isEngine: Bool
        package let curve: Curve
        /// Energy for each of ``CurveReport/levels``, in joules per device and day.
        package let joulesAtLevel: [BootstrapEstimate]
        /// Each of these energies over that of the first engine, on the same devices; empty without an engine, and for it.
        package let timesEngineAtLevel: [BootstrapEstimate]
        /// Share of fresh launches for each of ``CurveReport/budgets``.
        package let freshAtBudget: [BootstrapEstimate]
        /// Mean distance to the bound from no energy to the last of ``CurveReport/budgets``; 0 would be perfect.
        package let areaToBound: BootstrapEstimate
        /// For the engine: runs of rivals that lie above its curve, by more than a thousandth of the launches, and cost
        /// no more than its most lavish run.
        package let rivalsAbove: [String]
    }

    init(
        trace: String, isPooled: Bool, radio: String, _ bench: Bench,
        _ facts: [BenchTotals.DeviceFacts], figures: CurveFigures, resamples: Int
    ) {
        self.trace = trace
        self.isPooled = isPooled
        self.radio = radio
        powerProfile = bench.rules.power.name
        staleHalfLife = bench.rules.staleHalfLife
        seed = bench.seed
        warmupDays = facts.map(\.warmupDays).exactSum / Double(max(1, facts.count))
        var counts = ProvenanceCounts()
        for device in facts { counts.add(device.provenance) }
        provenance = counts.all
        traceDigest = facts.reduce(0) { $0 &+ $1.digest }
        devices = figures.unfetched.count
        let all = figures.unfetched.map { _ in 1.0 }
        let alone = DeviceFigures.sum(figures.unfetched, weights: all)
        days = alone.days / Double(max(1, devices))
        unfetchedFreshShare = alone.launches > 0 ? alone.fresh / alone.launches : 0
        let (curves, bound) = figures.curves(weights: all)
        self.bound = bound

        var samples = [[Sample]](repeating: [], count: curves.count)
        Bootstrap(resamples: resamples, seed: seed).draw(devices) { weights in
            let (curves, bound) = figures.curves(weights: weights)
            for index in curves.indices { samples[index].append(Sample(curves[index], bound)) }
        }
        let engine = figures.families.firstIndex(where: \.isEngine)
        let rivals = zip(figures.families, curves).filter { !$0.0.isEngine }.map { ($0.0.name, $0.1) }
        gains = CurveGain.all(
            engines: zip(figures.families, curves).filter { $0.0.isEngine }.map { ($0.0.name, $0.1) },
            rivals: rivals.map(\.1), bound: bound, unfetched: alone)
        families = zip(figures.families, curves).enumerated().map { index, pair in
            let (family, curve) = pair
            let sample = Sample(curve, bound)
            func estimate(_ value: Double?, _ figure: (Sample) -> Double?) -> BootstrapEstimate {
                BootstrapEstimate(value, samples: samples[index].map { figure($0) ?? .infinity })
            }
            return FamilyCurve(
                name: family.name, isEngine: family.isEngine, curve: curve,
                joulesAtLevel: Self.levels.indices.map { level in
                    estimate(sample.joules[level]) { $0.joules[level] }
                },
                timesEngineAtLevel: engine.map { engine in
                    index == engine
                        ? []
                        : Self.levels.indices.map { level in
                            PairedEnergy.times(
                                sample.joules[level], Sample(curves[engine], bound).joules[level],
                                samples: zip(samples[index], samples[engine]).map {
                                    ($0.joules[level], $1.joules[level])
                                })
                        }
                } ?? [],
                freshAtBudget: Self.budgets.indices.map { budget in
                    estimate(sample.fresh[budget]) { $0.fresh[budget] }
                },
                areaToBound: estimate(sample.area) { $0.area },
                rivalsAbove: family.isEngine ? Self.above(curve, rivals) : [])
        }
    }

    private struct Sample {
        let joules: [Double?]
        let fresh: [Double?]
        let area: Double?

        init(_ curve: Curve, _ bound: BoundCurve) {
            joules = CurveReport.levels.map { curve.joules(at: $0) }
            fresh = CurveReport.budgets.map { curve.fresh(at: $0) }
            // Trapezoids on a grid that is fine where curves are steep: both sides are piecewise linear.
            let most = CurveReport.budgets.last ?? 0
            let steps = 200
            var sum = 0.0
            var previous: (joules: Double, gap: Double)?
            for step in 0...steps {
                let part = Double(step) / Double(steps)
                let joules = most * part * part
                let gap = bound.fresh(at: joules) - (curve.fresh(at: joules) ?? 0)
                if let previous { sum += (joules - previous.joules) * (gap + previous.gap) / 2 }
                previous = (joules, gap)
            }
            area = most > 0 ? sum / most : nil
        }
    }

    static func above(_ curve: Curve, _ rivals: [(name: String, curve: Curve)]) -> [String] {
        let tolerance = 0.001
        return rivals.flatMap { rival in
            rival.curve.rising.filter { point in
                guard let most = curve.rising.last, point.joules <= most.joules else { return false }
                return point.fresh > (curve.fresh(at: point.joules) ?? 0) + tolerance
            }.map(\.name)
        }
    }
}
