import Benchmark
import FetchSched
import FetchSim
import FetchGenerate
import FetchTrace

/// One generated input for all: one heavy user, 28 days, seed 1.
private let input: (names: TraceNames, events: [TraceEvent], csv: [UInt8]) = {
    guard let preset = GeneratorPreset.named("heavy") else { return (TraceNames(), [], []) }
    var names = TraceNames()
    let events = TraceGenerator(preset: preset, devices: 1, days: 28, seed: 1)
        .generateDevice(0, names: &names)
    let sink = MemorySink()
    var writer = TraceWriter(to: sink)
    // An event that was not written is missing when they are read.
    for event in events { try? writer.write(event, names: names) }
    try? writer.finish()
    return (names, events, sink.bytes)
}()

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput], warmupIterations: 2, maxDuration: .seconds(3), maxIterations: 1000
    )

    Benchmark("read the trace") { benchmark in
        let bytes = input.csv
        benchmark.startMeasurement()
        var reader = try TraceReader(bytes: bytes)
        var count = 0
        while try reader.next() != nil { count += 1 }
        precondition(count == input.events.count)
    }

    for name in ["none", "aligned-1800", "piggyback-1800", "adaptive"] {
        Benchmark("replay \(name), 28 days of a heavy user") { benchmark in
            let device = DeviceTrace(name: "d0", events: input.events, names: input.names)
            guard let policy = PolicyChoice(name) else { return }
            let bench = Bench(
                trace: "heavy", devices: [device], policies: [policy], radios: [.lte], values: [20])
            benchmark.startMeasurement()
            blackHole(try await bench.run(jobs: 1))
        }
    }
}
