import FetchSched
import FetchSim
import FetchTrace

/// Compares the devices of two sides: what they do, how well they can be forecast, and what policies reach on them.
public struct TraceComparison: Sendable {
    /// One side: files, and all devices in them.
    public struct Side: Sendable {
        /// The files' names.
        public var traces: [String]
        /// Their devices.
        public var devices: [DeviceTrace]

        /// Makes a side.
        public init(traces: [String], devices: [DeviceTrace]) {
            self.traces = traces
            self.devices = devices
        }
    }

    /// The side that the other is held against.
    public var first: Side
    /// The other side.
    public var second: Side
    /// The rules of replays.
    public var rules: SimulationRules
    /// How the engine is configured; its session gap cuts launches into sessions here, too.
    public var configuration: Configuration
    /// Where randomness comes from: the tests' shuffles, and the policies'.
    public var seed: UInt64
    /// How often a test shuffles.
    public var shuffles = 999
    /// Whether forecasts are scored.
    public var scoresForecasts = true
    /// The policies to replay; none leaves replays out.
    public var policies: [PolicyChoice]
    /// Worths of a fresh launch at which they are replayed, in joules.
    public var values: [Double] = [20, 100]
    /// The radio.
    public var radio = RadioProfile.lte

    /// Makes a comparison.
    public init(
        first: Side, second: Side, policies: [PolicyChoice], rules: SimulationRules = SimulationRules(),
        configuration: Configuration = Configuration(), seed: UInt64 = 1
    ) {
        self.first = first
        self.second = second
        self.policies = policies
        self.rules = rules
        self.configuration = configuration
        self.seed = seed
    }

    /// How much work there is, for progress: devices weighted by their events, once for each replay.
    public var work: Int {
        let replays = 1 + (scoresForecasts ? 1 : 0) + (policies.isEmpty ? 0 : replaysPerDevice)
        return (first.devices + second.devices).reduce(0) { $0 + $1.eventCount } * replays
    }

    private var replaysPerDevice: Int { bench([]).replaysPerDevice }

    /// Runs it on `jobs` workers. The result does not depend on their number.
    ///
    /// - Parameter progress: told of each piece of ``work`` done, from any worker.
    /// - Throws: `CancellationError` if the surrounding task is cancelled.
    public func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> CompareReport {
        let devices = first.devices + second.devices
        let (rules, configuration, shuffles, seed) = (rules, configuration, shuffles, seed)
        let habits = try await ParallelMap.run(
            devices.count, jobs: jobs, finished: { progress(devices[$0].eventCount) }
        ) { DeviceHabits(devices[$0], rules: rules, sessionGap: configuration.sessionGap) }
        let firstHabits = Array(habits.prefix(first.devices.count))
        let secondHabits = Array(habits.dropFirst(first.devices.count))
        let statistics = try await ParallelMap.run(Statistic.all.count, jobs: jobs, finished: { _ in }) {
            Statistic.all[$0].compare(firstHabits, secondHabits, shuffles: shuffles, seed: seed)
        }
        let forecasts = try await forecasts(jobs: jobs, progress)
        let policies = try await replays(jobs: jobs, progress)
        let fresh = statistics.filter { $0.key == Statistic.freshKey }.map {
            Criterion(
                $0.key, "fresh without any fetch", $0.first.mean, $0.second.mean, within: Tolerance.fresh)
        }
        return CompareReport(
            first: side(first, firstHabits), second: side(second, secondHabits), seed: seed,
            shuffles: shuffles,
            shufflesDevices: Statistic.shufflesDevices(firstHabits.count, secondHabits.count),
            statistics: statistics,
            forecasts: forecasts, policies: policies,
            criteria: fresh + ForecastComparison.criteria(forecasts) + ComparedPolicy.criteria(policies))
    }

    private func side(_ side: Side, _ habits: [DeviceHabits]) -> CompareReport.Side {
        CompareReport.Side(
            traces: side.traces, devices: habits.count, days: mean(habits.map(\.days)) ?? 0,
            launches: habits.reduce(0) { $0 + $1.whole.launches.count })
    }

    private func forecasts(
        jobs: Int, _ progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [ComparedFigure] {
        guard scoresForecasts else { return [] }
        func reports(_ side: Side) async throws -> [ForecastReport] {
            var bench = ForecastBench(
                trace: "", devices: side.devices, rules: rules, configuration: configuration, seed: seed)
            // What is tested are devices or weeks against each other, not days drawn anew.
            bench.resamples = 0
            return try await bench.runEach(jobs: jobs, progress: progress)
        }
        return ForecastComparison.figures(
            try await reports(first), try await reports(second), shuffles: shuffles, seed: seed)
    }

    private func replays(
        jobs: Int, _ progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [ComparedPolicy] {
        guard !policies.isEmpty else { return [] }
        func reports(_ side: Side) async throws -> [[BenchReport]] {
            try await bench(side.devices).runEach(jobs: jobs, progress: progress)
        }
        return ComparedPolicy.all(try await reports(first), try await reports(second))
    }

    private func bench(_ devices: [DeviceTrace]) -> Bench {
        var bench = Bench(
            trace: "", devices: devices, policies: policies, radios: [radio], values: values, rules: rules,
            seed: seed)
        bench.configuration = configuration
        return bench
    }
}
