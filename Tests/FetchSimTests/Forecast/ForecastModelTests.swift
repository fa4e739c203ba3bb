import FetchSched
import Testing

@testable import FetchSim
@testable import FetchLab

/// Models side by side.
@Suite struct ForecastModelTests {
    private static func model(_ name: String) throws -> PolicyChoice { try #require(PolicyChoice(name)) }

    private static func bench(
        _ preset: String = "commuter", devices: Int = 2, seed: UInt64 = 1
    ) throws -> ForecastBench {
        var bench = ForecastBench(
            trace: "t", devices: try generated(preset, devices: devices, days: 4, seed: 3))
        bench.seed = seed
        bench.rules.warmup = .days(2)
        return bench
    }

    /// Once for all that is asked of it.
    private static let compared = Task {
        try await bench().run(
            try ["adaptive", "adaptive", "adaptive:content.calibration=0"].map(model), jobs: 2)
    }

    @Test func theModelsAreThePoliciesThatForecastOtherwise() throws {
        let names = ForecastBench.families.map(\.name)
        #expect(names == ["adaptive"] + Ablation.all.filter(\.changesForecasts).map(\.name))
        let some = ["no-content-hours", "no-silence"]
        #expect(names.filter(some.contains) == some)
        let bench = ForecastBench(trace: "t", devices: [])
        let set = bench.configured(by: try Self.model("no-silence:content.calibration=0"))
        #expect(set.content.calibration == 0)
        #expect(set.content.changesPerSilence == 1e12)
    }

    /// An ablation is marked as changing forecasts if it does.
    @Test func ablationsAreMarkedRight() async throws {
        let bench = try Self.bench("everything", devices: 1)
        let models =
            [("adaptive", FetchConfiguration())]
            + Ablation.all.map { ablation in
                var configuration = FetchConfiguration()
                ablation.change(&configuration)
                return (ablation.name, configuration)
            }
        let report = try await bench.run(models, jobs: 2)
        // The trace has no notifications to ignore.
        for (ablation, score) in zip(Ablation.all, report.models.dropFirst())
        where ablation.name != "no-notifications" {
            let changes = score.figures.contains { $0.difference.map { $0.value != 0 } ?? false }
            #expect(changes == ablation.changesForecasts, "\(ablation.name)")
        }
    }

    @Test func aModelDoesNotDifferFromItself() async throws {
        let report = try await Self.compared.value
        #expect(report.models[0].figures.allSatisfy { $0.difference == nil })
        // The trace has no notifications.
        for one in report.models[1].figures where !one.figure.isOfAnswers {
            #expect(one.difference?.value == 0)
            #expect(one.difference?.interval == 0...0)
            #expect(one.verdict == "same")
        }
        #expect(report.models[0].figures.map(\.estimate) == report.models[1].figures.map(\.estimate))
    }

    @Test func aSettingChangesWhatItIsAbout() async throws {
        let uncalibrated = try await Self.compared.value.models[2].figures
        #expect(uncalibrated[ForecastFigure.which.place].difference?.interval == 0...0)
        #expect(uncalibrated[ForecastFigure.content.place].difference?.value != 0)
    }

    @Test func intervalsComeFromTheSeedAlone() async throws {
        let models = try ["adaptive", "no-content-hours"].map(Self.model)
        func report(seed: UInt64, jobs: Int) async throws -> ModelReport {
            var bench = try Self.bench(seed: seed)
            bench.resamples = 200
            return try await bench.run(models, jobs: jobs)
        }
        let first = try await report(seed: 1, jobs: 1)
        #expect(try await report(seed: 1, jobs: 3) == first)
        let other = try await report(seed: 2, jobs: 2)
        for (one, two) in zip(first.models, other.models) {
            #expect(one.figures.map(\.estimate.value) == two.figures.map(\.estimate.value))
            #expect(one.figures.map(\.estimate.interval) != two.figures.map(\.estimate.interval))
        }
    }
}
