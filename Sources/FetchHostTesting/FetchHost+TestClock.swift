import FetchHost
import FetchSched
import FetchStore

extension FetchHost where C == TestClock {
    /// Makes a host that goes by a test clock, and is otherwise as the host's own initialiser makes it. Each save waits for the
    /// real storage, so a `saveInterval` of hours suits a test that lasts months.
    public init(
        clock: TestClock, configuration: FetchConfiguration = FetchConfiguration(), seed: UInt64 = 0,
        storedAt path: String? = nil,
        sealedBy seal: StateSeal? = nil, saveInterval: Duration = .seconds(30), mostFetches: Int = 4,
        perform: @escaping @Sendable (EngineAction, _ app: String?) -> Void = { _, _ in }
    ) throws(HostError) {
        try self.init(
            clock: clock, time: { clock.time }, configuration: configuration, seed: seed, storedAt: path,
            sealedBy: seal,
            saveInterval: saveInterval, mostFetches: mostFetches, perform: perform)
    }
}
