import Dispatch
import Foundation

/// Ctrl-C and the polite kill signal: the first one cancels the work, so that it ends cleanly; a second one
/// ends the process at once.
enum Interruption {
    /// Runs `body` in a task of its own that SIGINT and SIGTERM cancel.
    static func cancelling<T: Sendable>(
        _ body: sending @escaping @isolated(any) () async throws -> T
    ) async throws -> T {
        let task = Task { try await body() }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                task.cancel()
            }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await task.value
    }
}
