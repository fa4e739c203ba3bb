import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Policies that have several fetches under way at once, on LTE: 1,625,000 bytes take a second, a promotion 0.2601 s.
/// Times are told in whole milliseconds, rounded up.
@Suite struct ParallelFetchTests {
    /// New content of so many seconds for each app.
    private func script(_ seconds: [Double], at time: Double = 10) -> Script {
        var script = Script(apps: seconds.count, seconds: 300)
        for (app, seconds) in seconds.enumerated() where seconds > 0 {
            script.update(app, at: time, bytes: Int64(seconds * 1_625_000))
        }
        return script
    }

    private func fetches(
        _ script: Script, _ plans: [Plan], atOnce: Int = .max, power: PowerProfile = .radioOnly
    ) -> (metrics: DeviceMetrics, fetches: [Diary.Fetch]) {
        let (metrics, diary) = recorded(
            script.trace, ParallelPolicy(plans, atOnce: atOnce), rules: .warm(0, power: power))
        return (metrics, diary.fetches)
    }

    private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

    ///     first    promotion 0.3 s #
    ///     second   promotion 0.3 s  #
    @Test func twoAtOnceShareTheLink() {
        let (metrics, fetches) = fetches(script([1, 1]), [Plan(50, 0), Plan(50, 1)])
        #expect(fetches.map(\.app) == [0, 1] && fetches.map(\.start) == [50, 50])
        #expect(fetches.map(\.end) == [51.561, 52.561])
        #expect(metrics.wakeups == 1 && metrics.promotions == 1 && metrics.newDataFetches == 2)
        let expected = 0.2601 * 1.2107 + 2.3 * 1.28804 + 2 * 0.05197 * 13 + 11.576 * 1.06
        #expect(near(metrics.energy.joules, expected))
        // One after the other they take 0.3 s more (and what the clock rounds up), for the second request.
        let inTurn = self.fetches(script([1, 1]), [Plan(50, 0), Plan(50, 1)], atOnce: 1)
        #expect(
            inTurn.fetches.map(\.start) == [50, 51.561] && inTurn.fetches.map(\.end) == [51.561, 52.861])
        #expect(near(inTurn.metrics.energy.joules, expected + 0.3 * 1.28804 + 0.0009 * 1.06))
    }

    /// The first has 10 s to load, the second finds nothing, and asks for no bytes that would have to queue.
    @Test func theyEndInOrderOfTheirEnds() {
        let (_, fetches) = fetches(script([10, 0, 1]), [Plan(50, 0), Plan(50, 1), Plan(52, 2)])
        #expect(fetches.map(\.app) == [1, 0, 2])
        #expect(fetches.map(\.outcome) == [.noData, .newData, .newData])
        #expect(fetches.map(\.end) == [50.561, 60.561, 61.561])
        #expect(fetches.map(\.start) == [50, 50, 52])
    }

    /// A time comes while a fetch is under way, with nothing else to happen then.
    @Test func anotherBeginsInTheMiddle() {
        let fetches = fetches(script([10, 1]), [Plan(50, 0), Plan(55, 1)]).fetches
        #expect(fetches.map(\.start) == [50, 55])
        #expect(fetches.map(\.end) == [60.561, 61.561])
        // With one at a time it begins when the first has ended.
        let inTurn = self.fetches(script([10, 1]), [Plan(50, 0), Plan(55, 1)], atOnce: 1).fetches
        #expect(inTurn.map(\.start) == [50, 60.561])
    }

    @Test func noAppTwice() {
        let plans = [Plan(50, 0), Plan(50, 0), Plan(50.5, 0), Plan(51, 1), Plan(70, 0)]
        let (metrics, fetches) = fetches(script([10, 1]), plans)
        #expect(fetches.map(\.app) == [0, 1, 0] && fetches.map(\.start) == [50, 51, 70])
        #expect(metrics.fetches == 3 && metrics.requestSpacingSeconds == [20])
    }

    /// Four would like to begin at 50; the third takes the place of the first, the fourth that of the second.
    @Test func noMoreThanThePolicySays() {
        let plans = (0..<4).map { Plan(50, $0) }
        let fetches = fetches(script([1, 1, 1, 1]), plans, atOnce: 2).fetches
        #expect(fetches.map(\.start) == [50, 50, 51.561, 52.561])
        // The third is ready when the second has ended, at 52.5601, the fourth likewise.
        #expect(fetches.map(\.end) == [51.561, 52.561, 53.561, 54.561])
    }

    /// Three loads of 20 s at once: the second has 9.7 s of its 30 s left when its turn comes, the third none.
    @Test func theLimitIncludesTheQueue() {
        let (metrics, fetches) = fetches(script([20, 20, 20]), (0..<3).map { Plan(50, $0) })
        #expect(fetches.map(\.outcome) == [.newData, .failed, .failed])
        #expect(fetches.map(\.end) == [70.561, 80.261, 80.261])
        #expect(fetches[0].bytes == 32_500_000 && fetches[2].bytes == 0)
        #expect(abs(fetches[1].bytes - 15_762_500) <= 1)
        let expected = 0.2601 * 1.2107 + 30 * 1.28804 + 29.7 * 0.05197 * 13 + 11.576 * 1.06
        #expect(near(metrics.energy.joules, expected))
    }

    /// The device is kept awake once for all of them.
    @Test func awakeOnceForAll() {
        var power = PowerProfile.radioOnly
        power.costs.awakeWatts = 0.5
        // 50 to 60.561, and on to 61.561; then on its own from 100 on.
        let plans = [Plan(50, 0), Plan(55, 1), Plan(100, 2)]
        let metrics = fetches(script([10, 1, 0]), plans, power: power).metrics
        #expect(near(metrics.bill.awakeJoules, 0.5 * (11.561 + 0.561)))
    }

    /// The engine that plans other work too asks the same policy the same: on traces whose only other work is a task that
    /// ends without having begun.
    @Test(arguments: [1, 2, .max]) func theEngineAndTheDirectWayAgree(_ atOnce: Int) {
        var fetched = 0
        for seed in 0..<60 as Range<UInt64> {
            let direct = RandomCase(seed: seed)
            let planned = RandomCase(seed: seed, hasEmptyWork: true)
            #expect(!direct.trace.hasBackgroundWork && planned.trace.hasBackgroundWork)
            var random = SplitMix64(seed: seed)
            let oracle = Oracle(direct.trace, radio: direct.radio, rules: direct.rules)
            let plans = oracle.randomPlan(&random) + oracle.filler(&random)
            func replayed(_ drawn: RandomCase) -> (DeviceMetrics, [Diary.Fetch]) {
                let (metrics, diary) = recorded(
                    drawn.trace, ParallelPolicy(plans, atOnce: atOnce), radio: drawn.radio, rules: drawn.rules
                )
                return (metrics, diary.fetches)
            }
            let (one, other) = (replayed(direct), replayed(planned))
            #expect(one.1 == other.1, "seed \(seed)")
            #expect(one.0 == other.0, "seed \(seed)")
            fetched += one.0.fetches
        }
        #expect(fetched > 60)
    }

    /// And so with the engine's own policy, one app after the other.
    @Test(arguments: ["adaptive", "piggyback-60", "fixed-300"])
    func policiesAreAskedTheSameBothWays(_ name: String) throws {
        for seed in 0..<20 as Range<UInt64> {
            let metrics = try [false, true].map {
                try RandomCase(seed: seed, hasEmptyWork: $0).metrics(name)
            }
            #expect(metrics[0] == metrics[1], "seed \(seed)")
        }
    }
}
