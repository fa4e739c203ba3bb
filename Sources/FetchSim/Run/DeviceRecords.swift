/// Figures of each device of a comparison, for pairs: a few numbers for each run that is shown, in whatever order the
/// devices come.
struct DeviceRecords: Sendable {
    private let runs: [BenchPlan.Run]
    private var devices: [(name: String, runs: [DeviceFigures])] = []

    /// More resamples change an interval's ends by less than they differ between seeds.
    private static let resamples = 1000

    init(_ plan: BenchPlan) { runs = plan.runs.filter { !$0.isApart } }

    /// Adds a device; `outcomes` are those of `all` runs of the plan.
    mutating func add(_ name: String, _ all: [BenchPlan.Run], _ outcomes: [BenchPlan.Outcome]) {
        let figures = zip(all, outcomes).filter { !$0.0.isApart }.map { _, outcome in
            switch outcome {
            case .policy(let metrics), .unfetched(let metrics, _): DeviceFigures(metrics)
            }
        }
        devices.append((name, figures))
    }

    /// The first of the engine's policies, compared with each other policy that is no part of the engine.
    func pairs(radio: Int, value: Double, seed: UInt64) -> [PairedGain] {
        guard let alone = runs.firstIndex(where: { $0.radio == radio && $0.policy == nil }) else { return [] }
        let devices = devices.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.runs)
        var engine: DeviceGains?
        var others: [DeviceGains] = []
        for (index, run) in runs.enumerated() where run.radio == radio && (run.value ?? value) == value {
            guard let policy = run.policy else { continue }
            let gains = DeviceGains(
                policy: policy.name,
                joules: devices.map {
                    value * ($0[index].fresh - $0[alone].fresh) - ($0[index].joules - $0[alone].joules)
                })
            if policy.kind?.isEngine != true {
                others.append(gains)
            } else if engine == nil, policy.family == "adaptive" {
                engine = gains
            }
        }
        guard let engine, !others.isEmpty else { return [] }
        return PairedGain.all(
            engine, others, days: devices.map { $0[alone].days },
            bootstrap: Bootstrap(resamples: Self.resamples, seed: seed))
    }
}
