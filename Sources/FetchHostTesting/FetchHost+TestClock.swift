import FetchHost
import FetchSched

extension FetchHost where C == TestClock {
    /// Makes a host that goes by a test clock.
    ///
    /// - Parameters:
    ///   - clock: the clock.
    ///   - configuration: the engine's.
    ///   - seed: where the engine's jitter comes from.
    ///   - path: the file for the state; nil keeps nothing.
    ///   - saveInterval: how long after something was learned the state is kept. Each time is a wait for the real
    ///     storage, so hours suit a test that lasts months.
    ///   - mostFetches: how many fetches may be under way; at least 1.
    ///   - perform: does what the engine asks for beside fetches.
    /// - Throws: ``HostError``, as the host's own initialiser.
    public init(
        clock: TestClock, configuration: Configuration = Configuration(), seed: UInt64 = 0,
        storedAt path: String? = nil, saveInterval: Duration = .seconds(30), mostFetches: Int = 4,
        perform: @escaping @Sendable (EngineAction) -> Void = { _ in }
    ) throws(HostError) {
        try self.init(
            clock: clock, time: { clock.time }, configuration: configuration, seed: seed, storedAt: path,
            saveInterval: saveInterval, mostFetches: mostFetches, perform: perform)
    }
}
