import Synchronization

/// Several pieces of work on each of the devices that come one after the other. It holds only the devices at work: at
/// most one per worker, and the one that is being made.
enum DeviceStream {
    /// Does so many pieces of work on each device, on so many workers.
    ///
    /// - Parameters:
    ///   - piece: does one of the `pieces`, by its number from 0.
    ///   - take: takes what `combine` makes of each device and its outcomes, in the order of the devices.
    static func run<Device: Sendable, Outcome: Sendable, Result: Sendable>(
        pieces: Int, jobs: Int, next: sending @escaping () throws -> Device?,
        piece: @escaping @Sendable (Device, Int) throws -> Outcome,
        combine: @escaping @Sendable (Device, [Outcome]) throws -> Result,
        take: @escaping @Sendable (Result) throws -> Void
    ) async throws {
        let queue = DeviceQueue<Device, Outcome>(pieces, next)
        let results = InOrder<Result>(take)
        try await ParallelMap.onWorkers(jobs) {
            guard let work = try queue.takeNext() else { return false }
            try Task.checkCancellation()
            if let outcomes = queue.finish(work, try piece(work.device, work.piece)) {
                try results.submit(combine(work.device, outcomes), of: work.number)
            }
            return true
        }
    }
}

private final class DeviceQueue<Device: Sendable, Outcome: Sendable>: Sendable {
    struct Work: Sendable {
        let device: Device
        let number: Int
        let piece: Int
    }

    private let pieces: Int
    private let source: Mutex<Source>
    /// By number, the devices of which pieces are being worked on, with the outcomes so far.
    private let open = Mutex<[Int: [Int: Outcome]]>([:])

    private struct Source {
        let next: () throws -> Device?
        var number = -1
        /// The device whose pieces are being handed out; nil when all of them are.
        var device: Device?
        var nextPiece = 0
        var hasEnded = false
    }

    init(_ pieces: Int, _ next: sending @escaping () throws -> Device?) {
        self.pieces = pieces
        source = Mutex(Source(next: next))
    }

    /// The next piece of work; nil when there is none left.
    ///
    /// A device is made under the lock, but only when every piece of the one before has been handed out: who waits for
    /// the lock would have nothing else to do.
    func takeNext() throws -> Work? {
        try source.withLock { source in
            // Without pieces there is nothing to hand out, but the devices are read, and what is wrong with them found.
            while source.device == nil {
                guard !source.hasEnded else { return nil }
                // Reading ends after an error, too.
                source.hasEnded = true
                guard let device = try source.next() else { return nil }
                source.hasEnded = false
                if pieces == 0 { continue }
                source.number += 1
                source.device = device
                source.nextPiece = 0
            }
            guard let device = source.device else { return nil }
            let work = Work(device: device, number: source.number, piece: source.nextPiece)
            source.nextPiece += 1
            if source.nextPiece >= pieces { source.device = nil }
            return work
        }
    }

    /// Takes what a piece gave; gives all of the device's when it was the last.
    func finish(_ work: Work, _ outcome: Outcome) -> [Outcome]? {
        open.withLock { open in
            open[work.number, default: [:]][work.piece] = outcome
            guard open[work.number]?.count == pieces else { return nil }
            let all = open.removeValue(forKey: work.number) ?? [:]
            return (0..<pieces).compactMap { all[$0] }
        }
    }
}
