import FetchTrace
import Synchronization
import Testing

@testable import FetchSim
import FetchGenerate

/// Devices that are read one after the other give what the whole trace gives, and are not all held.
@Suite struct BenchStreamTests {
    private static let policies = ["none", "piggyback-900", "adaptive", "clairvoyant"]

    /// Half of a day's events of a few devices.
    private func trace(
        devices: Int = 4, arrange: ([TraceEvent]) -> [TraceEvent] = { $0 }
    ) throws -> [UInt8] {
        let preset = try #require(GeneratorPreset.named("quiet"))
        let generator = TraceGenerator(preset: preset, devices: devices, days: 1, seed: 3)
        var names = TraceNames()
        var events: [TraceEvent] = []
        for device in 0..<devices {
            let all = generator.generateDevice(device, names: &names)
            events += all.prefix(all.count / 2)
        }
        let sink = MemorySink()
        var writer = TraceWriter(to: sink)
        for event in arrange(events) { try writer.write(event, names: names) }
        try writer.finish()
        return sink.bytes
    }

    private func whole(_ bytes: [UInt8], sort: Bool = false) throws -> [DeviceTrace] {
        var reader = try TraceReader(bytes: bytes, options: .init(allowDisorder: sort))
        var trace = Trace()
        while let event = try reader.next() { trace.events.append(event) }
        trace.names = reader.names
        if sort { trace.events.sortStably() }
        return DeviceTrace.devices(of: trace)
    }

    /// The devices one by one; nil if one of them comes back.
    private func streamed(_ bytes: [UInt8], sort: Bool = false, chunk: Int = 1000) throws -> [DeviceTrace]? {
        let options = TraceReader.Options(allowDisorder: sort, chunkSize: chunk)
        var reader = DeviceTraceReader(try TraceReader(bytes: bytes, options: options), sort: sort)
        var devices: [DeviceTrace] = []
        while true {
            switch try reader.next() {
            case .device(let device): devices.append(device)
            case .scattered: return nil
            case .end: return devices
            }
        }
    }

    private func bench(_ devices: [DeviceTrace], _ names: [String] = policies) throws -> Bench {
        Bench(
            trace: "t", devices: devices, policies: try names.map { try #require(PolicyChoice($0)) },
            radios: [.lte, .wifi], values: [5, 100], seed: 7)
    }

    @Test func devicesAreThoseOfTheWholeTrace() throws {
        let bytes = try trace()
        let expected = try whole(bytes)
        let found = try #require(try streamed(bytes))
        #expect(found.map(\.name) == expected.map(\.name))
        #expect(found.map(\.appNames) == expected.map(\.appNames))
        #expect(found.map(\.digest) == expected.map(\.digest))
        let outline = try TraceOutline(of: TraceReader(bytes: bytes))
        #expect(outline.isDeviceByDevice)
        #expect(outline.events == expected.reduce(0) { $0 + $1.eventCount })
        #expect(outline.mentions.hasFetchableApp && outline.mentions.hasUpdates)
        #expect(outline.mentions.unused == AppMentions(expected).unused)
    }

    @Test func sortingDeviceByDeviceIsSortingTheTrace() throws {
        // Each device's events backwards: those of the same time keep the order of the file.
        let bytes = try trace { $0.sorted { ($0.device, $1.time) < ($1.device, $0.time) } }
        #expect(throws: TraceError.self) { try streamed(bytes) }
        let found = try #require(try streamed(bytes, sort: true))
        #expect(found.map(\.digest) == (try whole(bytes, sort: true)).map(\.digest))
    }

    @Test func aDeviceThatComesBackIsFoundOut() throws {
        let bytes = try trace { events in
            // All of the first device but its last line, the others, then that line.
            guard let last = events.lastIndex(where: { $0.device == 0 }) else { return events }
            return Array(events[..<last] + events[(last + 1)...] + [events[last]])
        }
        #expect(try streamed(bytes) == nil)
        #expect(try !TraceOutline(of: TraceReader(bytes: bytes)).isDeviceByDevice)
        let byTime = try trace { $0.sorted { $0.time < $1.time } }
        #expect(try streamed(byTime) == nil)
    }

    @Test func errorsAndEmptyTraces() throws {
        let header = "time,event,app,value\n"
        let wrong = Array((header + "0,interval,a,minimum\n1,lunch,a,\n").utf8)
        let found = try #require(throws: TraceError.self) { try streamed(wrong) }
        #expect(found.line == 3)
        #expect(throws: found) { try TraceOutline(of: TraceReader(bytes: wrong)) }
        #expect(throws: TraceError.noEvents(file: "<memory>")) { try streamed(Array(header.utf8)) }
        #expect(throws: TraceError.noEvents(file: "<memory>")) {
            try TraceOutline(of: TraceReader(bytes: Array(header.utf8)))
        }
        let never = try TraceOutline(of: TraceReader(bytes: Array((header + "0,interval,a,never\n").utf8)))
        #expect(!never.mentions.hasFetchableApp)
        #expect(never.mentions.unused == ["a"])
    }

    @Test(arguments: [1, 3]) func reportsAreThoseOfTheWholeTrace(_ jobs: Int) async throws {
        let devices = try whole(try trace(devices: 2))
        let bench = try bench(devices)
        let expected = try await bench.run(jobs: 2)
        let done = Mutex(0)
        let left = Mutex(devices[...])
        let found = try await self.bench([]).run(
            jobs: jobs, progress: { part in done.withLock { $0 += part } }
        ) {
            left.withLock { $0.popFirst() }
        }
        #expect("\(found)" == "\(expected)")
        #expect(done.withLock { $0 } == bench.work)
    }

    /// A device is asked for only when every run of those before is at work or done: with one worker, one is held.
    @Test func devicesAreReadWhenTheyAreNeeded() async throws {
        let devices = try whole(try trace())
        let bench = try bench([], ["none", "piggyback-900"])
        let replays = bench.replaysPerDevice
        let done = Mutex(0)
        let ahead = Mutex([Int]())
        let left = Mutex(devices[...])
        _ = try await bench.run(jobs: 1, progress: { _ in done.withLock { $0 += 1 } }) {
            let (next, given) = left.withLock { left in
                defer { left = left.dropFirst() }
                return (left.first, devices.count - left.count)
            }
            ahead.withLock { $0.append(given * replays - done.withLock { $0 }) }
            return next
        }
        #expect(ahead.withLock { $0 } == [Int](repeating: 0, count: devices.count + 1))
    }

    @Test(arguments: [1, 4]) func whatTheSourceThrowsEndsTheRun(_ jobs: Int) async throws {
        struct Broken: Error {}
        let bench = try bench([], ["none"])
        let left = Mutex(try whole(try trace(devices: 2))[...])
        do {
            _ = try await bench.run(jobs: jobs) {
                guard let device = left.withLock({ $0.popFirst() }) else { throw Broken() }
                return device
            }
            Issue.record("the run went on")
        } catch is Broken {}
    }

    @Test func noDevicesAndNoRuns() async throws {
        let empty = try await bench([]).run(jobs: 2)
        let streamed = try await bench([]).run(jobs: 2) { nil }
        #expect("\(streamed)" == "\(empty)")
        let left = Mutex(try whole(try trace(devices: 2))[...])
        let nothing = Bench(trace: "t", devices: [], policies: [], radios: [], values: [])
        let reports = try await nothing.run(jobs: 2) { left.withLock { $0.popFirst() } }
        #expect(reports.isEmpty)
        #expect(left.withLock { $0.isEmpty })
        #expect(nothing.replaysPerDevice == 0)
    }
}
