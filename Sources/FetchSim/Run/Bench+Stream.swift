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
        let queue = DeviceQueue(plan, next)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, jobs) {
                group.addTask {
                    while let piece = try queue.takeNext() {
                        try Task.checkCancellation()
                        let (outcome, _) = try plan.outcome(
                            of: plan.runs[piece.run], over: piece.trace, device: piece.device)
                        queue.finish(piece, outcome)
                        progress(piece.trace.eventCount)
                    }
                }
            }
            try await group.waitForAll()
        }
        return queue.reports(trace: trace)
    }
}

/// What the workers of a ``Bench`` share whose devices come one after the other.
private final class DeviceQueue: Sendable {
    /// One run over one device.
    struct Piece: Sendable {
        let trace: DeviceTrace
        let device: Int
        let run: Int
    }

    private let plan: BenchPlan
    private let source: Mutex<Source>
    private let results: Mutex<Results>

    private struct Source {
        let next: () throws -> DeviceTrace?
        var device = -1
        /// The device whose runs are being handed out; nil when all of them are.
        var trace: DeviceTrace?
        var nextRun = 0
        var hasEnded = false
    }

    private struct Results {
        var totals: BenchTotals
        /// The next device to add up.
        var next = 0
        /// Devices that are not added up yet.
        var open: [Int: Outcomes] = [:]
    }

    private struct Outcomes {
        let facts: BenchTotals.DeviceFacts
        var missing: Int
        var byRun: [BenchPlan.Outcome?]

        mutating func set(_ outcome: BenchPlan.Outcome, of run: Int) {
            byRun[run] = outcome
            missing -= 1
        }
    }

    init(_ plan: BenchPlan, _ next: sending @escaping () throws -> DeviceTrace?) {
        self.plan = plan
        source = Mutex(Source(next: next))
        results = Mutex(Results(totals: BenchTotals(plan)))
    }

    /// The next piece of work; nil when there is none left.
    ///
    /// A device is read under the lock, but only when every run of the one before has been handed out: who waits for
    /// the lock would have nothing else to do.
    func takeNext() throws -> Piece? {
        try source.withLock { source in
            // Without runs there is nothing to hand out, but the devices are read, and what is wrong with them found.
            while source.trace == nil {
                guard !source.hasEnded else { return nil }
                // After an error, too, nobody reads on.
                source.hasEnded = true
                guard let trace = try source.next() else { return nil }
                source.hasEnded = false
                source.device += 1
                if plan.runs.isEmpty { continue }
                source.trace = trace
                source.nextRun = 0
            }
            guard let trace = source.trace else { return nil }
            let piece = Piece(trace: trace, device: source.device, run: source.nextRun)
            source.nextRun += 1
            if source.nextRun >= plan.runs.count { source.trace = nil }
            return piece
        }
    }

    /// Takes what a piece gave, and adds up the devices that are complete, in their order.
    func finish(_ piece: Piece, _ outcome: BenchPlan.Outcome) {
        results.withLock { results in
            let count = plan.runs.count
            results.open[
                piece.device,
                default: Outcomes(
                    facts: .init(piece.trace, plan.rules), missing: count,
                    byRun: [BenchPlan.Outcome?](repeating: nil, count: count))
            ].set(outcome, of: piece.run)
            while let ready = results.open[results.next], ready.missing == 0 {
                results.totals.add(ready.facts, ready.byRun.compactMap { $0 })
                results.open[results.next] = nil
                results.next += 1
            }
        }
    }

    func reports(trace: String) -> [BenchReport] {
        results.withLock { $0.totals }.reports(trace: trace)
    }
}
