import FetchSched
import FetchTrace
import Testing

@testable import FetchSim
import FetchGenerate
@testable import FetchLab

/// Whole runs: against theory, against arithmetic by hand, and for any number of workers.
@Suite struct ForecastBenchTests {
    /// Sixteen days of one device, two of them warm-up: computed once for all that is asked of such a report.
    private static let sixteenDays = Task {
        let devices = try generated("sparse", devices: 1, days: 16)
        var rules = SimulationRules()
        rules.warmup = .days(2)
        return (
            try await ForecastBench(trace: "t", devices: devices, rules: rules).run(jobs: 2), devices[0],
            rules
        )
    }

    private static func generated(_ preset: String, devices: Int, days: Int) throws -> [DeviceTrace] {
        let preset = try #require(GeneratorPreset.named(preset))
        let generator = TraceGenerator(preset: preset, devices: devices, days: days, seed: 3)
        return (0..<devices).map { device in
            var names = TraceNames()
            let events = generator.generateDevice(device, names: &names)
            return DeviceTrace(name: "d\(device)", events: events, names: names)
        }
    }

    private func score(_ reports: [WhenScore], _ name: String) throws -> WhenScore {
        try #require(reports.first { $0.forecaster == .baseline(name) })
    }

    @Test func anyNumberOfWorkersGivesEqualReports() async throws {
        let bench = ForecastBench(trace: "t", devices: try Self.generated("sparse", devices: 2, days: 3))
        let alone = try await bench.run(jobs: 1)
        #expect(alone.head.launches > 10)
        let report = try await bench.run(jobs: 3)
        #expect(report == alone)
        #expect("\(report)" == "\(alone)")
    }

