import FetchSched

/// Writes a trace in binary form: what a CSV trace says in about a sixth of the bytes, with checksums.
///
///     let file = try AtomicFile(path: "week.fst")
///     var writer = BinaryTraceWriter(to: file)
///     for event in trace.events { try writer.write(event, names: trace.names) }
///     try writer.finish()
///     try file.commit()
///
/// What it writes reads back as the same events with the same numbers, in the same order. The times of a device must
/// not decrease. It holds the events of one device, or of up to ``groupSize`` events where devices take turns.
public struct BinaryTraceWriter: TraceOutput {
    /// After so many events, those at hand are written when the device changes.
    private static let deviceSize = 1 << 12
    /// After so many events, those at hand are written.
    public static let groupSize = 1 << 18

    /// So many bytes of new names are written at once.
    private static let namesSize = 1 << 20

    private let sink: any ByteSink
    private let checksum = CRC32C.shared
    private let groupSize: Int
    private var hasBegun = false
    private var eventCount = 0
    private var newNames = NewNames()

    /// The blocks at hand, each of a device of its own.
    private var blocks: [BlockEncoder] = []
    /// By device: its block, or nothing.
    private var blockOfDevice: [Int32: Int] = [:]
    /// In which order the events of the blocks come: a block, and how many of its events.
    private var runs: [(block: Int, length: Int)] = []
    private var pending = 0
    private var times = DeviceTimes()

    /// Makes a writer; the file's header goes out with the first events.
    public init(to sink: any ByteSink) {
        self.init(to: sink, groupSize: Self.groupSize)
    }

    init(to sink: any ByteSink, groupSize: Int) {
        self.sink = sink
        self.groupSize = groupSize
    }

    /// Takes one event; `names` are those that the event's numbers refer to, the same at every call but for names
    /// that were added.
    ///
    /// - Throws: ``TraceError/Kind/data`` if the event breaks the rules of its kind or comes before the last one of
    ///   its device, with the line it would have had in CSV (and nothing of it is written), or
    ///   ``TraceError/Kind/cannotWrite``.
    public mutating func write(_ event: TraceEvent, names: TraceNames) throws(TraceError) {
        do {
            try newNames.add(names)
            try check(event, names)
            try times.advance(event, names.devices, offset: 0)
        } catch {
            throw TraceError(
                kind: .data, file: sink.name, line: eventCount + 2, found: error.found,
                expected: error.expected, advice: error.advice)
        }
        let isOtherDevice = runs.last.map { blocks[$0.block].device != event.device } ?? false
        let isFull = blockOfDevice[event.device].map { blocks[$0].isFull } ?? false
        if isFull || pending >= groupSize
            || (isOtherDevice && blocks.count == 1 && pending >= Self.deviceSize)
        {
            try flush()
        }
        let block = blockOfDevice[event.device] ?? addBlock(event.device)
        blocks[block].append(event)
        if let last = runs.last, last.block == block {
            runs[runs.count - 1].length += 1
        } else {
            runs.append((block, 1))
        }
        pending += 1
        eventCount += 1
        if newNames.size >= Self.namesSize { try writeNames() }
    }

    /// Writes what is at hand and the end of the trace. To be called once, at the end; the sink is not closed.
    public mutating func finish() throws(TraceError) {
        try flush()
        var content: [UInt8] = []
        content.appendNumber(UInt64(eventCount))
        try writeBlock(.end, content)
    }

    private mutating func addBlock(_ device: Int32) -> Int {
        blocks.append(BlockEncoder(device: device))
        blockOfDevice[device] = blocks.count - 1
        return blocks.count - 1
    }

    private mutating func flush() throws(TraceError) {
        try writeNames()
        // Devices one after the other need no order.
        if runs.count > blocks.count {
            var order: [UInt8] = []
            order.appendNumber(UInt64(blocks.count))
            order.appendNumber(UInt64(runs.count))
            for run in runs {
                order.appendNumber(UInt64(run.block))
                order.appendNumber(UInt64(run.length))
            }
            try writeBlock(.order, order)
        }
        for block in blocks { try writeBlock(.events, block.content()) }
        blocks.removeAll(keepingCapacity: true)
        blockOfDevice.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        pending = 0
    }

