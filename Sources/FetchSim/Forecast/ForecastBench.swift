import FetchSched

/// Scores the engine's forecasts alone, over every device of a trace: no fetch is made, no energy is counted.
public struct ForecastBench: Sendable {
    /// What to call the trace in reports.
    public var trace: String
    /// The devices.
    public var devices: [DeviceTrace]
    /// The rules; of them only the warm-up and what the simulator tells of a device in use matter here.
    public var rules: SimulationRules
    /// How the engine is configured.
    public var configuration: Configuration
    /// Where the engine's randomness comes from. Its forecasts use none.
    public var seed: UInt64

    /// Makes a run.
    public init(
        trace: String, devices: [DeviceTrace], rules: SimulationRules = SimulationRules(),
        configuration: Configuration = Configuration(), seed: UInt64 = 1
    ) {
        self.trace = trace
        self.devices = devices
        self.rules = rules
        self.configuration = configuration
        self.seed = seed
    }

    /// How much work there is, for progress: the devices' events.
    public var work: Int { devices.reduce(0) { $0 + $1.eventCount } }

    /// Runs it on `jobs` workers, a device each. The result does not depend on their number.
    ///
    /// - Parameter progress: told of each piece of ``work`` done, from any worker.
    /// - Throws: `CancellationError` if the surrounding task is cancelled.
    public func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> ForecastReport {
        let tallies = try await tallies(jobs: jobs, progress: progress)
        var all = ForecastTally()
        for tally in tallies { all.add(tally) }
        return report(devices, all)
    }

    /// The same for each device by itself, in their order.
    public func runEach(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [ForecastReport] {
        zip(devices, try await tallies(jobs: jobs, progress: progress)).map { report([$0], $1) }
    }

    private func tallies(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [ForecastTally] {
        let devices = devices
        return try await ParallelMap.run(
            devices.count, jobs: jobs, finished: { progress(devices[$0].eventCount) }
        ) { index in judge(devices[index], seed: devices[index].seed(in: seed)) }
    }

    private func report(_ devices: [DeviceTrace], _ tally: ForecastTally) -> ForecastReport {
        let count = Double(max(1, devices.count))
        let warmup = devices.reduce(0.0) {
            $0 + (rules.scoringStart($1.span) - $1.span.lowerBound).seconds / 86_400
        }
        return ForecastReport(
            trace: trace, devices: devices.count, days: tally.days / count, warmupDays: warmup / count,
            events: devices.reduce(0) { $0 + $1.eventCount }, tally: tally)
    }

    private func judge(_ trace: DeviceTrace, seed: UInt64) -> ForecastTally {
        let judge = ForecastJudge(trace, rules: rules, configuration: configuration, seed: seed)
        var simulation = DeviceSimulation(trace: trace, radio: .lte, rules: rules, policy: judge)
        _ = simulation.run()
        var done = simulation.policy
        return done.finish()
    }
}
