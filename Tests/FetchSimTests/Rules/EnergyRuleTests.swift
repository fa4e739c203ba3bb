import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// What fetches and launches do to the radio, as tiny traces on LTE.
@Suite struct EnergyRuleTests: OfTheRadioAlone {
    /// A second of activity, and what the 1,625,000 bytes take besides that keep the link full for one.
    private let base = 1.28804
    private let bytes = 0.05197 * 13
    private let promotion = 0.2601 * 1.2107
    private let tail = 11.576 * 1.060

    private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

    /// Begin and end of use of 35 s at 100: bursts at 110, 120, 130, and none at or after 135.
    @Test func burstsEveryTenSecondsUntilTheEndOfUse() {
        var script = Script(seconds: 300)
        script.launch(0, at: 100, seconds: 35)
        let (metrics, diary) = recorded(script.trace, ScriptedPolicy([]))
        #expect(diary.radio() == [100, 110, 120, 130])
        // Launch 0.3 s after the promotion, bursts of 0.5 s; tails of 9.4399, 9.5 and 9.5 s, and a whole one.
        let expected = promotion + (0.3 + 1.5) * base + 1.5 * bytes + (9.4399 + 9.5 + 9.5) * 1.06 + tail
        #expect(near(metrics.energy.joules, expected))
        #expect(metrics.promotions == 1)
        #expect(metrics.wakeups == 0)
    }

    @Test func endOfUseComesBeforeTheBurstOfItsMoment() {
        var script = Script(seconds: 300)
        script.launch(0, at: 100, seconds: 30)
        #expect(recorded(script.trace, PushPolicy()).diary.radio() == [100, 110, 120])
        var instant = Script(seconds: 300)
        instant.launch(0, at: 100)
        #expect(recorded(instant.trace, PushPolicy()).diary.radio() == [100])
    }

    @Test func staleLaunchLoadsTheUpdatesBytes() {
        func energy(updates: [(Double, Int64)], loading own: Int64 = -1) -> Double {
            var script = Script(seconds: 300)
            for (time, bytes) in updates { script.update(0, at: time, bytes: bytes) }
            script.launch(0, at: 100, bytes: own)
            return replay(script.trace, PushPolicy()).energy.joules
        }
        let least = promotion + 0.3 * base + tail
        let second = base + bytes
        #expect(near(energy(updates: []), least))
        #expect(near(energy(updates: [], loading: 1_625_000), least + second))
        #expect(near(energy(updates: [(50, 1_625_000)]), least + second))
        #expect(near(energy(updates: [(50, 1_625_000)], loading: 3_250_000), least + 3 * second))
        // Only the newest update is loaded.
        #expect(near(energy(updates: [(50, 16_250_000), (60, 1_625_000)]), least + second))
        #expect(near(energy(updates: [(50, -1)]), least))
    }

    @Test func backgroundEnergyIsTheDifferenceToNone() throws {
        var script = Script(seconds: 900)
        script.update(0, at: 350, bytes: 1_625_000)
        script.launch(0, at: 600)
        let choice = try #require(PolicyChoice("none"))
        let unfetched = replay(script.trace, PushPolicy())
        let fetched = replay(script.trace, ScriptedPolicy([Plan(400, 0)]))
        // A wakeup of its own with 1.3 s of transfer; the launch loads 1 s less.
        let second = base + bytes
        let expected = promotion + tail + 0.3 * base + second - second
        #expect(near(fetched.energy.joules - unfetched.energy.joules, expected))
        let row = PolicyResult(
            choice: choice, fetched, bound: BoundFigures(), unfetched: unfetched, valueJoules: 20,
            batteryJoules: 69_300)
        let perDay = 86_400 / 900.0
        #expect(abs(try #require(row.backgroundJoulesPerDay) - expected * perDay) < 1e-3)
        #expect(abs(try #require(row.batteryShare) - expected * perDay / 69_300) < 1e-8)
        #expect(abs(try #require(row.netValueJoulesPerDay) - (20 - expected) * perDay) < 1e-3)
    }

    @Test func wakeupsAreThePromotionsThatFetchesCause() {
        var script = Script(apps: 2, seconds: 900)
        script.launch(0, at: 100)
        script.heartbeat(at: 500)
        // Own wakeup and a second fetch on it; in a tail; during an activity; own wakeup.
        let plans = [Plan(50, 0), Plan(50, 1), Plan(105, 0), Plan(500.3, 1), Plan(700, 0)]
        let metrics = replay(script.trace, ScriptedPolicy(plans))
        #expect(metrics.fetches == 5)
        #expect(metrics.wakeups == 2)
        #expect(metrics.promotions == 4)
    }

    @Test func aFetchJustBeforeALaunchSharesItsPromotion() {
        var script = Script(seconds: 300)
        script.launch(0, at: 100)
        let metrics = replay(script.trace, ScriptedPolicy([Plan(99.9, 0)]))
        #expect(metrics.promotions == 1 && metrics.wakeups == 1)
        // The launch begins during the fetch's promotion, with the fetch's transfer, which it does not outlast.
        #expect(near(metrics.energy.joules, promotion + 0.3 * base + tail))
    }

