import Benchmark
import FetchSched
import FetchSim
import FetchGenerate
import FetchTrace

/// The same generated input for all: one heavy user, 28 days, seed 1.
private let input: (names: TraceNames, events: [TraceEvent], csv: [UInt8]) = {
    guard let preset = GeneratorPreset.named("heavy") else { return (TraceNames(), [], []) }
    var names = TraceNames()
    let events = TraceGenerator(preset: preset, devices: 1, days: 28, seed: 1)
        .generateDevice(0, names: &names)
    let sink = MemorySink()
    var writer = TraceWriter(to: sink)
    do {
        for event in events { try writer.write(event, names: names) }
        try writer.finish()
    } catch {
        return (names, events, [])
    }
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

    // The same user among ever more apps: the three figures should be alike.
    for count in [100, 1000, 1_000_000] {
        Benchmark("engine: 100 sessions with 60 of \(count) apps") { benchmark in
            var user = SyntheticUser(apps: count, used: 60)
            for _ in 0..<500 { try user.session() }
            benchmark.startMeasurement()
            for _ in 0..<100 { try user.session() }
        }
    }

    Benchmark("engine: a million apps registered") { _ in
        var scheduler = Scheduler(seed: 1)
        for _ in 0..<1_000_000 { blackHole(scheduler.register(.minimum, at: .epoch)) }
    }

    Benchmark("engine: launch, free moment, fetches and end of use, 100 apps") { benchmark in
        var scheduler = Scheduler(seed: 1)
        var now = Instant(seconds: 1_700_000_000)
        let apps = (0..<100).map { _ in scheduler.register(.minimum, at: now) }
        func session(_ index: Int) throws {
            let app = apps[index * 7 % 100]
            now = now + .minutes(20)
            scheduler.observe(.launch(app), at: now)
            scheduler.observe(.radio(.user, until: now + .seconds(0.5)), at: now)
            while let next = scheduler.nextFetch(at: now) {
                now = now + .seconds(0.4)
                try scheduler.complete(next, index % 3 == 0 ? .newData : .noData, bytes: 100_000, at: now)
            }
            now = now + .seconds(30)
            scheduler.observe(.endOfUse(app), at: now)
            blackHole(scheduler.nextWakeup(after: now))
        }
        for index in 0..<500 { try session(index) }
        benchmark.startMeasurement()
        for index in 500..<1500 { try session(index) }
    }
}

/// A user who opens some of the apps, as it befits a fixed seed, and a host that does what the scheduler says.
private struct SyntheticUser {
    private var scheduler = Scheduler(seed: 1)
    private var now = Instant(seconds: 1_700_000_000)
    private var random = SplitMix64(seed: 5)
    private var used: [AppID] = []
    private var sessions = 0

    init(apps: Int, used: Int) {
        let all = (0..<apps).map { _ in scheduler.register(.minimum, at: now) }
        self.used = (0..<used).map { all[$0 * (apps / used)] }
    }

    mutating func session() throws {
        let rank = PortableMath.exp(random.nextUnit() * PortableMath.log(Double(used.count + 1)))
        let app = used[min(used.count, max(1, Int(rank))) - 1]
        sessions += 1
        now = now + .minutes(Int64(1 + random.next() % 60))
        scheduler.observe(.launch(app), at: now)
        let found = random.nextUnit() < 0.5 ? FetchOutcome.newData : .noData
        scheduler.observe(.foregroundSync(app, found, bytes: 50_000), at: now)
        scheduler.observe(.radio(.user, until: now + .seconds(0.5)), at: now)
        try fetch()
        now = now + .seconds(30)
        scheduler.observe(.endOfUse(app), at: now)
        guard let wakeup = scheduler.nextWakeup(after: now) else { return }
        now = wakeup
        try fetch()
        blackHole(scheduler.nextWakeup(after: now))
    }

    private mutating func fetch() throws {
        while let next = scheduler.nextFetch(at: now) {
            now = now + .seconds(0.4)
            try scheduler.complete(
                next, sessions % 3 == 0 ? .newData : .noData, bytes: 100_000, at: now)
        }
    }
}
