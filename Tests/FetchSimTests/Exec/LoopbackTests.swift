import FetchExec
import FetchSched
import Testing

@testable import FetchSim

/// Whatever a built-in policy does, it does the same at the other end of the protocol, knowing nothing but the lines.
@Suite struct LoopbackTests {
    /// Rivals of every kind: with timers, with the radio, with several fetches at once.
    static let names = [
        "none", "fixed-600", "aligned-600", "piggyback-300", "one-recent-60", "one-score-100",
        "jobscheduler-900", "lazy-alarm-900", "chrome-sync-600", "miniflux", "tailender-600", "adaptive",
    ]

    @Test(arguments: names, [false, true]) func decidesTheSame(_ name: String, _ hasWork: Bool) throws {
        let choice = try #require(PolicyChoice(name))
        let family = try #require(choice.kind)
        for seed in 0..<2 as Range<UInt64> {
            let drawn = RandomCase(seed: seed, hasWork: hasWork)
            var run = PolicyRun(trace: drawn.trace, setup: drawn.setup(choice))
            let direct = family.replay(run).metrics
            let fresh = run.policy(of: family)
            // The engine alone has budgets, which programs have not; and it makes the limits of other work its own.
            if family.isEngine, hasWork { continue }
            for saysMore in [false, true] {
                let count = Loopback.Count()
                let replay = ExecReplay.replay(run, "loop") { Loopback(fresh, saysMore: saysMore, count) }
                #expect(replay.failure == nil)
                #expect(replay.metrics == direct, "seed \(seed)")
                let (questions, ends) = count.all
                #expect(questions > 1 && ends == 1)
            }
            run.recordsFetches = true
            let recorded = ExecReplay.replay(run, "loop") {
                Loopback(fresh, saysMore: true, Loopback.Count())
            }
            #expect(recorded.metrics == direct, "seed \(seed)")
        }
    }
}
