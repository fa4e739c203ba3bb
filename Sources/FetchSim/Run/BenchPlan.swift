import FetchSched

/// The runs of a ``Bench`` for each of its devices.
struct BenchPlan: Sendable {
    let policies: [PolicyChoice]
    /// Baselines of the bench that are not among its policies.
    let rivals: [PolicyChoice]
    let radios: [RadioProfile]
    let values: [Double]
    let rules: SimulationRules
    let seed: UInt64
    let configuration: Configuration
    /// The runs of a device, in the order in which they are reported.
    let runs: [Run]

    /// One policy on one radio and value; `policy` nil stands for no background fetches and the bound.
    struct Run: Sendable {
        var radio: Int
        var policy: PolicyChoice?
        var value: Double?
        /// Whether it is one of ``BenchPlan/rivals``, of which sums alone are wanted.
        var isApart = false
    }

    enum Outcome: Sendable {
        case policy(DeviceMetrics)
        case unfetched(DeviceMetrics, [BoundFigures])
    }

    init(_ bench: Bench) {
        // A policy that is named twice is one.
        var named = Set<PolicyChoice>()
        policies = bench.policies.filter { named.insert($0).inserted }
        rivals = bench.rivals.filter { named.insert($0).inserted }
        radios = bench.radios
        values = bench.values
        rules = bench.rules
        seed = bench.seed
        configuration = bench.configuration
        var runs: [Run] = []
        for radio in radios.indices {
            runs.append(Run(radio: radio))
            for (index, policy) in (policies + rivals).enumerated()
            where policy.family != PolicyChoice.clairvoyant {
                let heedsValue = policy.kind?.heedsValue ?? false
                for value in heedsValue ? values.map(Optional.some) : [nil] {
                    runs.append(
                        Run(
                            radio: radio, policy: policy, value: value,
                            isApart: index >= policies.count))
                }
            }
        }
        self.runs = runs
    }

    /// Does one of ``runs`` over a device.
    func outcome(
        of run: Run, over trace: DeviceTrace, recordsFetches: Bool = false
    ) throws -> (Outcome, [RecordedFetch]) {
        let radio = radios[run.radio]
        guard let policy = run.policy else {
            let limits = DeviceLimits(
                trace: trace, radio: radio, rules: rules, values: values, configuration: configuration)
            return (.unfetched(limits.unfetched, limits.bounds.map(BoundFigures.init)), [])
        }
        var policyRun = policyRun(of: policy, run, over: trace)
        policyRun.recordsFetches = recordsFetches
        let replay = try policy.kind?.replay(policyRun).checked() ?? PolicyReplay()
        return (.policy(replay.metrics), replay.fetches)
    }

    /// The device's timeline under the policy of one of ``runs``; nil without a policy.
    func timeline(
        of run: Run, over trace: DeviceTrace
    ) throws -> (policy: String, timeline: DeviceTimeline)? {
        guard let policy = run.policy else { return nil }
        var policyRun = policyRun(of: policy, run, over: trace)
        policyRun.recordsTimeline = true
        return try policy.kind?.replay(policyRun).checked().timeline.map { (policy.name, $0) }
    }

    private func policyRun(of policy: PolicyChoice, _ run: Run, over trace: DeviceTrace) -> PolicyRun {
        PolicyRun(
            trace: trace, radio: radios[run.radio], rules: rules,
            valueJoules: run.value ?? values.first ?? 0, settings: policy.settings,
            seed: trace.seed(in: seed), configuration: configuration)
    }
}
