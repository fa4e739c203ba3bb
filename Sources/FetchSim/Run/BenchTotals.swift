/// The outcomes of a ``BenchPlan``, added up over devices.
///
/// Sums are exact (``ExactSum``): the order of the devices does not matter.
struct BenchTotals: Sendable {
    private let plan: BenchPlan
    private var devices = 0
    private var events = 0
    private var warmupDays = ExactSum()
    private var provenance = ProvenanceCounts()
    private var digest: UInt64 = 0
    private var radios: [OnRadio]
    private var records: DeviceRecords
    /// The reports of each device, if they are wanted.
    private var perDevice: [(facts: DeviceFacts, reports: [BenchReport])] = []

    private struct OnRadio: Sendable {
        var unfetched = MetricTotals()
        var bounds: [BoundTotals]
        var policies: [PolicyKey: MetricTotals] = [:]
    }

    private struct PolicyKey: Hashable {
        var policy: PolicyChoice
        var value: Double?
    }

    /// Facts about a device's trace in reports.
    struct DeviceFacts: Sendable {
        let name: String
        let events: Int
        let warmupDays: Double
        let provenance: [String]
        let digest: UInt64
    }

    init(_ plan: BenchPlan) {
        self.plan = plan
        records = DeviceRecords(plan)
        radios = plan.bench.radios.map { _ in OnRadio(bounds: plan.bench.values.map { _ in BoundTotals() }) }
    }

    /// Adds a device; `outcomes` are those of the plan's runs, in their order.
    mutating func add(_ facts: DeviceFacts, _ outcomes: [BenchPlan.Outcome]) {
        devices += 1
        events += facts.events
        warmupDays.add(facts.warmupDays)
        provenance.add(facts.provenance)
        digest &+= facts.digest
        records.add(facts.name, plan.runs, outcomes)
        addApart(facts, outcomes)
        for (run, outcome) in zip(plan.runs, outcomes) {
            switch outcome {
            case .unfetched(let metrics, let found):
                // Reports compare with its sums alone.
                radios[run.radio].unfetched.add(metrics.withoutLaunches)
                for index in found.indices { radios[run.radio].bounds[index].add(found[index]) }
            case .policy(let metrics):
                guard let policy = run.policy else { continue }
                let key = PolicyKey(policy: policy, value: run.value)
                radios[run.radio].policies[key, default: MetricTotals()]
                    .add(run.isApart ? metrics.withoutLaunches : metrics)
            }
        }
    }

    private mutating func addApart(_ facts: DeviceFacts, _ outcomes: [BenchPlan.Outcome]) {
        guard plan.bench.keepsDevices else { return }
        var bench = plan.bench
        bench.keepsDevices = false
        var own = BenchTotals(BenchPlan(bench, unusedValue: plan.unusedValue))
        own.add(facts, outcomes)
        perDevice.append((facts, own.reports(trace: "")))
    }

    /// The devices' figures in the comparison of that number, by name.
    private func devices(_ number: Int) -> [DeviceResult] {
        perDevice.sorted { $0.facts.name.utf8.lexicographicallyPrecedes($1.facts.name.utf8) }.map {
            DeviceResult(
                device: $0.facts.name, days: $0.reports[number].days, warmupDays: $0.facts.warmupDays,
                events: $0.facts.events, provenance: $0.reports[number].provenance,
                traceDigest: $0.facts.digest, policies: $0.reports[number].policies)
        }
    }

    /// A report for each radio and value.
    ///
    /// - Parameter shown: whose policies and rivals are reported, where it is not all that was added up.
    func reports(trace: String, shown: BenchPlan? = nil) -> [BenchReport] {
        let bench = plan.bench
        let shown = shown?.bench ?? bench
        let batteryJoules = bench.rules.power.batteryJoules
        let warmupDays = warmupDays.value / Double(max(1, devices))
        return zip(bench.radios, radios).enumerated().flatMap { position, pair in
            let (radio, totals) = pair
            let unfetched = totals.unfetched.total
            let policies = totals.policies.mapValues { ($0, $0.total) }
            return zip(bench.values, totals.bounds).enumerated().map { index, pair in
                let (value, totals) = pair
                let bound = totals.total
                let row = { (choice: PolicyChoice) -> PolicyResult? in
                    if choice.family == PolicyChoice.clairvoyant {
                        return PolicyResult(
                            name: choice.name, bound, unfetched: unfetched, valueJoules: value,
                            batteryJoules: batteryJoules)
                    }
                    guard
                        let (samples, metrics) = policies[PolicyKey(policy: choice, value: nil)]
                            ?? policies[PolicyKey(policy: choice, value: value)]
                    else { return nil }
                    return PolicyResult(
                        choice: choice, metrics, samples, bound: bound, unfetched: unfetched,
                        valueJoules: value, batteryJoules: batteryJoules, apps: bench.rules.apps)
                }
                // A rival that differs from another where a trace has pushes, or a screen, alone.
                let isAnother = { (choice: PolicyChoice) -> Bool in
                    guard let own = policies[PolicyKey(policy: choice, value: nil)]?.1 else { return false }
                    if PolicyFamily.ofPushes.contains(where: { $0.name == choice.family }) {
                        return own.hasOutcome(of: unfetched)
                    }
                    var settings = choice.settings.explicit
                    guard let kind = choice.kind, settings.removeValue(forKey: "screen") == 0 else {
                        return false
                    }
                    let other = PolicyKey(policy: PolicyChoice(kind, settings), value: nil)
                    return policies[other].map { own.hasOutcome(of: $0.1) } ?? false
                }
                return BenchReport(
                    trace: trace, radio: radio.name, isAlwaysOn: radio.isAlwaysOn, valueJoules: value,
                    staleHalfLife: bench.rules.staleHalfLife, devices: devices,
                    days: unfetched.days / Double(max(1, devices)), warmupDays: warmupDays, events: events,
                    powerProfile: bench.rules.power.name, seed: bench.seed,
                    policies: shown.policies.compactMap(row),
                    rivals: shown.rivals.filter { !isAnother($0) }.compactMap(row),
                    unfetchedFreshShare: share(unfetched.freshLaunches, of: unfetched.launches),
                    provenance: provenance.all, traceDigest: digest,
                    paired: records.pairs(radio: position, value: value, seed: bench.seed),
                    perDevice: devices(position * bench.values.count + index))
            }
        }
    }
}

extension BenchTotals.DeviceFacts {
    init(_ trace: DeviceTrace, _ rules: SimulationRules) {
        self.init(
            name: trace.name, events: trace.eventCount, warmupDays: rules.warmupDays(trace),
            provenance: trace.provenance,
            digest: trace.digest)
    }
}

extension DeviceMetrics {
    /// Whether it came to the same launches and the same energy.
    fileprivate func hasOutcome(of other: DeviceMetrics) -> Bool {
        freshLaunches == other.freshLaunches && joules == other.joules
    }
}
