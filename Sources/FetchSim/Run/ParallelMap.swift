import Synchronization

/// Runs independent pieces of work on several cores; what comes back is in the order of the pieces.
package enum ParallelMap {
    package static func run<T: Sendable>(
        _ count: Int, jobs: Int, finished: @escaping @Sendable (Int) -> Void,
        _ piece: @escaping @Sendable (Int) throws -> T
    ) async throws -> [T] {
        let next = Mutex(0)
        let results = Mutex([T?](repeating: nil, count: count))
        try await onWorkers(min(jobs, count)) {
            let index = next.withLock { next in
                defer { next += 1 }
                return next
            }
            guard index < count else { return false }
            try Task.checkCancellation()
            let result = try piece(index)
            results.withLock { $0[index] = result }
            finished(index)
            return true
        }
        return results.withLock { $0.compactMap { $0 } }
    }

    /// Calls `work` on `jobs` workers, each until it says that there is none left.
    static func onWorkers(_ jobs: Int, _ work: @escaping @Sendable () throws -> Bool) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, jobs) {
                group.addTask { while try work() {} }
            }
            try await group.waitForAll()
        }
    }
}
