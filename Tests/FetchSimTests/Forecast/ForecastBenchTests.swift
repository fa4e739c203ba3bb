import FetchSched
import Testing

@testable import FetchSim
@testable import FetchLab

/// Whole runs: against theory, against arithmetic by hand, and for any number of workers.
@Suite struct ForecastBenchTests {
    private static let adaptive = PolicyChoice("adaptive").map { [$0] } ?? []

    private func value(_ report: ModelReport, _ figure: ForecastFigure, model: Int = 0) throws -> Double {
        try #require(report.models[model].figures[figure.place].estimate.value)
    }

    /// Launches at random, two an hour: nothing can be better than the rate.
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
        let report = try await ForecastBench(trace: "t", devices: [script.trace]).run(Self.adaptive, jobs: 1)
        #expect(report.launches > 600)
        // The engine finds habits where there are none, but not many.
        let loss = PortableMath.log(2) - 1 - (try value(report, .when))
        #expect((-0.08..<0.23).contains(loss), "\(loss)")
        // One app: nothing to tell.
        #expect(try value(report, .hitAt1) == 1)
        #expect(abs(try value(report, .which)) < 1e-6)
    }

    @Test func warmupIsLearnedFromButNotScored() async throws {
        let device = try generated("sparse", days: 16, seed: 3)[0]
        var bench = ForecastBench(trace: "t", devices: [device])
        bench.rules.warmup = .days(2)
        let report = try await bench.run(Self.adaptive, jobs: 1)
        let start = bench.rules.scoringStart(device.span)
        #expect(report.launches == device.events.count { $0.kind == .launch && $0.time >= start })
        #expect(abs(report.warmupDays - 2) < 1e-9)
        #expect(report.models[0].halfHours.allSatisfy { $0.count == 10 && $0.contains { $0.count > 0 } })
    }

    /// A launch is asked about just after, and so is the end of its use; what the trace does not reach is not.
    @Test func questionsFollowLaunchesAndEndsOfUse() async throws {
        var script = Script(apps: 2, seconds: 6 * 3600)
        script.launch(0, at: 3600, seconds: 60)
        script.launch(1, at: 3600 + 200, seconds: 60)
        script.launch(0, at: 5 * 3600, seconds: 60)
        var bench = ForecastBench(trace: "t", devices: [script.trace])
        bench.rules.warmup = .zero
        let model = try await bench.run(Self.adaptive, jobs: 1).models[0]
        func asked(_ place: Int) -> (questions: Int, happened: Double) {
            let bins = model.moments[place]
            return (
                bins.reduce(0) { $0 + $1.count },
                bins.reduce(0) { $0 + Double($1.count) * ($1.observed ?? 0) }
            )
        }
        // Twice about the one app, and four times about both: at the launch of the other one, and three times after.
        // Of app 1 within five minutes, twice before it came; of app 0 none came so soon.
        #expect(asked(0) == (2 + 2 * 4, 0))
        #expect(asked(2).questions == 2 + 2 * 2)
        #expect(asked(3).questions == 2 + 2 * 2)
        #expect(abs(asked(3).happened - 4) < 1e-9)
    }

    /// Up to 500 launches a day, and as many ends of a use, all are asked about.
    @Test(arguments: [
        (0, 1), (13_999, 1), (14_000, 3), (27_999, 3), (28_000, 5), (1_000_000, 143),
        (Int.max, 1_000_000_001),
    ]) func whereManyPeopleShareADeviceNotAllMomentsAreAsked(launches: Int, oneOf: Int) {
        #expect(ForecastJudge.sampledOneOf(launches: launches, in: .days(28)) == oneOf)
    }

    @Test func wholeWeeksOfSilenceArePassedOver() async throws {
        #expect(ForecastJudge.passedOver(of: .days(34)) == .zero)
        #expect(ForecastJudge.passedOver(of: .days(35)) == .days(7))
        #expect(ForecastJudge.passedOver(of: .days(400)) == .days(371))
        #expect(ForecastJudge.passedOver(of: TimeSpan.max) > .days(1_000_000))
        // A century takes as much work as its events, not as its hours.
        func report(_ gap: Double) async throws -> ModelReport {
            var script = Script(apps: 2, seconds: gap + 2 * 86_400)
            script.launch(0, at: 3600, seconds: 30)
            script.launch(1, at: 3600 + gap, seconds: 30)
            var bench = ForecastBench(trace: "t", devices: [script.trace])
            bench.rules.warmup = .zero
            return try await bench.run(Self.adaptive, jobs: 1)
        }
        let short = try await report(30 * 86_400)
        let long = try await report((30 + 100 * 52 * 7) * 86_400)
        #expect(short.days == long.days && long.days < 33)
        #expect(long.launches == 2)
        // What is expected in a century is thousands of launches more.
        #expect(abs(try value(short, .when) - (try value(long, .when))) < 10)
    }

    /// Two apps, of which a burst of launches makes but few questions come true.
    @Test func baseRates() {
        var script = Script(apps: 2, seconds: 86_400)
        for hour in [1.0, 2, 2.5] { script.launch(0, at: hour * 3600) }
        let launches = LaunchLog(script.trace)
        var rates = BaseRates(apps: 2)
        func at(_ hours: Double) -> FetchTime { FetchTime(seconds: hours * 3600) }
        #expect(rates.probability(0, horizon: 2, constant: 0.3) == 0.3)
        for hour in [1.0, 2, 2.5] { rates.ask(at: at(hour) + TimeSpan(milliseconds: 1)) }
        rates.learn(until: at(2.99), launches)
        // Of the hour after one o'clock alone is known: the launch at two is just within it.
        #expect(abs(rates.probability(0, horizon: 2, constant: 0) - 1.0 / (16 + 1)) < 1e-9)
        rates.learn(until: at(3.6), launches)
        // After two there was one at half past two, then none.
        #expect(abs(rates.probability(0, horizon: 2, constant: 0) - 2.0 / (16 + 3)) < 1e-9)
        #expect(rates.probability(0, horizon: 0, constant: 0) == 0)
        #expect(rates.probability(0, horizon: 3, constant: 0.3) == 0.3, "four hours are not over")
        #expect(rates.probability(1, horizon: 2, constant: 0.3) == 0.3, "never launched, never asked")
    }

    /// Nine launches of one app in 24 hours, and one in one hour of belief that both apps are alike.
    @Test func constantRates() {
        var rates = ConstantRates(apps: 2)
        rates.pass(86_400)
        for _ in 0..<9 { rates.launch(0) }
        let expected = 10.0 / 25 * 4 * 0.05
        #expect(abs(rates.probability(1, within: .hours(4)) - PortableMath.saturation(expected)) < 1e-12)
    }

    @Test func everyProbabilityFallsIntoOneBin() {
        var tally = ReliabilityTally()
        for probability in [0, 0.0049, 0.005, 0.5, 0.8, 1] { tally.add(probability, probability > 0.4) }
        #expect(tally.bins.map(\.count) == [2, 1, 0, 0, 0, 0, 0, 1, 0, 2])
        #expect(tally.bins[7].forecast == 0.5)
        #expect(tally.bins[9].observed == 1)
        #expect(tally.bins[2].forecast == nil)
    }

    /// Off is what differs by more than a fifth of what was promised and by more than 2 points.
    @Test func binsThatAreOff() {
        func isOff(_ forecast: Double, _ observed: Double, of count: Int = 100) -> Bool? {
            ReliabilityBin(lower: 0, upper: 1, count: count, forecast: forecast, observed: observed).isOff
        }
        #expect(isOff(0.5, 0.61) == true)
        #expect(isOff(0.5, 0.39) == true)
        #expect(isOff(0.5, 0.59) == false, "within a fifth")
        #expect(isOff(0.01, 0.029) == false, "within 2 points")
        #expect(isOff(0.01, 0.031) == true)
        #expect(isOff(0.5, 0.7, of: 99) == nil)
    }

    @Test func nothingToScore() async throws {
        let silent = Script(apps: 0, seconds: 86_400)
        let report = try await ForecastBench(trace: "t", devices: [silent.trace]).run(Self.adaptive, jobs: 1)
        #expect(report.launches == 0)
        #expect(
            report.models[0].figures.allSatisfy { $0.estimate.value == nil && $0.estimate.interval == nil })
        let none = try await ForecastBench(trace: "t", devices: []).run(Self.adaptive, jobs: 4)
        #expect(none.days == 0)
    }
}
