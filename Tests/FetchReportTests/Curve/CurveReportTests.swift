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
            CurveJSONReport.text([report], from: ReportSource(version: "1", command: "c")).contains(
                "\"gains\":[{\"valueJoules\":5,\"joulesPerDay\":"))
    }

    /// A line for each run and each figure that is read off, of the bound too; the same cells in each.
    @Test func csvHasRunsAndIntervals() async throws {
        let (_, reports) = try await Self.shared.value
        let lines = CurveCSVReport.text(reports).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let head = lines[0]
        #expect(lines.allSatisfy { $0.count == head.count })
        let rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(head, $0)) }
        for report in reports {
            let own = rows.filter { $0["trace"] == report.trace && $0["radio"] == report.radio }
            let runs = report.families.reduce(0) { $0 + $1.curve.points.count }
            #expect(own.count { $0["figure"] == "run" } == runs)
            #expect(own.count { $0["figure"] == "energyForShare" } == 4 * CurveReport.levels.count)
            #expect(own.count { $0["figure"] == "shareForEnergy" } == 4 * CurveReport.budgets.count)
            let engine = own.filter { $0["policy"] == "adaptive" }
            #expect(engine.filter { $0["run"] == "V=5" }.allSatisfy { $0["valueJoules"] == "5" })
            #expect(engine.allSatisfy { $0["timesEngine"] == "" })
            let family = try #require(report.families.first { !$0.isEngine })
            let level = try #require(CurveReport.levels.firstIndex(of: 0.7))
            let row = try #require(
                own.first {
                    $0["policy"] == family.name && $0["figure"] == "energyForShare"
                        && $0["freshLaunchShare"] == "0.7"
                })
            #expect(row["joulesPerDay"] == CSVReport.figure(family.joulesAtLevel[level].value))
            #expect(row["timesEngine"] == CSVReport.figure(family.timesEngineAtLevel[level].value))
            if report.devices == 1 { #expect(row["low95"] == "" && row["timesEngineLow95"] == "") }
        }
    }

    /// The ratio is that of the energies, and stands in the tables of several devices.
    @Test func energiesAreComparedDeviceByDevice() async throws {
        let (_, reports) = try await Self.shared.value
        let pooled = try #require(reports.first { $0.devices == 3 })
        let engine = try #require(pooled.families.first { $0.isEngine })
        #expect(engine.timesEngineAtLevel.isEmpty)
        for family in pooled.families where !family.isEngine {
            for level in CurveReport.levels.indices {
                let (own, other) = (engine.joulesAtLevel[level].value, family.joulesAtLevel[level].value)
                guard let own, own > 0, let other else { continue }
                #expect(family.timesEngineAtLevel[level].value == max(0, other) / own)
            }
        }
        let words = "Energy over that of adaptive for the same share, device by device"
        #expect(CurveTableReport.text([pooled]).contains(words))
        #expect(CurveSummaryReport.text([pooled], level: 0.8).contains(words))
        #expect(!CurveTableReport.text([reports[0]]).contains(words))
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
