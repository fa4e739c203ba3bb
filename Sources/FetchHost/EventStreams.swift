import Synchronization

/// Gives each event to all who listen.
final class EventStreams: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<HostEvent>.Continuation] = [:]
        var count: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Returns a stream of future events. It buffers `most` events and then drops the oldest.
    func listen(most: Int) -> AsyncStream<HostEvent> {
        AsyncStream(bufferingPolicy: .bufferingNewest(max(1, most))) { continuation in
            let number = state.withLock { state in
                state.count += 1
                state.listeners[state.count] = continuation
                return state.count
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
        }
    }

    func send(_ event: HostEvent) {
        // Outside the lock: a listener may go while it is told.
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
    }

    /// Lets everybody's sequence end.
    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners.removeAll() }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
