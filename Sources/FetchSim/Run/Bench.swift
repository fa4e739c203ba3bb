import FetchSched
import Synchronization

/// A comparison: every policy over every device of a trace, on every radio, at every value of a launch.
public struct Bench: Sendable {
    /// The trace's name in reports.
    public var trace: String
    /// The devices.
    public var devices: [DeviceTrace]
    /// The policies, in the order wanted.
    public var policies: [PolicyChoice]
    /// Policies that run in addition to ``policies`` and are reported apart, see ``BenchReport/rivals``: the best
    /// setting is known only in hindsight.
    public var rivals: [PolicyChoice] = []
    /// The radios.
    public var radios: [RadioProfile]
    /// The worths of a fresh launch, in joules.
    public var values: [Double]
    /// The rules.
    public var rules: SimulationRules
    /// Where the policies' randomness comes from.
    public var seed: UInt64
    /// Whether reports have the figures of each device, see ``BenchReport/perDevice``.
    public var keepsDevices = false
    /// The engine's settings; radio and value of a launch are those of each comparison.
    public var configuration = FetchConfiguration()

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

    /// How often each device is replayed; ``work`` is this times the events.
    public var replaysPerDevice: Int { BenchPlan(self).runs.count }

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
        let outcomes = try await plan.outcomes(
            over: devices, jobs: jobs, progress: progress, fetches: fetches, keep: { $0 })
        var totals = BenchTotals(plan)
        for (device, outcomes) in zip(devices, outcomes) { totals.add(.init(device, rules), outcomes) }
        return totals.reports(trace: trace)
    }

    /// Reports for each device alone, in the order of devices.
    package func runEach(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [[BenchReport]] {
        let plan = BenchPlan(self)
        let outcomes = try await plan.outcomes(
            over: devices, jobs: jobs, progress: progress, keep: { $0 })
        return zip(devices, outcomes).map {
            var totals = BenchTotals(plan)
            totals.add(.init($0, rules), $1)
            return totals.reports(trace: trace)
        }
    }

    /// Runs it over devices that come one after the other, instead of ``devices``, and holds only those at work: at
    /// most one per worker, and the one that `next` makes. The result is that of ``run(jobs:progress:fetches:)`` over
    /// all of them.
    ///
    /// - Parameters:
    ///   - next: gives the next device, nil after the last; called by one worker at a time.
    ///   - progress: told of each piece of work done, from any worker.
    /// - Throws: what `next` throws, what keeps a policy from deciding to the end, or `CancellationError` if the surrounding task is cancelled.
    public func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
        streaming next: sending @escaping () throws -> DeviceTrace?
    ) async throws -> [BenchReport] {
        let plan = BenchPlan(self)
        let totals = Mutex(BenchTotals(plan))
        try await DeviceStream.run(
            pieces: plan.runs.count, jobs: jobs, next: next,
            piece: { trace, run in
                let outcome = try plan.outcome(of: plan.runs[run], over: trace).0
                progress(trace.eventCount)
                return outcome
            },
            combine: { ($0, $1) },
            take: { trace, outcomes in
                totals.withLock { $0.add(.init(trace, plan.bench.rules), outcomes) }
            })
        return totals.withLock { $0 }.reports(trace: trace)
    }
}
