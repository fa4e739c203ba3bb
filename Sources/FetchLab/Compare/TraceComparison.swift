import FetchSched
import FetchSim

/// Compares the devices of two sides: how well they can be forecast, and what policies reach on them.
package struct TraceComparison: Sendable {
    /// One side: files, and all devices in them.
    package struct Side: Sendable {
        var traces: [String]
        var devices: [DeviceTrace]

        package init(traces: [String], devices: [DeviceTrace]) {
            self.traces = traces
            self.devices = devices
        }
    }

    /// The side that the other is held against.
    package var first: Side
    package var second: Side
    package var rules = SimulationRules()
    package var configuration = FetchConfiguration()
    package var seed: UInt64 = 1
    package var policies: [PolicyChoice]
    /// Worths of a fresh launch at which they are replayed, in joules.
    package var values: [Double] = [20, 100]
    package var radio = RadioProfile.lte

    package init(first: Side, second: Side, policies: [PolicyChoice]) {
        self.first = first
        self.second = second
        self.policies = policies
    }

    /// How much work there is, for progress: devices weighted by their events, once for each replay.
    package var work: Int {
        (first.devices + second.devices).reduce(0) { $0 + $1.eventCount } * (1 + bench([]).replaysPerDevice)
    }

    /// Runs it on `jobs` workers. The result does not depend on their number.
    ///
    /// - Parameter progress: told of each piece of ``work`` done, from any worker.
    /// - Throws: `CancellationError` if the surrounding task is cancelled.
    package func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> CompareReport {
        func scores(_ side: Side) async throws -> [[Double?]] {
            var bench = ForecastBench(trace: "", devices: side.devices)
            bench.rules = rules
            bench.configuration = configuration
            bench.seed = seed
            return try await bench.figuresOfEach(jobs: jobs, progress: progress)
        }
        func replays(_ side: Side) async throws -> [[BenchReport]] {
            try await bench(side.devices).runEach(jobs: jobs, progress: progress)
        }
        let (scores, others) = (try await scores(first), try await scores(second))
        let (replays, otherReplays) = (try await replays(first), try await replays(second))
        func fresh(_ side: [[BenchReport]]) -> Double? { mean(side.map { $0.first?.unfetchedFreshShare }) }
        let forecasts: [(ForecastFigure, String)] = [
            (.when, "when an app is opened"), (.which, "which app is opened"),
            (.content, "log loss of new content"),
        ]
        return CompareReport(
            first: .init(first), second: .init(second), seed: seed,
            criteria: [
                Criterion(
                    "fresh without any fetch", fresh(replays), fresh(otherReplays), within: Criterion.fresh)
            ]
                + forecasts.map { figure, title in
                    Criterion(
                        "forecast: \(title)", mean(scores.map { $0[figure.place] }),
                        mean(others.map { $0[figure.place] }), within: Criterion.nats)
                } + Criterion.policies(replays, otherReplays))
    }

    private func bench(_ devices: [DeviceTrace]) -> Bench {
        var bench = Bench(
            trace: "", devices: devices, policies: policies, radios: [radio], values: values, rules: rules,
            seed: seed)
        bench.configuration = configuration
        return bench
    }
}

/// Results of a ``TraceComparison``.
package struct CompareReport: Hashable, Sendable {
    struct Side: Hashable, Sendable {
        let traces: [String]
        let devices: Int
        /// Length of a device's trace in days, on average.
        let days: Double
        let launches: Int

        init(_ side: TraceComparison.Side) {
            traces = side.traces
            devices = side.devices.count
            days = mean(side.devices.map { ($0.span.upperBound - $0.span.lowerBound).seconds / 86_400 }) ?? 0
            launches = side.devices.reduce(0) { $0 + LaunchLog($1).count }
        }
    }

    let first: Side, second: Side
    let seed: UInt64
    /// Criteria of likeness, each met or not.
    let criteria: [Criterion]

    package var judged: Int { criteria.count { $0.isMet != nil } }
    package var met: Int { criteria.count { $0.isMet == true } }
}
