import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Policies that are asked again while fetches that they asked for are under way.
@Suite struct UnderWayTests {
    /// Every family, and those whose limits matter.
    static let names =
        (EveryPolicyTests.names + EveryPolicyTests.periodic + [
            "piggyback-30", "fixed-60", "aligned-60",
            "one-recent-30", "one-index-0.001:age=1,onlyUser=0", "tailender-60:delay=1", "lambdacrawl-100000",
            "every-byte-0.001:horizon=60,step=60", "chrome-sync-60:lowPenalty=1,wakeupGap=1", "lazy-alarm-60",
        ]).sorted()

    /// Random life on five apps; fetches take up to twenty minutes, and as many run at the same time as are asked for.
    @Test(arguments: names) func noAppIsFetchedTwiceAtATime(_ name: String) throws {
        let choice = try #require(PolicyChoice(name))
        let family = try #require(PolicyFamily.named(choice.family))
        for seed in 0..<2 as Range<UInt64> {
            let setup = PolicySetup(
                radio: .lte, rules: .warm(0), valueJoules: 500, settings: choice.settings, seed: seed)
            let run = PolicyRun(trace: Script(apps: 5, seconds: 1).trace, setup: setup)
            // The engine gives a fetch up after half a minute.
            let longest = family.isEngine ? 29.0 : 1200
            Self.live(with: run.policy(of: family), longest: longest, "\(name), seed \(seed)", seed: seed)
        }
    }

    private static func live(with policy: any Policy, longest: Double, _ context: String, seed: UInt64) {
        var policy = policy
        var random = SplitMix64(seed: seed)
        var now = FetchTime.epoch
        var running: [(app: AppID, start: FetchTime, end: FetchTime)] = []
        var inUse: AppID?
        for app in 0..<5 { policy.setInterval(.minimum, of: AppID(app), at: now) }
        for _ in 0..<500 {
            // The next thing to happen: the end of a fetch, the policy's own time, or something on the device.
            var next = now + .seconds(random.number(0, random.bernoulli(0.1) ? 14_000 : 60))
            let first = running.indices.min { running[$0].end < running[$1].end }
            if let wakeup = policy.nextWakeup(after: now) {
                next = min(next, max(wakeup, now + TimeSpan(milliseconds: 1)))
            }
            if let first, running[first].end <= next {
                let fetch = running.remove(at: first)
                now = fetch.end
                let outcome: FetchOutcome = [.newData, .noData, .failed][random.whole(0...2)]
                policy.complete(
                    FinishedFetch(
                        app: fetch.app, outcome: outcome, start: fetch.start, transferStart: fetch.start,
                        bytes: 0),
                    at: now)
            } else {
                now = next
                happen(&policy, &random, &inUse, at: now)
            }
            // A sign that it is still in use: one that gives none for four hours is not.
            if let inUse { policy.observe(.foregroundSync(inUse, .noData, bytes: 0), at: now) }
            var asked = 0
            while let app = policy.nextFetch(at: now), asked < 20 {
                asked += 1
                #expect(app != inUse, "\(context): in use")
                #expect(!running.contains { $0.app == app }, "\(context): under way")
                running.append(
                    (app, now, now + .seconds(random.number(0.3, random.bernoulli(0.3) ? longest : 5))))
            }
            #expect(asked <= 5, "\(context)")
        }
    }

    private static func happen(
        _ policy: inout any Policy, _ random: inout SplitMix64, _ inUse: inout AppID?, at now: FetchTime
    ) {
        if let app = inUse, random.bernoulli(0.5) {
            policy.observe(.endOfUse(app), at: now)
            inUse = nil
        } else if random.bernoulli(0.3) {
            let app = AppID(random.whole(0...4))
            if let previous = inUse { policy.observe(.endOfUse(previous), at: now) }
            policy.observe(.launch(app), at: now)
            policy.observe(
                .foregroundSync(app, random.bernoulli(0.5) ? .newData : .noData, bytes: 0), at: now)
            policy.observe(.radio(.user, until: now + .seconds(1)), at: now)
            inUse = app
        } else if random.bernoulli(0.5) {
            policy.observe(.radio(.heartbeat, until: now + .seconds(1)), at: now)
        }
    }
}
