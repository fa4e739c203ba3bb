import FetchSched

/// The outcomes of a ``BenchPlan``, added up over devices.
///
/// Sums of floating-point numbers depend on their order; devices are added in that of the trace.
struct BenchTotals: Sendable {
    private let plan: BenchPlan
    private var devices = 0
    private var events = 0
    private var warmupDays = 0.0
    private var radios: [OnRadio]

    private struct OnRadio: Sendable {
        var unfetched = DeviceMetrics()
        var bounds: [BoundTotals]
        var policies: [PolicyKey: OfPolicy] = [:]
    }

    private struct OfPolicy: Sendable {
        var metrics = DeviceMetrics()
        var copyAges = DelaySample()
        var staleTimes = DelaySample()
        var spacings = DelaySample()

        mutating func add(_ device: DeviceMetrics, isApart: Bool) {
            metrics.add(device.withoutLaunches)
            if isApart { return }
            copyAges.add(device.copyAgeSeconds)
            staleTimes.add(device.staleSeconds)
            spacings.add(device.requestSpacingSeconds)
        }
    }

    private struct PolicyKey: Hashable {
        var policy: PolicyChoice
        var value: Double?
    }

    /// What of a device's trace is reported.
    struct DeviceFacts: Sendable {
        let events: Int
        let warmupDays: Double

        init(_ trace: DeviceTrace, _ rules: SimulationRules) {
            events = trace.eventCount
            warmupDays = (rules.scoringStart(trace.span) - trace.span.lowerBound).seconds / 86_400
        }
    }

    init(_ plan: BenchPlan) {
        self.plan = plan
        radios = plan.radios.map { _ in OnRadio(bounds: plan.values.map { _ in BoundTotals() }) }
    }

    /// Adds the next device of the trace; `outcomes` are those of the plan's runs, in their order.
    mutating func add(_ facts: DeviceFacts, _ outcomes: [BenchPlan.Outcome]) {
        devices += 1
        events += facts.events
        warmupDays += facts.warmupDays
        for (run, outcome) in zip(plan.runs, outcomes) {
            switch outcome {
            case .unfetched(let metrics, let found):
                // Reports compare with its sums alone.
                radios[run.radio].unfetched.add(metrics.withoutLaunches)
                for index in found.indices { radios[run.radio].bounds[index].add(found[index]) }
            case .policy(let metrics):
                guard let policy = run.policy else { continue }
                let key = PolicyKey(policy: policy, value: run.value)
                radios[run.radio].policies[key, default: OfPolicy()]
                    .add(metrics, isApart: run.isApart)
            }
        }
    }

    /// A report for each radio and value.
    func reports(trace: String) -> [BenchReport] {
        zip(plan.radios, radios).flatMap { radio, totals in
            plan.values.enumerated().map { index, value in
                BenchReport(
                    trace: trace, radio: radio.name, valueJoules: value, devices: devices,
                    days: totals.unfetched.days / Double(max(1, devices)),
                    warmupDays: warmupDays / Double(max(1, devices)), events: events,
                    powerProfile: plan.rules.power.name, seed: plan.seed,
                    policies: rows(plan.policies, totals, totals.bounds[index], value),
                    rivals: rows(plan.rivals, totals, totals.bounds[index], value),
                    unfetchedFreshShare: share(
                        totals.unfetched.freshLaunches, of: totals.unfetched.launches))
            }
        }
    }

    private func rows(
        _ policies: [PolicyChoice], _ totals: OnRadio, _ bound: BoundTotals, _ value: Double
    ) -> [PolicyResult] {
        policies.compactMap { policy in
            if policy.family == PolicyChoice.clairvoyant {
                return PolicyResult(
                    name: policy.name, bound, unfetched: totals.unfetched, valueJoules: value,
                    batteryJoules: plan.rules.power.batteryJoules)
            }
            let total =
                totals.policies[PolicyKey(policy: policy, value: nil)]
                ?? totals.policies[PolicyKey(policy: policy, value: value)]
            return total.map {
                PolicyResult(
                    choice: policy, $0.metrics, copyAges: $0.copyAges, staleTimes: $0.staleTimes,
                    spacings: $0.spacings, bound: bound, unfetched: totals.unfetched, valueJoules: value,
                    batteryJoules: plan.rules.power.batteryJoules, apps: plan.rules.apps)
            }
        }
    }
}

/// `part / whole`, or nil if there is no whole.
func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
}
