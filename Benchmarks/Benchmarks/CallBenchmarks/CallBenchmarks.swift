import Benchmark
import CountedMalloc
import FetchSched

/// Each call of the engine by itself, after a user's first weeks: time per call, heap allocations per thousand, memory.
let benchmarks: @Sendable () -> Void = {
    let allocations = BenchmarkMetric.custom("Allocations", useScalingFactor: false)
    let bytesPerApp = BenchmarkMetric.custom("Bytes per app", useScalingFactor: false)
    let timePerFetch = BenchmarkMetric.custom("Time per fetch", useScalingFactor: false)

    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, allocations], warmupIterations: 3, scalingFactor: .kilo,
        maxDuration: .seconds(2), maxIterations: 200)

    /// Measures `call` on a device that has been used for `sessions` sessions, a thousand calls at a time.
    func measure(
        _ name: String, apps: Int = 100, used: Int = 60, value: Double = 20, sessions: Int = 3000,
        idleFor pause: TimeSpan = .zero, _ call: @escaping @Sendable (inout Device) -> Void
    ) {
        let device = Lazy {
            var device = Device(apps: apps, used: used, value: value).after(sessions: sessions)
            device.now = device.now + pause
            return device
        }
        Benchmark(name) { benchmark in
            var device = device.value
            // Copies are made on the first write, and arrays grow to their size.
            for _ in 0..<1000 { call(&device) }
            let before = counted_malloc_calls()
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations { call(&device) }
            // Before the harness allocates for its own figures, more where a sample takes longer.
            let after = counted_malloc_calls()
            benchmark.stopMeasurement()
            benchmark.measurement(allocations, Int(after - before))
            blackHole(device.fetches)
        }
    }

    measure("observe(launch)") { $0.tell(.launch($0.nextApp())) }
    measure("observe(launch), four to a session") { $0.launch(ofSession: 4) }
    measure("observe(radio)") { device in
        device.now = device.now + .seconds(10)
        device.tell(.radio(.user, until: device.now + .seconds(0.5)))
    }
    measure("observe(foregroundSync)") { $0.tell(.foregroundSync($0.nextApp(), .noData, bytes: 0)) }
    measure("observe(contentHint)") { $0.tell(.contentHint($0.nextApp())) }
    measure("observe(network)") { device in
        device.now = device.now + .seconds(10)
        device.tell(.network(.wifi))
    }
    measure("nextWakeup, nothing changed") { blackHole($0.engine.nextDeadline(after: $0.now)) }
    measure("nextFetch, radio asleep", idleFor: .minutes(1)) { blackHole($0.engine.nextAction(at: $0.now)) }

    for value in [20.0, 1000] {
        // Per session and not per fetch: the report divides.
        measure("session, 60 of 100 apps used, V = \(Int(value))", value: value, sessions: 1000) {
            $0.session()
        }
    }
    for count in [1000, 1_000_000] {
        measure("session, 60 of \(count) apps used, V = 20", apps: count, sessions: 1000) { $0.session() }
    }

    // A device with 60 used apps of 100, at a V that makes the engine wake the radio itself.
    let idle = Lazy { Device(apps: 100, used: 60, value: 1000).after(sessions: 1000) }
    Benchmark(
        "wakeup, batch and completions", configuration: .init(metrics: [timePerFetch], scalingFactor: .one)
    ) { benchmark in
        var device = idle.value
        let clock = ContinuousClock()
        var time = Duration.zero
        var fetches = 0
        for _ in 0..<100 {
            device.use()
            let before = device.fetches
            time += clock.measure { _ = device.wakeup() }
            fetches += device.fetches - before
        }
        precondition(fetches > 0, "no wakeup was measured")
        benchmark.measurement(timePerFetch, Int(time / .nanoseconds(1)) / fetches)
    }

    Benchmark(
        "a million apps registered",
        configuration: .init(metrics: [.wallClock, bytesPerApp], scalingFactor: .one)
    ) { benchmark in
        let before = counted_malloc_bytes()
        let device = Device(apps: 1_000_000, used: 1)
        benchmark.stopMeasurement()
        // The list of ids is the benchmark's own.
        benchmark.measurement(
            bytesPerApp, Int(counted_malloc_bytes() - before) / 1_000_000 - MemoryLayout<AppID>.stride)
        blackHole(device.apps.count)
    }
    Benchmark(
        "a thousand apps used, all that the engine holds",
        configuration: .init(metrics: [bytesPerApp], scalingFactor: .one)
    ) { benchmark in
        let before = counted_malloc_bytes()
        let device = Device(apps: 1000, used: 1000).after(sessions: 5000)
        // Memory of the device and its user is the benchmark's own.
        let bytes = Int(counted_malloc_bytes() - before - Device.ownBytes(apps: 1000)) / 1000
        benchmark.measurement(bytesPerApp, bytes)
        blackHole(device.fetches)
    }
}

/// A value that is made at its first use, on one thread.
private final class Lazy: Sendable {
    private nonisolated(unsafe) var made: Device?
    private let make: @Sendable () -> Device

    init(_ make: @escaping @Sendable () -> Device) { self.make = make }

    var value: Device {
        if let made { return made }
        let device = make()
        made = device
        return device
    }
}