    @Test func outageFails() {
        var script = Script(apps: 2, seconds: 900)
        for app in 0...1 { script.update(app, at: 10, bytes: 1_625_000) }
        script.add(100, .outage, 0, seconds: 50)
        script.add(300, .outage, seconds: 50)
        script.launch(0, at: 200)
        let times = [99.0, 100, 150, 160].map { Plan($0, 0) } + [Plan(120, 1), Plan(320, 1), Plan(360, 1)]
        let (metrics, diary) = recorded(script.trace, ScriptedPolicy(times))
        #expect(
            diary.fetches.map(\.outcome) == [.newData, .failed, .newData, .failed, .noData, .failed, .noData])
        #expect(metrics.failedFetches == 3)
        // A failed attempt uses the radio for 0.3 s and moves no bytes.
        #expect(diary.fetches.filter { $0.outcome == .failed }.allSatisfy { $0.bytes == 0 })
        #expect(diary.fetches[1].start == 100.561 && diary.fetches[1].end == 100.861)
    }

    /// 30 s are 0.3 s and 48,262,500 bytes; of those the answer to a request takes 4500, if it has any.
    @Test(arguments: [(.radioOnly, 48_262_500), (.standard, 48_258_000)] as [(PowerProfile, Int64)])
    func fetchesAreStoppedAfterThirtySeconds(_ power: PowerProfile, _ most: Int64) {
        func fetch(_ bytes: Int64) -> Diary.Fetch? {
            var script = Script(seconds: 300)
            script.update(0, at: 10, bytes: bytes)
            let (policy, rules) = (ScriptedPolicy([Plan(50, 0)]), SimulationRules.warm(0, power: power))
            return FetchSimTests.recorded(script.trace, policy, rules: rules).diary.fetches.first
        }
        #expect(fetch(most)?.outcome == .newData && fetch(most)?.end == 80.261)
        #expect(fetch(most + 1)?.outcome == .failed && fetch(1_000_000_000)?.end == 80.261)
        #expect(abs((fetch(1_000_000_000)?.bytes ?? 0) - most) <= 1)
    }

    /// The device's own load of 40 s has the link until 90.5601. A fetch beside it waits for its turn, and its limit of
    /// 30 s comes before: it has failed, whether there was anything new or not. The radio is active all that time anyway,
    /// so it costs the 1500 bytes that it sent.
    @Test(arguments: [true, false]) func whatWaitsLongerThanTheLimitHasFailed(_ hasNews: Bool) {
        var script = Script(apps: 2, seconds: 300)
        script.launch(0, at: 50, bytes: 65_000_000)
        if hasNews { script.update(1, at: 10, bytes: 1_625_000) }
        let unfetched = FetchSimTests.replay(script.trace, PushPolicy())
        let (metrics, diary) = FetchSimTests.recorded(
            script.trace, ScriptedPolicy([Plan(55, 1), Plan(86, 1)]))
        #expect(diary.fetches.map(\.outcome) == [.failed, hasNews ? .newData : .noData])
        // The second one's turn comes in time: 1 s, and 4500 bytes, which take 0.0028 s.
        #expect(diary.fetches.map(\.end) == [85, hasNews ? 91.563 : 90.563])
        #expect(diary.fetches[0].bytes == 0)
        let request = (4500 * 0.05197 + 2 * 1500 * 0.43839) * 8e-6 + 4500 / 1_625_000 * base
        let expected = request + (hasNews ? base + bytes : 0)
        #expect(near(metrics.energy.joules - unfetched.energy.joules, expected))
    }

    /// With no bytes for an answer, as where the radio alone is counted, there is nothing to wait for.
    @Test func whatBringsNoBytesWaitsForNone() {
        var script = Script(apps: 2, seconds: 300)
        script.launch(0, at: 50, bytes: 65_000_000)
        let (metrics, diary) = recorded(script.trace, ScriptedPolicy([Plan(55, 1)]))
        #expect(diary.fetches.map(\.outcome) == [.noData] && diary.fetches.map(\.end) == [55.3])
        #expect(near(metrics.energy.joules, replay(script.trace, PushPolicy()).energy.joules))
    }

    @Test func withoutNetworkAFetchFailsAndTheRadioSleeps() {
        var script = Script(seconds: 300)
        script.update(0, at: 10)
        script.add(20, .network, nil, .word(0))
        script.add(60, .network, nil, .word(2))
        let (metrics, diary) = recorded(script.trace, ScriptedPolicy([Plan(30, 0), Plan(60, 0)]))
        #expect(diary.fetches.map(\.outcome) == [.failed, .newData])
        #expect(diary.fetches[0].end == 30.001)
        #expect(metrics.promotions == 1)
        #expect(near(metrics.energy.joules, promotion + tail + 0.3 * base))
    }

    @Test func violationsOfIntervals() {
        func violations(_ value: EventValue, _ times: [Double]) -> Int {
            var script = Script(seconds: 900, intervals: [value])
            script.launch(0, at: 400, seconds: 50)
            return replay(script.trace, ScriptedPolicy(times.map { Plan($0, 0) })).intervalViolations
        }
        #expect(violations(.word(1), [100, 200]) == 2)
        #expect(violations(.word(0), [100, 101, 102]) == 0)
        // The first fetch (of 0.561 s) is allowed at once; the next one 100 s after its end.
        #expect(violations(.number(100), [100, 200.561]) == 0)
        #expect(violations(.number(100), [100, 200.560]) == 1)
        // The launch at 400 has looked at the source.
        #expect(violations(.number(100), [500]) == 0)
        #expect(violations(.number(100), [499.999]) == 1)
    }

    @Test func violationsFollowTheIntervalOfTheMoment() {
        var script = Script(seconds: 900, intervals: [.word(1)])
        script.add(200, .interval, 0, .word(0))
        script.add(400, .interval, 0, .number(3600))
        let plans = [100.0, 200, 300, 500].map { Plan($0, 0) }
        #expect(replay(script.trace, ScriptedPolicy(plans)).intervalViolations == 2)
        // Those of the warm-up are not counted.
        #expect(replay(script.trace, ScriptedPolicy(plans), warmup: 300).intervalViolations == 1)
    }
}
