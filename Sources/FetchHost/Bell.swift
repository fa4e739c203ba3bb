import Synchronization

/// Wakes one task that waits for news. A ring without a waiting task is saved for the next one; several count as one.
final class Bell: Sendable {
    private enum State {
        case silent, rung
        case awaited(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.silent)

    /// Lets the waiting task go on, or the next one not wait at all.
    func ring() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if case .awaited(let continuation) = state {
                state = .silent
                return continuation
            }
            state = .rung
            return nil
        }
        waiting?.resume()
    }

    /// Returns when the bell has rung, or the task is cancelled. One task waits at a time.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    // A cancellation that comes after this finds the continuation.
                    if case .silent = state, !Task.isCancelled {
                        state = .awaited(continuation)
                        return false
                    }
                    if case .rung = state { state = .silent }
                    return true
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard case .awaited(let continuation) = state else { return nil }
                state = .silent
                return continuation
            }
            waiting?.resume()
        }
    }
}
