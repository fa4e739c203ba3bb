import FetchSched
import Synchronization
import Testing

@testable import FetchSim

/// The record of every fetch, and the replay up to a moment.
@Suite struct RecordedRunTests {
    private static let policies = ["none", "aligned-3600", "adaptive", "clairvoyant", "piggyback-900"]

    private func bench(values: [Double] = [5, 20]) throws -> Bench {
        Bench(
            trace: "quiet", devices: try generated("quiet", devices: 2, days: 1, seed: 11),
            policies: try Self.policies.map { try #require(PolicyChoice($0)) }, radios: [.lte, .wifi],
            values: values, seed: 7)
    }

    private func record(_ bench: Bench, jobs: Int) async throws -> (
        reports: [BenchReport], runs: [RecordedRun]
    ) {
        let runs = Mutex<[RecordedRun]>([])
        let reports = try await bench.run(jobs: jobs, fetches: { run in runs.withLock { $0.append(run) } })
        return (reports, runs.withLock { $0 })
    }

    @Test func orderAndContentDoNotDependOnTheWorkers() async throws {
        let bench = try bench()
        let alone = try await record(bench, jobs: 1)
        let shared = try await record(bench, jobs: 4)
        #expect(shared.runs == alone.runs)
        #expect(shared.reports == alone.reports)
        // Nor do the reports depend on whether there is a record.
        let unrecorded = try await self.bench(values: [20]).run(jobs: 2)
        #expect(unrecorded == alone.reports.filter { $0.valueJoules == 20 })
        // Per radio: three policies without a value, the engine at two; two devices each.
        #expect(alone.runs.count == 20)
        #expect(alone.runs.prefix(4).map(\.device) == ["d0", "d1", "d0", "d1"])
        #expect(alone.runs.filter { $0.policy == "adaptive" }.allSatisfy { $0.valueJoules != nil })
        #expect(alone.runs.filter { $0.policy != "adaptive" }.allSatisfy { $0.valueJoules == nil })
    }

    @Test func recordsEveryFetchThatIsCounted() async throws {
        let (reports, runs) = try await record(try bench(values: [20]), jobs: 2)
        for report in reports {
            for row in report.policies where row.family != PolicyChoice.clairvoyant {
                let own = runs.filter { $0.radio == report.radio && $0.policy == row.policy }
                let scored = own.flatMap { run in run.fetches.filter { $0.fetch.start >= run.scoredFrom } }
                let days = report.days * Double(report.devices)
                #expect(abs((row.fetchesPerDay ?? 0) * days - Double(scored.count)) < 1e-6, "\(row.policy)")
                if !scored.isEmpty {
                    let noData = scored.count { $0.fetch.outcome == .noData }
                    #expect(row.noDataShare == Double(noData) / Double(scored.count))
                }
            }
        }
        for run in runs {
            let starts = run.fetches.map(\.fetch.start)
            #expect(starts == starts.sorted())
            for fetch in run.fetches {
                #expect(fetch.seconds > 0)
                if run.policy == "adaptive" {
                    let decision = try #require(fetch.decision)
                    #expect(decision.app == fetch.fetch.app)
                    #expect(decision.moment == fetch.fetch.start)
                    #expect(["free-moment", "wakeup", "probe"].contains(fetch.reason))
                } else {
                    #expect(fetch.decision == nil)
                    #expect(fetch.reason == "policy")
                }
            }
        }
        #expect(runs.filter { $0.policy == "none" }.allSatisfy { $0.fetches.isEmpty })
        #expect(runs.contains { $0.policy == "adaptive" && !$0.fetches.isEmpty })
    }

    /// A replay in steps is the same replay.
    @Test func replayInSteps() throws {
        let trace = try generated("quiet", days: 1, seed: 11)[0]
        let rules = SimulationRules()
        func simulation() -> DeviceSimulation {
            DeviceSimulation(
                trace: trace, radio: .lte, rules: rules,
                configuration: FetchConfiguration(.lte, rules: rules, valueJoules: 20), seed: 1,
                recordFetches: true)
        }
        var whole = simulation()
        let metrics = whole.run()
        var steps = simulation()
        var moment = trace.span.lowerBound - .hours(1)
        while moment < trace.span.upperBound {
            steps.run(through: moment)
            moment = moment + .minutes(47)
        }
        #expect(steps.run().energy == metrics.energy)
        #expect(steps.record.fetches == whole.record.fetches)
        #expect(whole.record.fetches?.isEmpty == false)
    }

    @Test func engineReplayIsThatOfTheBench() async throws {
        // At 20 J there is nothing that the engine would fetch on so short a trace.
        var bench = try bench(values: [1000])
        (bench.policies, bench.radios) = (bench.policies.filter { $0.name == "adaptive" }, [.lte])
        let runs = try await record(bench, jobs: 2).runs
        let own = try #require(
            runs.first { $0.policy == "adaptive" && $0.radio == "lte" && $0.device == "d1" })
        let replay = PolicyRun(engineOn: bench.devices[1], radio: .lte, valueJoules: 1000, seed: 7 + 1)
        let last = try #require(own.fetches.last { $0.fetch.outcome == .newData })
        let answers = replay.answers(at: last.end)
        #expect(answers.map(\.app) == bench.devices[1].appNames)
        let answer = answers[last.fetch.app.index]
        #expect(answer.lastFetch == last)
        #expect(answer.underWay == nil)
        let during = try #require(replay.answers(at: last.fetch.start, apps: [last.fetch.app.index]).first)
        #expect(during.underWay == last.decision)
        #expect(during.explanation.vetoes.contains(FetchVeto(.fetchUnderWay)))
        #expect(answer.explanation.lastSync == last.fetch.start)
        #expect(answer.explanation.moment == last.end)
        #expect(replay.answers(at: last.end, apps: [2]).map(\.app) == [bench.devices[1].appNames[2]])
        #expect(replay.answers(at: last.end, apps: [-1, 9999]).isEmpty)
        // Events of the moment itself were shown: the app launched then is in the foreground.
        let launch = try #require(bench.devices[1].events.last { $0.kind == .launch })
        let launched = replay.answers(at: launch.time, apps: [Int(launch.app)])
        #expect(launched.first?.explanation.vetoes.contains(FetchVeto(.inForeground)) == true)
        let before = replay.answers(at: launch.time - TimeSpan(milliseconds: 1), apps: [Int(launch.app)])
        #expect(before.first?.explanation.vetoes.contains(FetchVeto(.inForeground)) == false)
    }
}
