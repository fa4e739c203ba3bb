import Synchronization

/// Hands on the results of pieces of work in the order of the pieces, each as soon as all before it are there.
package final class InOrder<T: Sendable>: Sendable {
    private let state = Mutex(State())
    private let take: @Sendable (T) throws -> Void

    private struct State {
        var next = 0
        var waiting: [Int: T] = [:]
    }

    /// - Parameter take: called with one result at a time, from any worker.
    package init(_ take: @escaping @Sendable (T) throws -> Void) {
        self.take = take
    }

    /// Takes the result of piece `index`; the first piece is 0, and each has one.
    package func submit(_ result: T, of index: Int) throws {
        try state.withLock { state in
            state.waiting[index] = result
            while let ready = state.waiting.removeValue(forKey: state.next) {
                state.next += 1
                try take(ready)
            }
        }
    }
}
