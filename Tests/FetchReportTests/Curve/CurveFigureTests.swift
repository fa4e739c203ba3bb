import FetchGenerate
import FetchSched
import Foundation
import Testing

@testable import FetchReport
@testable import FetchSim
@testable import FetchTrace

/// The figure for print.
@Suite struct CurveFigureTests {
    private func reports(_ devices: Int, policies: String, radios: [RadioProfile] = [.lte]) async throws
        -> [CurveReport]
    {
        let preset = try #require(GeneratorPreset.named("sparse"))
        let generator = TraceGenerator(preset: preset, devices: devices, days: 2, seed: 5)
        let traces = (0..<devices).map { device in
            var names = TraceNames()
            var events = generator.generateDevice(device, names: &names)
            let words = names.labels.number(of: "updates: <synthetic>, seed 5")
            events.insert(
                TraceEvent(
                    time: events[0].time, device: events[0].device, kind: .provenance,
                    value: .named(word: 0, name: words)), at: 0)
            return DeviceTrace(name: "d\(device)", events: events, names: names)
        }
        let settings = Bench(trace: "", devices: [], policies: [], radios: radios, values: [5, 100])
        let choices = try PolicyChoice.list(policies)
        var bench = CurveBench(
            traces: [("t.csv", traces)], subjects: CurveSubject.subjects(asNamed: choices), of: settings)
        bench.resamples = 40
        return try await bench.run(jobs: 2)
    }

    /// It is XML without scripts, style sheets and colours, has a line for each policy, and says where the data come from.
    @Test func itPrintsAnywhere() async throws {
        let figure = CurveFigure.text(
            try await reports(
                5, policies: "one-recent-600/3600,aligned-900/7200,adaptive", radios: [.lte, .wifi]))
        let page = PageReader(figure)
        #expect(page.fault == nil)
        #expect(page.elements["script"] == nil && page.elements["style"] == nil && page.links.isEmpty)
        // Three lines and three entries of the key, on two radios.
        #expect(page.elements["polyline"] == 12 && page.elements["polygon"] == 2)
        // Greys alone: three equal digits, or pairs of digits.
        let colours = figure.matches(of: /#[0-9a-f]{3,6}/).map { String($0.output.dropFirst()) }
        for colour in Set(colours) {
            #expect(
                colour == String(repeating: String(colour.prefix(colour.count / 3)), count: 3), "\(colour)")
        }
        for words in [
            ">background energy, J/day", ">launches with fresh content<", ">one-recent<", ">aligned<",
            ">adaptive<",
            "t.csv, lte, default", "t.csv, wifi, default", "updates: &lt;synthetic&gt;, seed 5",
            "Bars: 95 % bootstrap",
        ] {
            #expect(figure.contains(words), "\(words)")
        }
    }

    /// From few devices there are no bars. Of many policies those nearest to the bound are named, the rest are grey.
    @Test func whatIsLeftOut() async throws {
        let families = PolicyFamily.all.filter { !$0.sweep.isEmpty && !$0.isEngine }.map(\.name).prefix(10)
        let list = (families + ["adaptive"]).joined(separator: ",")
        let figure = CurveFigure.text(try await reports(2, policies: list))
        #expect(!figure.contains("bootstrap") && figure.contains("Without intervals: they need 5 devices."))
        #expect(figure.contains("Grey: other policies."))
        #expect(figure.components(separatedBy: "stroke=\"#aaa\"").count - 1 == 3)
        let page = PageReader(figure)
        #expect(page.fault == nil && page.elements["polyline"] == 11 + 8)
    }
}
