import FetchSim
import FetchTrace
import FetchCommandLine

extension BenchCommand {
    /// Replays the devices, and writes down of each what a merge needs.
    func writePartial() async throws {
        guard let path = partial.file else { return }
        let header = try partialHeader()
        let work = try PartialTask(header).work
        let writer = try PartialWriter(path: path, header)
        defer { writer.abandon() }
        for trace in traces {
            var (total, source) = try devices(of: trace, work)
            let progress = Progress(
                "bench", total: total, unit: "events", isQuiet: runOptions.quiet || total == 0)
            defer { progress.end() }
            try await work.run(
                jobs: runOptions.workers, progress: { progress.advance($0) }, next: { try source.next() }
            ) { try writer.write($0) }
            progress.end()
        }
        try writer.commit()
    }

    /// The devices of the trace at `path` that belong to the shard, and how much work they are, as far as that is
    /// known.
    ///
    /// A trace in which each device's lines come together is read device by device; so is standard input, which need not
    /// fit into memory.
    private func devices(
        of path: String, _ work: ShardWork
    ) throws -> sending (work: Int, source: ShardSource) {
        let name = partial.name(of: path)
        let shard = partial.shard?.shard
        var total = 0
        if devicesOption.wanted.isEmpty, path == "-" || FileSource.canReadAgain(path) {
            var isDeviceByDevice = true
            if path != "-" {
                let outline = try TraceOutline(of: TraceReader(path: path, options: reading.options))
                isDeviceByDevice = outline.isDeviceByDevice
                total = outline.events * work.replaysPerDevice / (shard?.count ?? 1)
                if isDeviceByDevice { ReadingOptions.warn(of: outline.longUses, in: path) }
            }
            if isDeviceByDevice {
                let reader = DeviceTraceReader(
                    try TraceReader(path: path, options: reading.options), sort: reading.sort)
                return (total, ShardSource(reader: reader, path: path, name: name, shard: shard))
            }
        }
        let trace = try Trace.read(path: path, options: reading.options, sort: reading.sort)
        try trace.expectEvents()
        ReadingOptions.warn(of: trace.longUses, in: trace.source)
        var devices: [ShardWork.Device] = []
        for device in try devicesOption.chosen(among: DeviceTrace.devices(of: trace), of: path)
        where shard?.contains(device.name) ?? true {
            total += device.eventCount * work.replaysPerDevice
            devices.append((name, device))
        }
        return (total, ShardSource(devices: devices))
    }
}

/// Where the devices of a shard come from.
struct ShardSource {
    private var reader: DeviceTraceReader?
    private var devices: ArraySlice<ShardWork.Device> = []
    private var path = ""
    private var name = ""
    private var shard: PartialHeader.Shard?

    /// Devices that were read before.
    init(devices: [ShardWork.Device]) { self.devices = devices[...] }

    /// The devices of a shard of a trace named `name`, read one after the other.
    init(reader: DeviceTraceReader, path: String, name: String, shard: PartialHeader.Shard?) {
        self.reader = reader
        self.path = path
        self.name = name
        self.shard = shard
    }

    mutating func next() throws -> ShardWork.Device? {
        while true {
            guard let step = try reader?.next() else { return devices.popFirst() }
            switch step {
            case .end:
                // Files read before have been warned of already.
                if path == "-", let reader { ReadingOptions.warn(of: reader.longUses, in: "<stdin>") }
                return nil
            case .scattered:
                throw TraceError(
                    kind: .data, file: path == "-" ? "<stdin>" : path,
                    found: "lines of a device that was over",
                    expected: "each device's lines together",
                    advice: path == "-"
                        ? "sort the trace by device and time, or read it from a file" : "the file has changed"
                )
            case .device(let trace):
                if let shard, !shard.contains(trace.name) { continue }
                return (name, trace)
            }
        }
    }
}
