import FetchSched
import FetchSim
import Testing

@testable import FetchLab
@testable import FetchGenerate

/// What is measured here and elsewhere in the project is the same.
@Suite struct AgreementTests {
    @Test(arguments: ["student", "news"]) func withBenchAndForecast(preset: String) async throws {
        let devices = try Phone.generated(preset, days: 4)
        let habits = Phone.habits(devices[0])
        let report = try await ForecastBench(trace: "t", devices: devices).run(jobs: 2)
        func score(_ name: String) throws -> Double {
            try #require(
                report.which.first { $0.forecaster.name == name && $0.forecaster.kind == .baseline }?
                    .natsPerLaunch)
        }
        #expect(
            abs((try #require(try Phone.value("next.entropy0", habits))) + (try score("popularity"))) < 1e-9)
        #expect(
            abs((try #require(try Phone.value("next.entropy1", habits))) + (try score("previous-app"))) < 1e-9
        )

        let none = try #require(PolicyChoice("none"))
        let bench = Bench(trace: "t", devices: devices, policies: [none], radios: [.lte], values: [20])
        let fresh = try #require(try await bench.run(jobs: 1).first?.unfetchedFreshShare)
        #expect(abs((try #require(try Phone.value("content.fresh", habits))) - fresh) < 1e-12)
        let each = try await bench.runEach(jobs: 2)
        #expect(each.count == 1)
        #expect(each[0] == (try await bench.run(jobs: 1)))
    }

    @Test func eachDeviceHasTheReportThatItWouldHaveAlone() async throws {
        let devices = try Phone.generated("sparse", devices: 2, days: 4)
        let both = try await ForecastBench(trace: "t", devices: devices).runEach(jobs: 2)
        let alone = try await ForecastBench(trace: "t", devices: [devices[0]]).run(jobs: 1)
        #expect(both.count == 2)
        #expect(both[0] == alone)
        #expect(both[1] != alone)
    }
}
