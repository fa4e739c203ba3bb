import FetchSched
import FetchSim
import Testing

@testable import FetchLab
@testable import FetchGenerate

/// What is measured here and elsewhere in the project is the same.
@Suite struct AgreementTests {
    @Test func aDeviceOfItsOwnHasTheReportsOfABench() async throws {
        let devices = try Phone.generated("student", days: 4)
        let none = try #require(PolicyChoice("none"))
        let bench = Bench(trace: "t", devices: devices, policies: [none], radios: [.lte], values: [20])
        #expect(try await bench.runEach(jobs: 2) == [bench.run(jobs: 1)])
    }

    @Test func eachDeviceHasTheFiguresThatItWouldHaveAlone() async throws {
        let devices = try Phone.generated("sparse", devices: 2, days: 4)
        let both = try await ForecastBench(trace: "t", devices: devices).figuresOfEach(jobs: 2)
        let adaptive = try #require(PolicyChoice("adaptive"))
        let alone = try await ForecastBench(trace: "t", devices: [devices[0]]).run([adaptive], jobs: 1)
        #expect(both.count == 2)
        #expect(both[0] == alone.models[0].figures.map(\.estimate.value))
        #expect(both[1] != both[0])
    }
}
