import Synchronization

/// Runs independent pieces of work on several cores; what comes back is in the order of the pieces.
package enum ParallelMap {
    package static func run<T: Sendable>(
        _ count: Int, jobs: Int, finished: @escaping @Sendable (Int) -> Void,
        _ piece: @escaping @Sendable (Int) throws -> T
    ) async throws -> [T] {
        let shared = Shared<T>(count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, min(jobs, count)) {
                group.addTask {
                    while let index = shared.takeNext() {
                        try Task.checkCancellation()
                        shared.store(try piece(index), at: index)
                        finished(index)
                    }
                }
            }
            try await group.waitForAll()
        }
        return shared.all
    }
}

/// State of all workers: the next piece to take, and the results by piece.
private final class Shared<T: Sendable>: Sendable {
    private let next = Mutex(0)
    private let results: Mutex<[T?]>
    private let count: Int

    init(_ count: Int) {
        self.count = count
        results = Mutex([T?](repeating: nil, count: count))
    }

    func takeNext() -> Int? {
        next.withLock { counter in
            guard counter < count else { return nil }
            counter += 1
            return counter - 1
        }
    }

    func store(_ result: T, at index: Int) {
        results.withLock { $0[index] = result }
    }

    var all: [T] { results.withLock { $0.compactMap { $0 } } }
}
