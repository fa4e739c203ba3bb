import FetchSched
import FetchTrace
import FetchSim

/// Scores the engine's forecasts alone, over every device of a trace: no fetch is made, no energy is counted.
public struct ForecastBench: Sendable {
    /// What to call the trace in reports.
    public var trace: String
    /// The devices.
    public var devices: [DeviceTrace]
    /// The rules; of them only the warm-up and what the simulator tells of a device in use matter here.
    public var rules: SimulationRules
    /// How the engine is configured, but for what a model changes.
    public var configuration: Configuration
    /// Where the draws for the intervals come from, and the engine's randomness; its forecasts use none.
    public var seed: UInt64
    /// How often days are drawn anew for the intervals; none are reckoned with fewer than 2.
    public var resamples = 1000

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

    /// How much work a model is, for progress: the devices' events.
    public var work: Int { devices.reduce(0) { $0 + $1.eventCount } }

    /// Scores one model, its experts and the baselines on `jobs` workers, a device each. The result does not depend on
    /// their number.
    ///
    /// - Parameter progress: told of each piece of ``work`` done, from any worker.
    /// - Throws: `CancellationError` if the surrounding task is cancelled.
    public func run(
        _ model: ForecastModel = .adaptive, jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> ForecastReport {
        let tally = Self.sum(try await tallies([model], scoresExperts: true, jobs, progress)[0])
        return ForecastReport(head(devices, tally), model: model.name, tally)
    }

    /// The same of the engine for each device by itself, in their order.
    public func runEach(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [ForecastReport] {
        let model = ForecastModel.adaptive
        let tallies = try await tallies([model], scoresExperts: true, jobs, progress)[0]
        return zip(devices, tallies).map { ForecastReport(head([$0], $1), model: model.name, $1) }
    }

    /// Scores several models side by side, without their experts. As much ``work`` for each.
    ///
    /// - Parameter models: at least one; the others are compared with the first.
    public func compare(
        _ models: [ForecastModel], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> ModelReport {
        let tallies = try await tallies(models, scoresExperts: false, jobs, progress).map(Self.sum)
        return ModelReport(head(devices, tallies.first ?? ForecastTally()), models.map(\.name), tallies)
    }

    /// By model and device.
    private func tallies(
        _ models: [ForecastModel], scoresExperts: Bool, _ jobs: Int,
        _ progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [[ForecastTally]] {
        let (devices, count) = (devices, devices.count)
        let configurations = models.map { $0.configuration(configuration) }
        let tallies = try await ParallelMap.run(
            models.count * count, jobs: jobs, finished: { progress(devices[$0 % count].eventCount) }
        ) { judge(devices[$0 % count], configurations[$0 / count], scoresExperts: scoresExperts) }
        return models.indices.map { Array(tallies[$0 * count..<($0 + 1) * count]) }
    }

    private static func sum(_ tallies: [ForecastTally]) -> ForecastTally {
        tallies.reduce(into: ForecastTally()) { $0.add($1) }
    }

    private func head(_ devices: [DeviceTrace], _ tally: ForecastTally) -> ForecastHead {
        let count = Double(max(1, devices.count))
        let warmup = devices.reduce(0.0) {
            $0 + (rules.scoringStart($1.span) - $1.span.lowerBound).seconds / 86_400
        }
        return ForecastHead(
            trace: trace, devices: devices.count, days: tally.days / count, warmupDays: warmup / count,
            events: devices.reduce(0) { $0 + $1.eventCount }, launches: tally.when[0].launches,
            deviceDays: tally.dayLog.days.count, bootstrap: Bootstrap(resamples: resamples, seed: seed))
    }

    private func judge(
        _ trace: DeviceTrace, _ configuration: Configuration, scoresExperts: Bool
    ) -> ForecastTally {
        let judge = ForecastJudge(
            trace, rules: rules, configuration: configuration, seed: trace.seed(in: seed),
            scoresExperts: scoresExperts)
        guard var done = trace.asking(judge, radio: .lte, rules: rules) as? ForecastJudge else {
            return ForecastTally()
        }
        return done.finish()
    }
}
