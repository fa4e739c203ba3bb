import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// When a launch is fresh, as tiny traces. Times in seconds; the radio is LTE (promotion 0.2601 s, 1,625,000
/// bytes per second) unless another is named.
@Suite struct FreshnessRuleTests: OfTheRadioAlone {
    private func launchAt100(updates: [Double], bytes: Int64 = 1_625_000) -> Script {
        var script = Script(seconds: 200)
        for time in updates { script.update(0, at: time, bytes: bytes) }
        script.launch(0, at: 100)
        return script
    }

    private func fresh(_ script: Script, _ plans: [Plan] = []) -> Int {
        replay(script.trace, ScriptedPolicy(plans)).freshLaunches
    }

    @Test func staleAfterAnUpdate() {
        let metrics = replay(launchAt100(updates: [40]).trace, PushPolicy())
        #expect(metrics.launches == 1)
        #expect(metrics.freshLaunches == 0)
        #expect(metrics.copyAgeSeconds == [100])
        #expect(metrics.staleSeconds == [60])
    }

    @Test func staleIfTheUpdateComesAtTheInstantOfTheLaunch() {
        #expect(fresh(launchAt100(updates: [100])) == 0)
        #expect(fresh(launchAt100(updates: [100.001])) == 1)
    }

    @Test func fetchBeforeTheLaunchMakesItFresh() {
        let metrics = replay(launchAt100(updates: [40]).trace, ScriptedPolicy([Plan(50, 0)]))
        #expect(metrics.freshLaunches == 1)
        #expect(metrics.newDataFetches == 1)
        #expect(metrics.bytes == 1_625_000)
        #expect(metrics.copyAgeSeconds == [50])
        #expect(metrics.staleSeconds == [0])
    }

    /// Promotion 0.2601 + 0.3 + 1 s: begun at 98.439 it ends at 99.9991, begun at 98.440 at 100.0001.
    @Test func launchDuringTheFetchIsStale() {
        let script = launchAt100(updates: [40])
        #expect(fresh(script, [Plan(98.439, 0)]) == 1)
        #expect(fresh(script, [Plan(98.440, 0)]) == 0)
        #expect(fresh(script, [Plan(99.999, 0)]) == 0)
    }

    /// Without promotion on a radio with none: it ends at the very instant of the launch.
    @Test func fetchThatEndsAtTheLaunchIsInTime() {
        var radio = RadioProfile.lte
        radio.promotion.seconds = 0
        let script = launchAt100(updates: [40])
        #expect(replay(script.trace, ScriptedPolicy([Plan(98.7, 0)]), radio: radio).freshLaunches == 1)
        #expect(replay(script.trace, ScriptedPolicy([Plan(98.701, 0)]), radio: radio).freshLaunches == 0)
    }

    @Test func fetchFindsWhatWasThereAtItsStart() {
        // The update at 50 comes while the fetch is under way: it is missed.
        let during = launchAt100(updates: [40, 50.001])
        #expect(fresh(during, [Plan(50, 0)]) == 0)
        #expect(replay(during.trace, ScriptedPolicy([Plan(50, 0)])).staleSeconds == [49.999])
        let atStart = launchAt100(updates: [50])
        #expect(fresh(atStart, [Plan(50, 0)]) == 1)
        let nothing = replay(launchAt100(updates: [50.001]).trace, ScriptedPolicy([Plan(50, 0)]))
        #expect(nothing.noDataFetches == 1 && nothing.bytes == 0 && nothing.freshLaunches == 0)
    }

    @Test func everyLaunchSyncs() {
        var script = Script(seconds: 300)
        script.update(0, at: 50)
        for time in [100.0, 150, 250] { script.launch(0, at: time) }
        script.update(0, at: 200)
        let metrics = replay(script.trace, PushPolicy())
        #expect(metrics.freshLaunches == 1)
        #expect(metrics.copyAgeSeconds == [100, 50, 100])
        #expect(metrics.staleSeconds == [50, 0, 50])
    }

