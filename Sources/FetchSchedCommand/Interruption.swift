import Dispatch
import Foundation
import Synchronization

/// Ctrl-C and the polite kill signal: the first one cancels the work, so that it ends cleanly; a second one
/// ends the process at once.
enum Interruption {
    /// Runs `body` in a task of its own that SIGINT and SIGTERM cancel.
    static func cancelling<T: Sendable>(
        _ body: sending @escaping @isolated(any) () async throws -> T
    ) async throws -> T {
        // The signals are caught before the work begins, so that none finds it unprepared.
        let work = Work()
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                work.interrupt()
            }
            sources.append(source)
            // Registration happens on a thread of its own; a signal before it would be lost.
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
        }
        defer { for source in sources { source.cancel() } }
        let task = Task { try await body() }
        work.begin { task.cancel() }
        return try await task.value
    }

    /// How to cancel the work, and whether that was asked for before it was known.
    private final class Work: Sendable {
        private let state = Mutex((cancel: (@Sendable () -> Void)?.none, isInterrupted: false))

        func begin(_ cancel: @escaping @Sendable () -> Void) {
            let isInterrupted = state.withLock { state in
                state.cancel = cancel
                return state.isInterrupted
            }
            if isInterrupted { cancel() }
        }

        func interrupt() {
            let cancel = state.withLock { state in
                state.isInterrupted = true
                return state.cancel
            }
            cancel?()
        }
    }
}
