import FetchSched
import Testing

@testable import FetchReport
@testable import FetchSim
@testable import FetchTrace
import FetchGenerate

/// Curves as text: what is counted, what is gained, and how much intervals say.
@Suite struct CurveReportTests {
    private static func devices(_ count: Int, seed: UInt64) throws -> [DeviceTrace] {
        let preset = try #require(GeneratorPreset.named("sparse"))
        let generator = TraceGenerator(preset: preset, devices: count, days: 1, seed: seed)
        return (0..<count).map { device in
            var names = TraceNames()
            let events = generator.generateDevice(device, names: &names)
            return DeviceTrace(name: "d\(device)", events: events, names: names)
        }
    }

    private static let values = [5.0, 100]
    private static let rivals = ["aligned-3600", "piggyback-3600"]

    /// Two traces of one and two devices, on two radios.
    private static let shared = Task {
        let choices = (rivals + ["adaptive"]).compactMap { PolicyChoice($0) }
        let settings = Bench(
            trace: "", devices: [], policies: [], radios: [.lte, .wifi], values: values)
        var bench = CurveBench(
            traces: [("x/a.csv", try devices(1, seed: 3)), ("b.csv", try devices(2, seed: 4))],
            subjects: CurveSubject.subjects(choices), of: settings)
        bench.resamples = 20
        return (bench, try await bench.run(jobs: 2))
    }

    @Test func casesAreCountedWithoutThePooledOnes() async throws {
        let (_, reports) = try await Self.shared.value
        #expect(reports.count == 6)
        let text = CurveSummaryReport.text(reports, level: 0.8)
        #expect(text.contains("of 4 cases (trace x radio)"))
        #expect(text.contains("Energy for 80 % fresh launches, 2 traces, default power profile, 3 devices,"))
    }

    @Test func gainsAreThoseOfTheComparison() async throws {
        let (curves, reports) = try await Self.shared.value
        let report = try #require(reports.first)
        var bench = Bench(
            trace: "a", devices: curves.traces[0].devices, policies: [try #require(PolicyChoice("adaptive"))],
            radios: [.lte], values: Self.values)
        bench.rivals = CurveSubject.rivals(among: Self.rivals.compactMap { PolicyChoice($0) })
        #expect(bench.rivals.count > 20)
        let same = try await bench.run(jobs: 2)
        #expect(report.gains.map(\.valueJoules) == Self.values)
        for (gain, row) in zip(report.gains, same) {
            let own = try #require(row.engine)
            #expect(abs(gain.joulesPerDay - (own.gainJoulesPerDay ?? .nan)) < 1e-6)
            #expect(abs(gain.joulesPerDay / gain.boundJoulesPerDay - (own.shareOfClairvoyant ?? .nan)) < 1e-6)
            #expect(gain.bestRival == row.bestRival?.policy)
            #expect(
                abs((gain.bestRivalJoulesPerDay ?? .nan) - (row.bestRival?.gainJoulesPerDay ?? .nan)) < 1e-6)
        }
        let text = CurveTableReport.text([report])
        #expect(
            text.contains("Gain, and that of the best of 2 baselines at its best setting"))
        #expect(
            CurveJSONReport.text([report], version: "1").contains(
                "\"gains\":[{\"valueJoules\":5,\"joulesPerDay\":"))
    }

    /// One device has no intervals; from few they are noted to be too narrow.
    @Test func intervalsFromFewDevicesAreNoted() async throws {
        let (_, reports) = try await Self.shared.value
        let legends = reports.map { CurveTableReport.legend($0).joined(separator: " ") }
        #expect(!legends[0].contains("bootstrap") && !legends[0].contains("Note"))
        #expect(legends[2].contains("bootstrap") && legends[2].contains("Note: intervals from 2 devices"))
        #expect(legends[4].contains("Note: intervals from 3 devices"))
    }
}