    @Test func appInTheForegroundIsNotFetched() {
        var script = Script(apps: 2, seconds: 300)
        script.launch(0, at: 100, seconds: 50)
        script.update(0, at: 110)
        script.update(1, at: 110)
        let (_, diary) = recorded(script.trace, ScriptedPolicy([Plan(120, 0), Plan(130, 1), Plan(150, 0)]))
        #expect(diary.fetches.map(\.app) == [1, 0])
        #expect(diary.fetches.map(\.start) == [130, 150])
        #expect(diary.fetches.map(\.outcome) == [.newData, .newData])
    }

    @Test func launchOfAnotherAppEndsTheUse() {
        var script = Script(apps: 2, seconds: 300)
        script.launch(0, at: 100, seconds: 100)
        script.launch(1, at: 130, seconds: 5)
        let (_, diary) = recorded(script.trace, ScriptedPolicy([Plan(140, 0)]))
        #expect(diary.starts(of: 0) == [140])
        let ends = diary.observations.compactMap { time, seen -> Double? in
            if case .endOfUse = seen { time } else { nil }
        }
        #expect(ends == [130, 135])
        // The burst of app 0 that was due at 130 gives way to the launch.
        #expect(diary.radio() == [100, 110, 120, 130])
    }

    @Test func fetchesRunOneAfterTheOther() {
        let script = Script(apps: 3, seconds: 200)
        let (_, diary) = recorded(script.trace, ScriptedPolicy([Plan(50, 0), Plan(50, 1), Plan(50, 2)]))
        // 0.5601 s with the promotion, then 0.3 s each; the clock's steps are whole milliseconds.
        #expect(diary.fetches.map(\.start) == [50, 50.561, 50.861])
        #expect(diary.fetches.map(\.transferStart) == [50.261, 50.561, 50.861])
        #expect(diary.fetches.map(\.end) == [50.561, 50.861, 51.161])
    }

    @Test func warmupIsSevenDaysOrAThird() {
        let rules = SimulationRules()
        let day = 86_400.0
        func start(_ days: Double) -> Double {
            rules.scoringStart(FetchTime(seconds: 1000)...FetchTime(seconds: 1000 + days * day)).seconds
                - 1000
        }
        #expect(start(30) == 7 * day)
        #expect(start(21) == 7 * day)
        #expect(start(20.999) < 7 * day)
        #expect(start(9) == 3 * day)
        #expect(start(0) == 0)
    }

    @Test func onlyWhatFollowsTheWarmupCounts() {
        var script = Script(seconds: 900)
        for time in [100.0, 299.999, 300, 600] { script.launch(0, at: time) }
        let plans = [Plan(50, 0), Plan(299, 0), Plan(400, 0)]
        let metrics = replay(script.trace, ScriptedPolicy(plans), warmup: 300)
        #expect(metrics.launches == 2)
        #expect(metrics.fetches == 1)
        #expect(abs(metrics.days - 600 / 86_400) < 1e-12)
        // A third of the trace is less than the warm-up asked for.
        #expect(replay(script.trace, PushPolicy(), warmup: 500).launches == 2)
    }
}

/// What a launch is worth whose oldest missing update has been out for a minute.
@Suite struct LaunchValueTests {
    @Test(arguments: [(0.0, 0), (60, 0.5), (30, 0.25), (6e9, 1)])
    func fadesWithTheAgeOfTheOldestMissingUpdate(halfLife: Double, worth: Double) {
        var script = Script(seconds: 200)
        for time in [40, 90.0] { script.update(0, at: time) }
        script.launch(0, at: 100)
        var rules = SimulationRules.warm(0, power: .radioOnly)
        rules.staleHalfLife = .seconds(halfLife)
        #expect(abs(replay(script.trace, PushPolicy(), rules: rules).launchValue - worth) < 1e-6)
        // What came after an early fetch is missing for ten seconds.
        let early = replay(script.trace, ScriptedPolicy([Plan(50, 0)]), rules: rules).launchValue
        #expect(abs(early - (halfLife > 0 ? PortableMath.power(0.5, 10 / halfLife) : 0)) < 1e-6)
        let fresh = replay(script.trace, ScriptedPolicy([Plan(92, 0)]), rules: rules).launchValue
        #expect(fresh == 1)
    }
}
