import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Which fetches find a process and which need one to be made, as tiny traces under a power profile of round figures.
@Suite struct ProcessRuleTests {
    /// Which of the plans' fetches, one after the other, needed a process to be made. A fetch after its end changes none.
    private func cold(_ script: Script, _ plans: [Plan], power: PowerProfile = .round) -> [Bool] {
        let starts = (0...plans.count).map {
            billed(script, Array(plans.prefix($0)), power: power).metrics.coldStarts
        }
        return zip(starts, starts.dropFirst()).map { $1 > $0 }
    }

    /// Two processes: those of the apps that were fetched last.
    @Test func theAppThatRanLongestAgoLosesItsProcess() {
        let plans = [0, 1, 0, 2, 0, 1].enumerated().map { Plan(100 * Double($0 + 1), $1) }
        // 0, 0 1, 1 0, 0 2 (without 1), 2 0, 0 1.
        let colds = cold(Script(apps: 3, seconds: 900), plans)
        #expect(colds == [true, true, false, true, false, true])
        let metrics = billed(Script(apps: 3, seconds: 900), plans).metrics
        #expect(metrics.coldStarts == 4 && near(metrics.bill.coldStartJoules, 40))
        #expect(near(metrics.bill.runJoules, 6))
    }

    @Test func aLaunchMakesAProcessToo() {
        var script = Script(apps: 3, seconds: 900)
        script.launch(0, at: 50, seconds: 10)
        #expect(cold(script, [Plan(100, 0)]) == [false])
        // Launches of two others take its place.
        script.launch(1, at: 150)
        #expect(cold(script, [Plan(200, 0)]) == [false])
        script.launch(2, at: 160)
        #expect(cold(script, [Plan(200, 0)]) == [true])
        #expect(cold(script, [Plan(155, 0), Plan(200, 0)]) == [false, false])
    }

    @Test(
        arguments: [(0, [true, true]), (1, [true, true]), (3, [true, false]), (nil, [true, false])]
            as [(Int?, [Bool])])
    func asManyAsTheMemoryHolds(_ alive: Int?, _ expected: [Bool]) {
        var power = PowerProfile.round
        power.costs.aliveProcesses = alive
        var script = Script(apps: 3, seconds: 900)
        for app in 1...2 { script.launch(app, at: 100 + Double(app)) }
        #expect(cold(script, [Plan(50, 0), Plan(200, 0)], power: power) == expected)
        var lone = Script(apps: 1, seconds: 900)
        lone.heartbeat(at: 10)
        #expect(cold(lone, [Plan(50, 0), Plan(200, 0)], power: power) == [true, alive == 0])
    }

    /// An app that never fetches has no process: it takes no other's place, and a fetch in spite of that is a cold one.
    @Test func appsThatNeverFetchHaveNone() {
        var script = Script(apps: 3, seconds: 900, intervals: [.word(0), .word(0), .word(1)])
        script.launch(2, at: 150)
        #expect(cold(script, [Plan(50, 0), Plan(60, 1), Plan(200, 0)]) == [true, true, false])
        #expect(cold(script, [Plan(200, 2), Plan(300, 2)]) == [true, true])
        #expect(cold(script, [Plan(50, 0), Plan(60, 1), Plan(200, 2), Plan(300, 0)]).last == false)
    }

    @Test func anAppThatIsNotToBeFetchedAnyMoreLosesItsProcess() {
        var script = Script(seconds: 900)
        script.add(100, .interval, 0, .word(1))
        script.add(200, .interval, 0, .word(0))
        #expect(cold(script, [Plan(50, 0), Plan(300, 0), Plan(400, 0)]) == [true, true, false])
    }

    /// The third app takes the place of the one that was quit, not of the one that ran longest ago.
    @Test(arguments: [true, false]) func quittingEndsTheProcess(_ quits: Bool) {
        var script = Script(apps: 3, seconds: 900)
        if quits { script.add(100, .quit, 1) }
        let colds = cold(script, [Plan(50, 0), Plan(60, 1), Plan(200, 2), Plan(300, 0)])
        #expect(colds == [true, true, true, !quits])
    }

    /// Quit in the middle of its fetch (1.5 s from 50 on), the app brings nothing; what was spent is spent.
    @Test func quittingEndsTheFetch() {
        var script = Script(seconds: 300)
        script.update(0, at: 10, bytes: 1_625_000)
        script.add(51, .quit, 0)
        script.launch(0, at: 100)
        let (metrics, outcomes, _) = billed(script, [Plan(50, 0)])
        #expect(outcomes == [.failed] && metrics.freshLaunches == 0 && metrics.failedFetches == 1)
        #expect(near(metrics.bill.handlingJoules, 3.25) && near(metrics.bill.coldStartJoules, 10))
    }

    /// An app that leaves a task open is ended at 620, 10 min after its use; see `BackgroundRuleTests`.
    @Test func terminationEndsTheProcess() {
        var script = Script(seconds: 3600)
        script.launch(0, at: 10, seconds: 10)
        script.add(15, .task, 0, .named(word: 0, name: 0))
        let plans = [Plan(400, 0), Plan(900, 0), Plan(1000, 0)]
        #expect(billed(script, plans).metrics.terminations == 1)
        #expect(cold(script, plans) == [false, true, false])
    }
}
