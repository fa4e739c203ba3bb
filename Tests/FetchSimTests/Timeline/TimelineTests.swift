import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// What a timeline says must be what the replay measured.
@Suite struct TimelineTests {
    /// The metrics of a policy's replay, and its timeline.
    private func replays(
        _ random: RandomCase, _ policy: some Policy
    ) -> (metrics: DeviceMetrics, timeline: DeviceTimeline, underWay: Bool) {
        var simulation = DeviceSimulation(
            trace: random.trace, radio: random.radio, rules: random.rules, rival: policy,
            recordTimeline: true)
        let metrics = simulation.run()
        return (metrics, DeviceTimeline(simulation), !simulation.running.isEmpty)
    }

    @Test(arguments: 0..<60)
    func agreesWithTheReplay(seed: Int) {
        let random = RandomCase(seed: UInt64(seed))
        let engine = EnginePolicy(
            configuration: FetchConfiguration(random.radio, rules: random.rules, valueJoules: random.value),
            seed: 1)
        let runs = [
            replays(random, engine), replays(random, PiggybackPolicy(age: .seconds(300))),
            replays(random, AlignedPolicy(period: .seconds(120))), replays(random, PushPolicy()),
        ]
        for (metrics, timeline, underWay) in runs {
            let from = timeline.scoredFrom
            let launches = timeline.launches.filter { $0.time >= from }
            #expect(launches.count == metrics.launches, "seed \(seed)")
            #expect(launches.filter(\.isFresh).count == metrics.freshLaunches, "seed \(seed)")
            let stale = launches.map { launch in
                launch.staleSince.map { (launch.time - $0).seconds } ?? 0
            }
            #expect(stale == metrics.staleSeconds, "seed \(seed)")
            guard !underWay else { continue }
            let scored = timeline.seconds(from)...Double.infinity
            for phase in RadioStretch.Phase.allCases {
                let joules = timeline.radio.filter { $0.phase == phase }.compactMap { $0.clipped(to: scored) }
                    .joules
                let expected = metrics.energy[phase]
                #expect(abs(joules - expected) <= 1e-6 * max(1, expected), "seed \(seed), \(phase)")
            }
            let wakeups = timeline.fetches.filter { $0.wokeRadio && $0.start >= from }
            #expect(wakeups.count == metrics.wakeups, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<60)
    func radioStretchesAreInOrderAndApart(seed: Int) {
        let random = RandomCase(seed: UInt64(seed))
        let radio = replays(random, PiggybackPolicy(age: .seconds(300))).timeline.radio
        for (one, next) in zip(radio, radio.dropFirst()) {
            #expect(one.start < one.end)
            #expect(one.end <= next.start, "seed \(seed)")
        }
        let on = radio.on
        for (one, next) in zip(on, on.dropFirst()) { #expect(one.upperBound < next.lowerBound) }
        let length = on.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        #expect(abs(length - radio.reduce(0) { $0 + $1.end - $1.start }) < 1e-6)
    }

    @Test func onBeyondAnotherRadio() {
        func radio(_ spans: [(Double, Double)]) -> [RadioStretch] {
            spans.map { RadioStretch(phase: .active, start: $0.0, end: $0.1, watts: 1) }
        }
        let own = radio([(10, 20), (30, 40), (50, 60)])
        #expect(radio([(0, 5), (12, 15)]).on(beyond: own) == [0...5])
        #expect(radio([(5, 35), (35, 45), (70, 71)]).on(beyond: own) == [5...10, 20...30, 40...45, 70...71])
        #expect(radio([(10, 20)]).on(beyond: own) == [])
        #expect(own.on(beyond: []) == [10...20, 30...40, 50...60])
    }

    /// 0 s: app 0 has news at 100, 200 and 500 s. It is fetched at 300 s and opened at 600 s; app 1 is opened at
    /// 600 s, before any fetch, and has news once more afterwards.
    @Test func fatesOfUpdates() {
        var script = Script(apps: 2, seconds: 1000)
        for time in [100.0, 200, 500] { script.update(0, at: time, bytes: 10) }
        script.update(1, at: 400)
        script.update(1, at: 900)
        script.launch(0, at: 600, seconds: 20)
        script.launch(1, at: 610, seconds: 5)
        let trace = script.trace
        let rules = SimulationRules.warm(0)
        let plans = [Plan(300, 0), Plan(700, 0)]
        var simulation = DeviceSimulation(
            trace: trace, radio: .lte, rules: rules, rival: ScriptedPolicy(plans), recordTimeline: true)
        _ = simulation.run()
        let timeline = DeviceTimeline(simulation)
        #expect(timeline.updates.map(\.time.seconds) == [100, 200, 400, 500, 900])
        #expect(timeline.updates.map(\.fate) == [.fetched, .fetched, .missed, .missed, .pending])
        #expect(timeline.launches.map(\.staleSince?.seconds) == [500, 400])
        #expect(timeline.launches.map(\.end.seconds) == [610, 615])
        #expect(timeline.fetches.map(\.wokeRadio) == [true, true])
        let part = timeline.part(in: FetchTime(seconds: 150)..<FetchTime(seconds: 605))
        #expect(part.updates.count == 3)
        #expect(part.launches.count == 1)
        #expect(part.fetches.count == 1)
        #expect(part.radio.on.count == 2)
    }
}
