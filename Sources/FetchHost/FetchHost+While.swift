/// A host that runs together with a program.
extension FetchHost {
    private enum End<Result: Sendable>: Sendable {
        case host
        case program(Result)
    }

    /// Runs the host as long as `body` does.
    ///
    ///     try await host.run(onEvent: { print($0) }) {
    ///         for await app in opened { try await host.observe(.launch(app)) }
    ///     }
    ///
    /// When `body` returns or throws, the host stops: fetches are cancelled and the state is saved. If the host stops
    /// before, by ``stop()`` or because it cannot run, `body` is cancelled.
    ///
    /// - Parameters:
    ///   - onEvent: receives each event, in order, concurrently with the loop; see ``events(buffering:)``.
    ///   - body: the program.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, a `CancellationError` too if the host stopped before; else what ``run()`` throws.
    public nonisolated func run<Result: Sendable>(
        onEvent: (@Sendable (HostEvent) -> Void)? = nil,
        while body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup { listeners in
            if let onEvent {
                // Listening starts before the loop does, and ends with it.
                let events = events()
                listeners.addTask { for await event in events { onEvent(event) } }
            }
            return try await runBoth(body)
        }
    }

    /// Runs the host and `body` side by side; who ends first cancels the other.
    private nonisolated func runBoth<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: End<Result>.self) { group in
            group.addTask {
                try await self.run()
                return .host
            }
            group.addTask { .program(try await body()) }
            var result: Result?
            while let end = try await group.next() {
                if case .program(let value) = end { result = value }
                group.cancelAll()
            }
            guard let result else { throw CancellationError() }
            return result
        }
    }
}
