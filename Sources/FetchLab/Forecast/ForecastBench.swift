import FetchSched
import FetchSim

/// Scores the engine's forecasts alone, over every device of a trace: no fetch is made, no energy is counted.
package struct ForecastBench: Sendable {
    /// The trace's name in reports.
    package var trace: String
    package var devices: [DeviceTrace]
    /// The rules; of them only the warm-up and what the simulator tells of a device in use matter here.
    package var rules = SimulationRules()
    /// How the engine is configured, but for what a model changes.
    package var configuration = FetchConfiguration()
    /// Where the draws for the intervals come from, and the engine's randomness; its forecasts use none.
    package var seed: UInt64 = 1
    /// How often days are resampled for the intervals.
    package var resamples = 1000

    package init(trace: String, devices: [DeviceTrace]) {
        self.trace = trace
        self.devices = devices
    }

    /// How much work a model is, for progress: the devices' events.
    package var work: Int { devices.reduce(0) { $0 + $1.eventCount } }

    /// Forecasts with parameters alone, without knowledge that no host could have: policies that a bench compares.
    package static var families: [PolicyFamily] {
        (PolicyFamily.all + PolicyFamily.ablations).filter { $0.changeOfForecasts != nil }
    }

    /// Scores models on `jobs` workers, a device each. The result does not depend on their number.
    ///
    /// - Parameters:
    ///   - models: at least one of the ``families``, with whatever is set about it; the others are compared with the first.
    ///   - progress: told of each piece of ``work`` done, from any worker.
    /// - Throws: `CancellationError` if the surrounding task is cancelled.
    package func run(
        _ models: [PolicyChoice], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> ModelReport {
        try await run(
            models.map { ($0.name, configured(by: $0)) }, jobs: jobs, progress: progress)
    }

    func run(
        _ models: [(name: String, configuration: FetchConfiguration)], jobs: Int,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> ModelReport {
        let tallies = try await tallies(models.map(\.configuration), jobs, progress)
        return ModelReport(
            self, models.map(\.name), tallies.map { $0.reduce(into: ForecastTally()) { $0.add($1) } })
    }

    /// The engine's figures for each device by itself, in the order of ``ForecastFigure/all``.
    package func figuresOfEach(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [[Double?]] {
        try await tallies([configuration], jobs, progress)[0].map(\.dayLog.figures)
    }

    /// The engine configured so, but for what the model changes.
    func configured(by model: PolicyChoice) -> FetchConfiguration {
        var configuration = configuration
        model.kind?.changeOfForecasts?(&configuration)
        model.settings.apply(to: &configuration)
        return configuration
    }

    /// By model and device.
    private func tallies(
        _ models: [FetchConfiguration], _ jobs: Int, _ progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [[ForecastTally]] {
        let (devices, count) = (devices, devices.count)
        let tallies = try await ParallelMap.run(
            models.count * count, jobs: jobs, finished: { progress(devices[$0 % count].eventCount) }
        ) { index in
            let device = devices[index % count]
            let judge = ForecastJudge(
                device, rules: rules, configuration: models[index / count], seed: device.seed(in: seed))
            var done = device.asking(judge, radio: .lte, rules: rules)
            return done.finish()
        }
        return models.indices.map { Array(tallies[$0 * count..<($0 + 1) * count]) }
    }
}
