import FetchSched
import FetchTrace
import Testing

@testable import FetchSim
import FetchGenerate

/// The engine, and beside it whoever asks it at every turn why: the answers must be what it then does.
private struct QuestioningPolicy: Policy {
    var engine: AdaptivePolicy
    /// Only every so many questions are asked, as they are dear.
    var every = 1
    private(set) var turns = 0
    private(set) var fetches: [AppID] = []
    private(set) var verdicts: [String: Int] = [:]
    private(set) var contradictions: [String] = []

    init(_ engine: AdaptivePolicy, every: Int) {
        self.engine = engine
        self.every = every
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        engine.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: Instant) {
        engine.observe(observation, at: now)
    }

    mutating func nextFetch(at now: Instant) -> AppID? {
        turns += 1
        let scheduler = engine.scheduler
        let app = engine.nextFetch(at: now)
        if let app { fetches.append(app) }
        guard turns % every == 0 else { return app }
        for index in 0..<scheduler.appCount {
            guard let answer = try? scheduler.explain(AppID(index), at: now) else {
                contradictions.append("no answer about app \(index)")
                continue
            }
            verdicts[answer.verdict.name, default: 0] += 1
            let isYes = answer.verdict == .fetch || answer.verdict == .probe
            if app == nil, isYes { contradictions.append("not done: \(answer)") }
            if app?.index == index, !isYes { contradictions.append("done nonetheless: \(answer)") }
            if app?.index == index, let decision = engine.lastDecision {
                if decision.value != answer.value {
                    contradictions.append("other terms: \(answer); \(decision)")
                }
                if (decision.reason == .probe) != (answer.verdict == .probe) {
                    contradictions.append("other reason: \(answer); \(decision)")
                }
            }
            if (answer.verdict == .vetoed) == answer.vetoes.isEmpty {
                contradictions.append("vetoes: \(answer)")
            }
        }
        return app
    }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) { engine.complete(fetch, at: now) }

    mutating func nextWakeup(after now: Instant) -> Instant? { engine.nextWakeup(after: now) }
}

@Suite struct ExplainAgreementTests {
    private func trace(_ preset: String, days: Int, seed: UInt64) throws -> DeviceTrace {
        let preset = try #require(GeneratorPreset.named(preset))
        var names = TraceNames()
        let events = TraceGenerator(preset: preset, devices: 1, days: days, seed: seed)
            .generateDevice(0, names: &names)
        return DeviceTrace(name: "d0", events: events, names: names)
    }

    /// What is explained as due is fetched, nothing else is, and asking changes nothing.
    @Test(arguments: [
        ("commuter", 20.0), ("quiet", 400.0), ("custom", 100.0), ("night-shift", 400.0), ("sparse", 1000.0),
    ])
    func explanationsAreWhatHappens(preset: String, value: Double) throws {
        let trace = try trace(preset, days: 1, seed: 3)
        let rules = SimulationRules()
        let engine = AdaptivePolicy(
            configuration: Configuration(.lte, rules: rules, valueJoules: value), seed: 5)
        var asked = DeviceSimulation(
            trace: trace, radio: .lte, rules: rules, policy: QuestioningPolicy(engine, every: 23))
        let metrics = asked.run()
        #expect(asked.policy.contradictions.isEmpty, "\(asked.policy.contradictions.prefix(3))")
        #expect((asked.policy.verdicts["fetch"] ?? 0) > 0)

        var plain = DeviceSimulation(
            trace: trace, radio: .lte, rules: rules, policy: engine, recordFetches: true)
        let unasked = plain.run()
        #expect(metrics.energy == unasked.energy)
        #expect(metrics.freshLaunches == unasked.freshLaunches)
        let apps = (plain.decider.fetches ?? []).map(\.fetch.app)
        #expect(Array(asked.policy.fetches.prefix(apps.count)) == apps)
    }
}
