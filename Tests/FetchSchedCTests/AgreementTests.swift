import CFetchSched
import FetchSched
import FetchSchedC
import Testing

/// Behind the C interface is the same engine: told the same, it says the same.
@Suite struct AgreementTests {
    @Test func overRandomEvents() throws {
        var kinds: Set<Int64> = []
        for seed in 1...4 { kinds.formUnion(try kindsOfActions(seed: UInt64(seed))) }
        #expect(kinds == Set(1...14), "not every kind of action was compared")
    }

    /// Compares over random events, and tells which kinds of actions there were.
    private func kindsOfActions(seed: UInt64) throws -> Set<Int64> {
        var twins = Twins(seed: seed, apps: 6)
        for step in 0..<800 {
            twins.now = twins.now + .seconds(Double(twins.below(twins.below(3) == 0 ? 7200 : 90)))
            twins.step()
            twins.act()
            if step % 200 == 199 { #expect(twins.host.snapshot() == twins.engine.snapshot(), "seed \(seed)") }
        }
        #expect(twins.compared > 1000, "seed \(seed)")
        twins.compareKnowledge()
        let config = Twins.config()
        defer { fetchsched_config_destroy(config) }
        let restored = try #require(Host(restoring: twins.host.snapshot(), config))
        #expect(restored.snapshot() == twins.engine.snapshot(), "seed \(seed)")
        twins.engine.hostRestarted(at: twins.now)
        #expect(fetchsched_host_restarted(restored.handle, twins.now.milliseconds) == FETCHSCHED_OK)
        #expect(restored.snapshot() == twins.engine.snapshot(), "seed \(seed)")
        return twins.kinds
    }
}
