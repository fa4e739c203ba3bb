import FetchSched
import FetchSim

/// Compares the devices of two sides: what they do, how well they can be forecast, and what policies reach on them.
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
    /// The other side.
    package var second: Side
    /// The rules of replays.
    package var rules = SimulationRules()
    /// How the engine is configured; its session gap cuts launches into sessions here, too.
    package var configuration = Configuration()
    /// Where the policies' randomness comes from.
    package var seed: UInt64 = 1
    /// The policies to replay.
    package var policies: [PolicyChoice]
    /// Worths of a fresh launch at which they are replayed, in joules.
    package var values: [Double] = [20, 100]
    /// The radio.
    package var radio = RadioProfile.lte

    /// Makes a comparison with the defaults.
    package init(first: Side, second: Side, policies: [PolicyChoice]) {
        self.first = first
        self.second = second
        self.policies = policies
    }

    /// How much work there is, for progress: devices weighted by their events, once for each replay.
    package var work: Int {
        (first.devices + second.devices).reduce(0) { $0 + $1.eventCount } * (2 + bench([]).replaysPerDevice)
    }

    /// Runs it on `jobs` workers. The result does not depend on their number.
    ///
    /// - Parameter progress: told of each piece of ``work`` done, from any worker.
    /// - Throws: `CancellationError` if the surrounding task is cancelled.
    package func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> CompareReport {
        func habits(_ side: Side) async throws -> [DeviceHabits] {
            let (devices, rules, gap) = (side.devices, rules, configuration.sessionGap)
            return try await ParallelMap.run(
                devices.count, jobs: jobs, finished: { progress(devices[$0].eventCount) }
            ) { DeviceHabits(devices[$0], rules: rules, sessionGap: gap) }
        }
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
        let (one, other) = (try await habits(first), try await habits(second))
        let statistics = Statistic.all.map { $0.compare(one, other) }
        let forecasts = Self.forecasts(try await scores(first), try await scores(second))
        let policies = ComparedPolicy.all(try await replays(first), try await replays(second))
        let fresh = statistics.filter { $0.key == Statistic.freshKey }.map {
            Criterion("fresh without any fetch", $0.first.mean, $0.second.mean, within: Criterion.fresh)
        }
        let scored = forecasts.filter { $0.key != ForecastFigure.hitAt1.key }.map {
            let title = $0.title.replacing(", nats", with: "")
            return Criterion("forecast: \(title)", $0.first.mean, $0.second.mean, within: Criterion.nats)
        }
        return CompareReport(
            first: .init(first, one), second: .init(second, other), seed: seed, statistics: statistics,
            forecasts: forecasts, policies: policies,
            criteria: fresh + scored + ComparedPolicy.criteria(policies))
    }

    /// How well the engine forecasts either side, from the figures of each device.
    private static func forecasts(_ first: [[Double?]], _ second: [[Double?]]) -> [ComparedFigure] {
        let titles: [(ForecastFigure, String)] = [
            (.when, "when an app is opened, nats"), (.which, "which app is opened, nats"),
            (.hitAt1, "right at the first guess, %"), (.content, "log loss of new content, nats"),
        ]
        return titles.map { figure, title in
            let isShare = figure == .hitAt1
            return ComparedFigure(
                key: figure.key, title: title, scale: isShare ? 100 : 1, decimals: isShare ? 1 : 3,
                first: Estimate(first.map { $0[figure.place] }),
                second: Estimate(second.map { $0[figure.place] }))
        }
    }

    private func bench(_ devices: [DeviceTrace]) -> Bench {
        var bench = Bench(
            trace: "", devices: devices, policies: policies, radios: [radio], values: values, rules: rules,
            seed: seed)
        bench.configuration = configuration
        return bench
    }
}

/// What a ``TraceComparison`` found.
package struct CompareReport: Hashable, Sendable {
    /// One of the two sides.
    struct Side: Hashable, Sendable {
        /// The files.
        let traces: [String]
        /// How many devices.
        let devices: Int
        /// Length of a device's trace in days, on average.
        let days: Double
        /// Launches of all devices.
        let launches: Int

        init(_ side: TraceComparison.Side, _ habits: [DeviceHabits]) {
            traces = side.traces
            devices = habits.count
            days = mean(habits.map(\.length)) ?? 0
            launches = habits.reduce(0) { $0 + $1.launches.count }
        }
    }

    let first: Side, second: Side
    /// Where the policies' randomness came from.
    let seed: UInt64
    let statistics: [ComparedFigure]
    /// The forecasts' scores.
    let forecasts: [ComparedFigure]
    /// The policies.
    let policies: [ComparedPolicy]
    /// What must be alike, and whether it is.
    let criteria: [Criterion]

    /// Criteria that are judged.
    package var judged: Int { criteria.count { $0.isMet != nil } }
    /// Criteria that hold.
    package var met: Int { criteria.count { $0.isMet == true } }
}
