import FetchSched
import FetchTrace
import Testing

@testable import FetchImport
import FetchGenerate

@Suite struct RoundTripTests {
    /// The launches of a generated trace, written as a CSV log in any order and some of them twice, come back as
    /// they were; the trace is accepted by the reader.
    @Test(arguments: ["commuter", "heavy", "sparse"], [UInt64(1), 2])
    func generatedLaunchesComeBack(preset: String, seed: UInt64) throws {
        let generator = TraceGenerator(
            preset: try #require(GeneratorPreset.named(preset)), devices: 2, days: 4, seed: seed)
        var names = TraceNames()
        var expected: [AppUse] = []
        for device in 0..<2 {
            for event in generator.generateDevice(device, names: &names) where event.kind == .launch {
                expected.append(
                    AppUse(
                        device: names.devices[event.device], app: names.apps[event.app], start: event.time,
                        duration: event.duration))
            }
        }
        var random = SplitMix64(seed: seed)
        var rows = expected
        for _ in 0..<20 { rows.append(try #require(expected.randomElement(using: &random))) }
        rows.shuffle(using: &random)
        var text = "phone,what,began,took\n"
        for row in rows {
            text += "\(row.device),\(row.app),\(row.start.traceText),\(row.duration?.seconds ?? 0)\n"
        }
        let columns = try ColumnMap("time=began,app=what,duration=took,device=phone")
        var log = try ImportFormat.columnMap.read(
            [file(text)], try settings { $0.columns = columns })
        #expect(log.duplicates == 20)
        log.duplicates = 0
        let launches = LaunchLog(log, selection: AppSelection(), gap: .zero)
        #expect(launches.devices.flatMap(\.launches) == expected)
        #expect(launches.summary.duplicates == 0)

        let trace = TraceBuilder().trace(of: launches)
        var reader = try TraceReader(bytes: Array(try written(trace).utf8))
        var read: [TraceEvent] = []
        while let event = try reader.next() { read.append(event) }
        #expect(read.count == trace.events.count)
        #expect(read.filter { $0.kind == .launch }.map(\.time) == expected.map(\.start))
        #expect(read.filter { $0.kind == .launch }.map(\.duration) == expected.map(\.duration))
    }
}
