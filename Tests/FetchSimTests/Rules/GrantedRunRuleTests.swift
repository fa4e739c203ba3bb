import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Runs that the system grants, as tiny traces: where a trace has any, fetches start in them and in uses alone.
@Suite struct GrantedRunRuleTests {
    /// Runs of 30 s at these times, in a trace of a day. A run begins when the system's own request has ended: 0.26 s for the radio
    /// to wake, and 0.3 s.
    private func script(apps: Int = 1, runs: [Double], seconds: Double = 30) -> Script {
        var script = Script(apps: apps, seconds: 86_400)
        for time in runs { script.add(time, .run, seconds: seconds) }
        return script
    }

    @Test func aFetchWaitsForARun() {
        let (metrics, diary) = recorded(
            script(runs: [1000, 2000, 3000]).trace,
            ScriptedPolicy([Plan(100, 0), Plan(2010, 0), Plan(2100, 0)]))
        // The second run is over when its one fetch is.
        #expect(diary.starts(of: 0) == [1000.561, 3000.561, diary.fetches[1].end])
        #expect(metrics.wakeups == 0)
    }

    @Test func aUseOfTheProgramIsAnOccasionToo() {
        var script = script(apps: 2, runs: [5000])
        script.launch(1, at: 1000, seconds: 60)
        let (_, diary) = recorded(script.trace, ScriptedPolicy([Plan(100, 0), Plan(1030, 0), Plan(2000, 0)]))
        #expect(diary.starts(of: 0) == [1000, 1030, 5000.561])
    }

    /// A run that nobody asked for is none, and costs nothing.
    @Test func runsAreAskedFor() {
        let trace = script(runs: [1000, 2000, 3000, 4000]).trace
        // One that has no use for others' activity asks for a run at its plan's time.
        let asked = replay(
            trace, UsesRadioLater(base: ScriptedPolicy([Plan(2500, 0)]), usesRadioFrom: .distantFuture),
            rules: .warm(0, power: .round))
        #expect(asked.runs == 1 && asked.fetches == 1 && near(asked.bill.runJoules, 1))
        let none = replay(trace, PushPolicy())
        #expect(none.runs == 0 && none.bill.joules == 0)
        // The system's own activity is there whatever is asked for.
        #expect(none.promotions == 4 && asked.promotions == 4)
    }

    @Test func aRuleIsNotChargedARunWithoutAFetch() {
        let trace = script(runs: [1000, 2000, 3000]).trace
        let metrics = replay(trace, ScriptedPolicy([Plan(2500, 0)]), rules: .warm(0, power: .round))
        #expect(metrics.runs == 1 && metrics.fetches == 1 && near(metrics.bill.runJoules, 1))
    }

    /// The engine has said that a run would be worth it. Where each is too short, what it costs to start the program is lost.
    @Test func theEngineIsChargedARunWithoutAFetch() throws {
        var script = Script(apps: 1, seconds: 36 * 86_400)
        for hour in 0..<(36 * 24) {
            let time = Double(hour) * 3600
            script.update(0, at: time + 60)
            if hour % 6 == 3 { script.launch(0, at: time + 3000, seconds: 30) }
            // A radio that is asleep needs longer to wake.
            script.add(time + 2900, .run, seconds: hour < 12 * 24 ? 30 : 0.05)
        }
        let rules = SimulationRules.warm(12 * 86_400, power: .round)
        let configuration = FetchConfiguration(.lte, rules: rules, valueJoules: 100)
        var simulation = DeviceSimulation(
            trace: script.trace, radio: .lte, rules: rules, configuration: configuration)
        let metrics = simulation.run()
        #expect(
            metrics.runs > 0 && metrics.fetches == 0 && near(metrics.bill.runJoules, Double(metrics.runs)))
    }

    /// 13 Mbit/s: 16.25 MB take 10 s.
    @Test(arguments: [(5.0, FetchOutcome.failed, 1005.0), (20, .newData, 1010)])
    func theEndOfARunEndsItsFetches(seconds: Double, outcome: FetchOutcome, end: Double) throws {
        var script = script(runs: [1000], seconds: seconds)
        script.update(0, at: 10, bytes: 16_250_000)
        let fetch = try #require(recorded(script.trace, ScriptedPolicy([Plan(100, 0)])).diary.fetches.first)
        #expect(fetch.outcome == outcome && abs(fetch.end - end) < 1)
    }

    /// Other lines, the radio among them, are told, and are no occasion.
    @Test func whoHasRunsDoesNotRideOnTheRadio() {
        var script = script(runs: [5000])
        script.heartbeat(at: 1000)
        let (_, diary) = recorded(script.trace, PiggybackPolicy(age: .seconds(60)))
        #expect(diary.radio(.heartbeat) == [1000])
        #expect(diary.starts(of: 0) == [5000.561])
    }

    /// A silent push lets its app fetch for half a minute; an alert does not run it.
    @Test func aPushRunsItsApp() {
        var script = script(runs: [5000])
        script.add(1000, .push, 0, .word(1), bytes: 1000)
        script.add(2000, .push, 0, .word(1))
        #expect(recorded(script.trace, PushPolicy()).diary.starts(of: 0) == [1000])
    }

    /// A push in a run needs none of its own: the run goes on.
    @Test func aPushInARun() {
        var script = script(apps: 2, runs: [1000], seconds: 600)
        script.update(0, at: 10, bytes: 16_250_000)
        script.add(1005, .push, 1, .word(1), bytes: 1000)
        let (metrics, diary) = recorded(script.trace, ScriptedPolicy([Plan(100, 0), Plan(1040, 0)]))
        #expect(metrics.runs == 1 && diary.starts(of: 0) == [1000.561] && diary.starts(of: 1).count == 1)
    }

    /// The engine asks for the runs that are worth it, fetches in them, and its journal is played by an engine alone.
    @Test(arguments: ["ios-app", "android-app"]) func theEngineLivesOnRuns(_ preset: String) throws {
        let device = try #require(try generated(preset, days: 14, seed: 3).first)
        #expect(device.grantsRuns)
        let journal = device.journal(valueJoules: 100)
        var player = JournalPlayer()
        var answers: [JournalLine] = []
        for line in journal where !line.isAnswer { answers += try player.play(line) }
        #expect(answers == journal.filter(\.isAnswer))
        var granted = 0
        var mayFetch = false
        for line in journal {
            if line.word("kind") == "granted", let end = line.until {
                mayFetch = end > line.time
                granted += mayFetch ? 1 : 0
            }
            if line.word("kind") == "launch" { mayFetch = true }
            if line.word("kind") == "end_of_use" { mayFetch = false }
            if line.isAnswer, line.verb == "fetch" { #expect(mayFetch, "\(line.text)") }
        }
        let offered = device.events.count { $0.kind == .run }
        #expect(granted > offered / 10 && granted < offered)
        #expect(!answers.contains { $0.word("reason") == "wakeup" })
    }
}