    /// Writes the names that have been added, before any event that refers to them.
    private mutating func writeNames() throws(TraceError) {
        guard newNames.size > 0 else { return }
        try writeBlock(.names, newNames.take())
    }

    private mutating func writeBlock(
        _ type: BinaryFormat.BlockType, _ content: [UInt8]
    ) throws(TraceError) {
        if !hasBegun {
            hasBegun = true
            var header = BinaryFormat.magic
            header.appendLittleEndian(BinaryFormat.version)
            header.appendLittleEndian(UInt16(0))
            header.appendLittleEndian(checksum.checksum(header.span))
            try sink.write(header)
        }
        var block = [type.rawValue]
        block.appendLittleEndian(UInt32(truncatingIfNeeded: content.count))
        block += content
        block.appendLittleEndian(checksum.checksum(block.span))
        try sink.write(block)
    }
}

// What an event must be like.
extension BinaryTraceWriter {
    private func check(_ event: TraceEvent, _ names: TraceNames) throws(RecordProblem) {
        let time = event.time.milliseconds
        guard 0..<TraceLimits.time ~= time else {
            throw problem("time \(time) ms", "a time from 1970 to 3000")
        }
        guard event.device >= 0, event.device < names.devices.count else {
            throw problem("device number \(event.device)", "one of the trace's \(names.devices.count) names")
        }
        guard event.app == TraceEvent.none || (event.app >= 0 && event.app < names.apps.count) else {
            throw problem("app number \(event.app)", "one of the trace's \(names.apps.count) names")
        }
        guard EventShape(of: event).isAllowed else {
            throw problem(
                "columns of another form",
                "those of event \(quoted(event.kind.schema.name)) in trace format 1")
        }
        switch event.value {
        case .number(let number) where !EventShape.allows(number, event.kind):
            throw problem("value \(number)", ValueDecoder(event.kind.schema.value).expected)
        case .named(_, let name) where name < 0 || name >= names.labels.count:
            throw problem("label number \(name)", "one of the trace's \(names.labels.count) names")
        default: break
        }
        guard -1...TraceLimits.bytes ~= event.bytes else {
            throw problem("bytes \(event.bytes)", "0 to \(TraceLimits.bytes)")
        }
        if let duration = event.duration, !(0...TraceLimits.duration ~= duration.milliseconds) {
            throw problem(
                "\(duration.milliseconds) ms", "0 to \(TraceLimits.duration / 1_000) seconds")
        }
    }

    private func problem(_ found: String, _ expected: String) -> RecordProblem {
        RecordProblem(offset: 0, found: found, expected: expected)
    }
}

/// The names that a writer has seen and not yet written.
private struct NewNames: Sendable {
    private var counts = (devices: 0, apps: 0, labels: 0)
    private var devices: [String] = []
    private var apps: [String] = []
    private var labels: [String] = []
    /// Bytes of the names, and some per name.
    private(set) var size = 0

    /// Takes what the tables have more than at the last call.
    mutating func add(_ names: TraceNames) throws(RecordProblem) {
        try Self.add(names.devices, "device", &counts.devices, &devices, &size)
        try Self.add(names.apps, "app", &counts.apps, &apps, &size)
        try Self.add(names.labels, "label", &counts.labels, &labels, &size)
    }

    private static func add(
        _ table: NameTable, _ column: String, _ known: inout Int, _ new: inout [String], _ size: inout Int
    ) throws(RecordProblem) {
        while known < table.count {
            let name = table.names[known]
            guard isTraceName(name) else {
                throw RecordProblem(
                    offset: 0, found: "\(column) \(quoted(name))",
                    expected: "a name of some length without control characters")
            }
            new.append(name)
            size += name.utf8.count + 4
            known += 1
        }
    }

    /// The content of a `names` block; afterwards there are none.
    mutating func take() -> [UInt8] {
        var content: [UInt8] = []
        for list in [devices, apps, labels] {
            content.appendNumber(UInt64(list.count))
            for name in list {
                content.appendNumber(UInt64(name.utf8.count))
                content += name.utf8
            }
        }
        devices.removeAll(keepingCapacity: true)
        apps.removeAll(keepingCapacity: true)
        labels.removeAll(keepingCapacity: true)
        size = 0
        return content
    }
}
