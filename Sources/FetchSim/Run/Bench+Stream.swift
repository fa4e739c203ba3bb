import FetchSched
import Synchronization

extension Bench {
    /// How often each device is replayed; ``work`` is this times the events.
    public var replaysPerDevice: Int { BenchPlan(self).runs.count }

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
        let stream = DeviceStream<DeviceTrace, BenchPlan.Outcome>(pieces: plan.runs.count) { trace, run in
            let outcome = try plan.outcome(of: plan.runs[run], over: trace).0
            progress(trace.eventCount)
            return outcome
        }
        try await stream.run(jobs: jobs, next: next, combine: { ($0, $1) }) { trace, outcomes in
            totals.withLock { $0.add(.init(trace, plan.rules), outcomes) }
        }
        return totals.withLock { $0 }.reports(trace: trace)
    }
}