    /// Launches at random, two an hour: nothing can be better than the rate, and the rate passes the test.
    @Test func aPoissonStream() async throws {
        let days = 20.0
        var script = Script(apps: 1, seconds: days * 86_400)
        var random = SplitMix64(seed: 8)
        var time = 0.0
        while true {
            time += max(0.001, -PortableMath.log(1 - random.nextUnit()) * 1800)
            if time >= days * 86_400 { break }
            script.launch(0, at: time)
        }
        let report = try await ForecastBench(trace: "t", devices: [script.trace]).run(jobs: 1)
        let constant = try score(report.when, "constant")
        let best = PortableMath.log(2) - 1
        #expect(report.head.launches > 600)
        #expect(abs((try #require(constant.natsPerLaunch)) - best) < 0.08)
        #expect(abs((try #require(constant.expectedPerLaunch)) - 1) < 0.08)
        let distance = try #require(constant.rescaling.distance)
        #expect(distance < (try #require(constant.rescaling.criticalDistance)))
        // The engine finds habits where there are none, but not many.
        let mixture = try #require(report.when[0].natsPerLaunch)
        let loss = (try #require(constant.natsPerLaunch)) - mixture
        #expect((0..<0.15).contains(loss), "\(loss)")
        // One app: nothing to tell.
        #expect(report.which.allSatisfy { $0.hitAt1 == 1 && abs($0.natsPerLaunch ?? 1) < 1e-6 })
    }

    /// After n launches in t hours the constant rate is (n + 1) / (t + 1) per hour.
    @Test func theCensoredLogScoreByHand() async throws {
        var script = Script(apps: 1, seconds: 3 * 3600)
        script.launch(0, at: 3600)
        var rules = SimulationRules()
        rules.warmup = .zero
        let report = try await ForecastBench(trace: "t", devices: [script.trace], rules: rules).run(jobs: 1)
        let constant = try score(report.when, "constant")
        #expect(report.head.launches == 1)
        // Steps of five minutes leave an error of 0.0003:
        // log(1/2) at the launch; log 2 expected in the first hour, and 2 log 2 in the two after it.
        let log2 = PortableMath.log(2)
        #expect(abs((try #require(constant.natsPerLaunch)) + 4 * log2) < 5e-4)
        #expect(abs((try #require(constant.expectedPerLaunch)) - 3 * log2) < 5e-4)
        #expect(abs((try #require(constant.rescaling.mean)) - log2) < 5e-4)
    }

    @Test func warmupIsLearnedFromButNotScored() async throws {
        let (report, device, rules) = try await Self.sixteenDays.value
        let start = rules.scoringStart(device.span)
        let launches = device.events.count { $0.kind == .launch && $0.time >= start }
        #expect(report.head.launches == launches)
        #expect(report.weeks.reduce(0) { $0 + $1.launches } == launches)
        #expect(report.content[0].looks <= launches)
        #expect(abs(report.head.warmupDays - 2) < 1e-9)
        #expect(report.when.allSatisfy { $0.rescaling.count == launches })
    }

    @Test func weeksAddUpToTheWhole() async throws {
        let (report, _, _) = try await Self.sixteenDays.value
        let launches = Double(report.head.launches)
        let total = report.weeks.reduce(0.0) { $0 + $1.total * Double($1.launches) } / launches
        #expect(abs(total - (try #require(report.totals[0].natsPerLaunch))) < 1e-9)
        #expect(report.weeks.map(\.week) == [1, 2, 3])
    }

    /// The questions of a horizon are the same for all forecasters, and all are in the reliability table.
    @Test func everyQuestionIsPutToAll() async throws {
        let (report, _, _) = try await Self.sixteenDays.value
        for minutes in [5.0, 15, 60, 240] {
            for (scores, bins) in [
                (report.within, report.reliability), (report.moments, report.momentReliability),
            ] {
                let rows = scores.filter { $0.minutes == minutes }
                #expect(rows.count == 5)
                #expect(rows[1].skill == 0)
                #expect(rows[4].skillOverBaseRate == 0)
                #expect(rows[0].questions > 0)
                #expect(Set(rows.map(\.questions)).count == 1)
                let bins = bins.filter { $0.minutes == minutes }
                #expect(bins.count == 10)
                #expect(bins.reduce(0) { $0 + $1.bin.count } == rows[0].questions)
            }
        }
    }

    /// A launch is asked about just after, and so is the end of its use; what the trace does not reach is not.
    @Test func questionsFollowLaunchesAndEndsOfUse() async throws {
        var script = Script(apps: 2, seconds: 6 * 3600)
        script.launch(0, at: 3600, seconds: 60)
        script.launch(1, at: 3600 + 200, seconds: 60)
        script.launch(0, at: 5 * 3600, seconds: 60)
        var rules = SimulationRules()
        rules.warmup = .zero
        let report = try await ForecastBench(trace: "t", devices: [script.trace], rules: rules).run(jobs: 1)
        func asked(_ minutes: Double) throws -> WithinScore {
            try #require(report.moments.first { $0.minutes == minutes })
        }
        // Twice about the one app, and four times about both: at the launch of the other one, and three times after.
        #expect(try asked(5).questions == 2 + 2 * 4)
        // Of app 1 within five minutes, twice before it came; of app 0 none came so soon.
        #expect(try asked(5).launchedShare == 0)
        #expect(try asked(60).questions == 2 + 2 * 2 + 2 * 0)
        #expect(try asked(240).questions == 2 + 2 * 2)
        #expect(try asked(240).launchedShare == 4.0 / 6)
    }

    /// Up to 500 launches a day, and as many ends of a use, all are asked about.
    @Test(arguments: [
        (0, 1), (13_999, 1), (14_000, 3), (27_999, 3), (28_000, 5), (1_000_000, 143),
        (Int.max, 1_000_000_001),
    ]) func whereManyPeopleShareADeviceNotAllMomentsAreAsked(launches: Int, oneOf: Int) {
        #expect(ForecastJudge.askedOneOf(launches: launches, in: .days(28)) == oneOf)
    }

    @Test func nothingToScore() async throws {
        let silent = Script(apps: 0, seconds: 86_400)
        let report = try await ForecastBench(trace: "t", devices: [silent.trace]).run(jobs: 1)
        #expect(report.head.launches == 0)
        #expect(report.when.allSatisfy { $0.natsPerLaunch == nil })
        #expect(report.weeks.isEmpty)
        #expect(report.figures.allSatisfy { $0.estimate.value == nil && $0.estimate.interval == nil })
        let none = try await ForecastBench(trace: "t", devices: []).run(jobs: 4)
        #expect(none.head.days == 0)
    }
}
