import FetchSched

/// A comparison: every policy over every device of a trace, on every radio, at every worth of a launch.
public struct Bench: Sendable {
    /// The trace's name in reports.
    public var trace: String
    /// The devices.
    public var devices: [DeviceTrace]
    /// The policies, in the order wanted.
    public var policies: [PolicyChoice]
    /// Rivals that are run beside ``policies`` and reported apart, see ``BenchReport/rivals``: of all dials the best one
    /// is known only in hindsight.
    public var rivals: [PolicyChoice] = []
    /// The radios.
    public var radios: [RadioProfile]
    /// The worths of a fresh launch, in joules.
    public var values: [Double]
    /// The rules.
    public var rules: SimulationRules
    /// Where the policies' randomness comes from.
    public var seed: UInt64
    /// The engine's settings; radio and value of a launch are those of each comparison.
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

    /// How much work there is, for progress: device-replays weighted by their events.
    public var work: Int { replaysPerDevice * devices.reduce(0) { $0 + $1.eventCount } }

    /// Runs it on `jobs` workers. The result does not depend on their number.
    ///
    /// - Parameters:
    ///   - progress: told of each piece of ``work`` done, from any worker.
    ///   - fetches: given every policy's fetches if they are wanted, one device at a time and in an order that
    ///     does not depend on the workers, though from any of them. Nothing is recorded without it.
    /// - Throws: what `fetches` throws, what keeps a policy from deciding to the end, or `CancellationError` if the surrounding task is cancelled.
    public func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
        fetches: (@Sendable (RecordedRun) throws -> Void)? = nil
    ) async throws -> [BenchReport] {
        let plan = BenchPlan(self)
        let outcomes = try await outcomes(plan, jobs: jobs, progress: progress, fetches: fetches)
        var totals = BenchTotals(plan)
        for (device, outcomes) in zip(devices, outcomes) { totals.add(.init(device, rules), outcomes) }
        return totals.reports(trace: trace)
    }

    /// Reports for each device alone, in the order of devices.
    package func runEach(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [[BenchReport]] {
        let plan = BenchPlan(self)
        return zip(devices, try await outcomes(plan, jobs: jobs, progress: progress, fetches: nil)).map {
            var totals = BenchTotals(plan)
            totals.add(.init($0, rules), $1)
            return totals.reports(trace: trace)
        }
    }

    /// The outcomes of each device, in the order of the plan's runs.
    private func outcomes(
        _ plan: BenchPlan, jobs: Int, progress: @escaping @Sendable (Int) -> Void,
        fetches: (@Sendable (RecordedRun) throws -> Void)?
    ) async throws -> [[BenchPlan.Outcome]] {
        let devices = devices
        let record = fetches.map { take in InOrder<RecordedRun?> { if let run = $0 { try take(run) } } }
        // Run by run, so that a policy's fetches of all devices come one after the other.
        let outcomes = try await ParallelMap.run(
            plan.runs.count * devices.count, jobs: jobs,
            finished: { progress(devices[$0 % devices.count].eventCount) }
        ) { index in
            let (run, device) = (plan.runs[index / devices.count], index % devices.count)
            let (outcome, fetches) = try plan.outcome(
                of: run, over: devices[device],
                recordsFetches: record != nil && !run.isApart)
            try record?.submit(recordedRun(run, devices[device], fetches), of: index)
            return outcome
        }
        return devices.indices.map { device in
            plan.runs.indices.map { outcomes[$0 * devices.count + device] }
        }
    }

    private func recordedRun(
        _ run: BenchPlan.Run, _ trace: DeviceTrace, _ fetches: [RecordedFetch]
    ) -> RecordedRun? {
        guard let policy = run.policy, !run.isApart else { return nil }
        return RecordedRun(
            radio: radios[run.radio].name, valueJoules: run.value, policy: policy.name,
            device: trace.name,
            appNames: trace.appNames, scoredFrom: rules.scoringStart(trace.span), fetches: fetches)
    }
}
