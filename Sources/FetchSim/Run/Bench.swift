import FetchSched

/// A comparison: every policy over every device of a trace, on every radio, at every worth of a launch.
public struct Bench: Sendable {
    /// What to call the trace in reports.
    public var trace: String
    /// The devices.
    public var devices: [DeviceTrace]
    /// The policies, in the order wanted.
    public var policies: [PolicyChoice]
    /// The radios.
    public var radios: [RadioProfile]
    /// The worths of a fresh launch, in joules.
    public var values: [Double]
    /// The rules.
    public var rules: SimulationRules
    /// Where the policies' randomness comes from.
    public var seed: UInt64
    /// What the engine starts from; its radio and worth of a launch are those of each comparison.
    public var configuration = Configuration()

    /// Makes a comparison.
    public init(
        trace: String, devices: [DeviceTrace], policies: [PolicyChoice], radios: [RadioProfile],
        values: [Double], rules: SimulationRules = SimulationRules(), seed: UInt64 = 1
    ) {
        self.trace = trace
        self.devices = devices
        self.policies = policies
        self.radios = radios
        self.values = values
        self.rules = rules
        self.seed = seed
    }

    /// One policy on one radio (and at one value, where the policy heeds it) over one device; `policy` nil
    /// stands for the device without background fetches and its bound.
    private struct Piece: Sendable {
        var radio: Int
        var policy: PolicyChoice?
        var value: Double?
        var device: Int
    }

    private enum Outcome: Sendable {
        case policy(DeviceMetrics)
        case unfetched(DeviceMetrics, [ClairvoyantBound])
    }

    /// How much work there is, for progress: device-replays weighted by their events.
    public var work: Int { pieces().reduce(0) { $0 + devices[$1.device].eventCount } }

    /// Runs it on `jobs` workers. The result does not depend on their number.
    ///
    /// - Parameters:
    ///   - progress: told of each piece of ``work`` done, from any worker.
    ///   - fetches: given every policy's fetches if they are wanted, one device at a time and in an order that
    ///     does not depend on the workers, though from any of them. Nothing is recorded without it.
    /// - Throws: what `fetches` throws, or `CancellationError` if the surrounding task is cancelled.
    public func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
        fetches: (@Sendable (RecordedRun) throws -> Void)? = nil
    ) async throws -> [BenchReport] {
        let pieces = pieces()
        let devices = devices
        let record = fetches.map { take in InOrder<RecordedRun?> { if let run = $0 { try take(run) } } }
        let outcomes = try await ParallelMap.run(
            pieces.count, jobs: jobs, finished: { progress(devices[pieces[$0].device].eventCount) }
        ) { index in
            let (outcome, fetches) = run(pieces[index], recordsFetches: record != nil)
            try record?.submit(recordedRun(pieces[index], fetches), of: index)
            return outcome
        }
        return reports(pieces, outcomes)
    }

    private func pieces() -> [Piece] {
        var pieces: [Piece] = []
        for radio in radios.indices {
            for device in devices.indices { pieces.append(Piece(radio: radio, device: device)) }
            for policy in policies where policy.family != PolicyChoice.clairvoyant {
                let heedsValue = PolicyFamily.named(policy.family)?.heedsValue ?? false
                for value in heedsValue ? values.map(Optional.some) : [nil] {
                    for device in devices.indices {
                        pieces.append(Piece(radio: radio, policy: policy, value: value, device: device))
                    }
                }
            }
        }
        return pieces
    }

    private func recordedRun(_ piece: Piece, _ fetches: [RecordedFetch]) -> RecordedRun? {
        guard let policy = piece.policy else { return nil }
        let trace = devices[piece.device]
        return RecordedRun(
            radio: radios[piece.radio].name, valueJoules: piece.value, policy: policy.name,
            device: trace.name,
            appNames: trace.appNames, scoredFrom: rules.scoringStart(trace.span), fetches: fetches)
    }

    private func run(_ piece: Piece, recordsFetches: Bool) -> (Outcome, [RecordedFetch]) {
        let trace = devices[piece.device]
        let radio = radios[piece.radio]
        guard let policy = piece.policy else {
            let limits = DeviceLimits(
                trace: trace, radio: radio, rules: rules, values: values, configuration: configuration)
            return (.unfetched(limits.unfetched, limits.bounds), [])
        }
        let run = PolicyRun(
            trace: trace, radio: radio, rules: rules, valueJoules: piece.value ?? values.first ?? 0,
            settings: policy.settings, seed: seed &+ UInt64(truncatingIfNeeded: piece.device),
            configuration: configuration, recordsFetches: recordsFetches)
        let replay = PolicyFamily.named(policy.family)?.replay(run) ?? PolicyReplay()
        return (.policy(replay.metrics), replay.fetches)
    }

    // MARK: Putting the pieces together, in their own order

    private func reports(_ pieces: [Piece], _ outcomes: [Outcome]) -> [BenchReport] {
        var reports: [BenchReport] = []
        for radio in radios.indices {
            var unfetched = DeviceMetrics()
            var bounds = values.map { _ in BoundTotals() }
            var totals: [PolicyKey: DeviceMetrics] = [:]
            for (piece, outcome) in zip(pieces, outcomes) where piece.radio == radio {
                switch outcome {
                case .unfetched(let metrics, let found):
                    unfetched.add(metrics)
                    for index in bounds.indices { bounds[index].add(found[index]) }
                case .policy(let metrics):
                    guard let policy = piece.policy else { continue }
                    totals[PolicyKey(policy: policy, value: piece.value), default: DeviceMetrics()].add(
                        metrics)
                }
            }
            for (index, value) in values.enumerated() {
                let rows = policies.compactMap { policy -> PolicyResult? in
                    if policy.family == PolicyChoice.clairvoyant {
                        return PolicyResult(
                            name: policy.name, bounds[index], unfetched: unfetched, valueJoules: value)
                    }
                    let metrics =
                        totals[PolicyKey(policy: policy, value: nil)]
                        ?? totals[PolicyKey(policy: policy, value: value)]
                    return metrics.map {
                        PolicyResult(
                            choice: policy, $0, bound: bounds[index], unfetched: unfetched, valueJoules: value
                        )
                    }
                }
                reports.append(
                    BenchReport(
                        trace: trace, radio: radios[radio].name, valueJoules: value, devices: devices.count,
                        days: unfetched.days / Double(max(1, devices.count)), warmupDays: warmupDays,
                        events: devices.reduce(0) { $0 + $1.eventCount }, seed: seed, policies: rows,
                        unfetchedFreshShare: share(unfetched.freshLaunches, of: unfetched.launches)))
            }
        }
        return reports
    }

    private struct PolicyKey: Hashable {
        var policy: PolicyChoice
        var value: Double?
    }

    /// Mean warm-up of a device, in days.
    private var warmupDays: Double {
        let sum = devices.reduce(0.0) {
            $0 + (rules.scoringStart($1.span) - $1.span.lowerBound).seconds / 86_400
        }
        return sum / Double(max(1, devices.count))
    }
}

/// `part / whole`, or nil if there is no whole.
func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
}
