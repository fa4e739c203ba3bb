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
        let devices = devices
        let tallies = try await ParallelMap.run(
            devices.count, jobs: jobs, finished: { progress(devices[$0].eventCount) }
        ) { index in judge(devices[index], seed: seed &+ UInt64(truncatingIfNeeded: index)) }
        var all = ForecastTally()
        for tally in tallies { all.add(tally) }
        let count = Double(max(1, devices.count))
        let warmup = devices.reduce(0.0) {
            $0 + (rules.scoringStart($1.span) - $1.span.lowerBound).seconds / 86_400
        }
        return ForecastReport(
            trace: trace, devices: devices.count, days: all.days / count, warmupDays: warmup / count,
            events: work, tally: all)
    }

    private func judge(_ trace: DeviceTrace, seed: UInt64) -> ForecastTally {
        let judge = ForecastJudge(trace, rules: rules, configuration: configuration, seed: seed)
        var simulation = DeviceSimulation(trace: trace, radio: .lte, rules: rules, policy: judge)
        _ = simulation.run()
        var done = simulation.policy
        return done.finish()
    }
}
