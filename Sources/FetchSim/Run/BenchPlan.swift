/// The runs of a ``Bench`` for each of its devices.
struct BenchPlan: Sendable {
    /// The comparison, with each policy once, be it as a rival.
    let bench: Bench
    /// The value of a launch for policies that ignore it.
    let unusedValue: Double
    /// The runs of a device, in the order in which they are reported.
    let runs: [Run]

    /// One policy on one radio and value; `policy` nil stands for no background fetches and the bound.
    struct Run: Sendable {
        var radio: Int
        var policy: PolicyChoice?
        var value: Double?
        /// Whether it is one of ``Bench/rivals``, of which sums alone are wanted.
        var isApart = false
    }

    enum Outcome: Sendable {
        case policy(DeviceMetrics)
        case unfetched(DeviceMetrics, [BoundFigures])
    }

    init(_ given: Bench, unusedValue: Double? = nil) {
        var bench = given
        var named = Set<PolicyChoice>()
        bench.policies = given.policies.filter { named.insert($0).inserted }
        bench.rivals = given.rivals.filter { named.insert($0).inserted }
        var runs: [Run] = []
        for radio in bench.radios.indices {
            runs.append(Run(radio: radio))
            for (index, policy) in (bench.policies + bench.rivals).enumerated()
            where policy.family != PolicyChoice.clairvoyant {
                let usesValue = policy.kind?.usesValue ?? false
                for value in usesValue ? bench.values.map(Optional.some) : [nil] {
                    let isApart = index >= bench.policies.count
                    runs.append(Run(radio: radio, policy: policy, value: value, isApart: isApart))
                }
            }
        }
        self.runs = runs
        self.bench = bench
        self.unusedValue = unusedValue ?? bench.values.first ?? 0
    }

    /// Does one of ``runs`` over a device.
    func outcome(
        of run: Run, over trace: DeviceTrace, recordsFetches: Bool = false
    ) throws -> (Outcome, [RecordedFetch]) {
        guard let policy = run.policy else {
            let limits = DeviceLimits(
                trace: trace, radio: bench.radios[run.radio], rules: bench.rules, values: bench.values,
                configuration: bench.configuration)
            return (.unfetched(limits.unfetched, limits.bounds.map(\.figures)), [])
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
        let setup = PolicySetup(
            radio: bench.radios[run.radio], rules: bench.rules, valueJoules: run.value ?? unusedValue,
            settings: policy.settings, seed: trace.seed(in: bench.seed))
        return PolicyRun(trace: trace, setup: setup, configuration: bench.configuration)
    }

    /// Does all ``runs`` over each device, and gives for each device what `keep` makes of their outcomes, in their order.
    /// Fetches are recorded if `fetches` takes them.
    func outcomes<Saved: Sendable>(
        over devices: [DeviceTrace], jobs: Int, progress: @escaping @Sendable (Int) -> Void,
        fetches: (@Sendable (RecordedRun) throws -> Void)? = nil,
        keep: @escaping @Sendable (Outcome) -> Saved
    ) async throws -> [[Saved]] {
        let record = fetches.map { take in InOrder<RecordedRun?> { if let run = $0 { try take(run) } } }
        // Run by run, so that a policy's fetches of all devices come one after the other.
        let outcomes = try await ParallelMap.run(
            runs.count * devices.count, jobs: jobs,
            finished: { progress(devices[$0 % devices.count].eventCount) }
        ) { index in
            let (run, device) = (runs[index / devices.count], devices[index % devices.count])
            let (outcome, fetches) = try self.outcome(
                of: run, over: device, recordsFetches: record != nil && !run.isApart)
            try record?.submit(recorded(run, device, fetches), of: index)
            return keep(outcome)
        }
        return devices.indices.map { device in
            runs.indices.map { outcomes[$0 * devices.count + device] }
        }
    }

    private func recorded(_ run: Run, _ trace: DeviceTrace, _ fetches: [RecordedFetch]) -> RecordedRun? {
        guard let policy = run.policy, !run.isApart else { return nil }
        return RecordedRun(
            radio: bench.radios[run.radio].name, valueJoules: run.value, policy: policy.name,
            device: trace.name, appNames: trace.appNames,
            scoredFrom: bench.rules.scoringStart(trace.span), fetches: fetches)
    }
}
