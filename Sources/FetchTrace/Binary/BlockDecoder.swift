import FetchSched

/// Turns the content of an `events` block into events. Everything is checked, so that not even a block made to
/// harm (with a right checksum) gives an event that trace format 1 does not have.
struct BlockDecoder: Sendable {
    /// By the file's numbers: the numbers of the names in the reader's tables.
    struct Names: Sendable {
        var devices: [Int32] = []
        var apps: [Int32] = []
        var labels: [Int32] = []
    }

    /// The device of the block, by its number in the file, and where the content goes on.
    static func device(_ bytes: Span<UInt8>, _ names: Names) throws(BlockProblem) -> (number: Int, next: Int)
    {
        var index = 0
        let number = try readNumber(bytes, &index, bytes.count)
        guard number < UInt64(names.devices.count) else {
            throw BlockProblem(
                offset: 0, found: "device number \(number)", expected: "one of \(names.devices.count) names")
        }
        return (Int(number), index)
    }

    /// Appends the events of the block to `events`.
    ///
    /// - Complexity: O(*n*) in the size of the block.
    static func decode(
        _ bytes: Span<UInt8>, _ names: Names, into events: inout [TraceEvent]
    ) throws(BlockProblem) {
        var (device, index) = try device(bytes, names)
        let count = try readCount(bytes, &index, atMost: BinaryFormat.mostEvents, "events")
        let shapes = try readShapes(bytes, &index)
        let apps = try readApps(bytes, &index, names)
        var starts: InlineArray<8, Int> = .init(repeating: 0)
        var ends: InlineArray<8, Int> = .init(repeating: 0)
        let first = index
        var sizes = [Int](repeating: 0, count: BlockColumn.count)
        for column in 0..<BlockColumn.count {
            sizes[column] = try readCount(bytes, &index, atMost: bytes.count, "bytes of a column")
        }
        var next = index
        for column in 0..<BlockColumn.count {
            starts[column] = next
            next += sizes[column]
            ends[column] = next
        }
        guard next == bytes.count, sizes[BlockColumn.shapes] == count else {
            throw BlockProblem(
                offset: first, found: "columns of another length than the block", expected: "the same length")
        }

        var second: Int64 = 0
        var last = Int64.min
        var label: Int64 = 0
        let device32 = names.devices[device]
        let shapeSpan = shapes.span
        let appSpan = apps.span
        for position in 0..<count {
            let shapeAt = starts[BlockColumn.shapes] + position
            let code = Int(bytes[shapeAt])
            guard code < shapeSpan.count else {
                throw BlockProblem(
                    offset: shapeAt, found: "shape \(code)", expected: "one of \(shapeSpan.count)")
            }
            let shape = shapeSpan[code]
            var event = shape.prototype
            event.device = device32

            let at = starts[BlockColumn.seconds]
            let delta = try readNumber(bytes, &starts[BlockColumn.seconds], ends[BlockColumn.seconds])
            guard delta < UInt64(TraceLimits.time / 1_000) else { throw badTime(at) }
            second += Int64(delta)
            var time = second * 1_000
            if shape.parts.contains(.milliseconds) {
                let rest = try readNumber(
                    bytes, &starts[BlockColumn.milliseconds], ends[BlockColumn.milliseconds])
                guard rest < 1_000 else { throw badTime(at) }
                time += Int64(rest)
            }
            guard time >= last, time < TraceLimits.time else { throw badTime(at) }
            last = time
            event.time = Instant(milliseconds: time)

            if shape.parts.contains(.app) {
                let at = starts[BlockColumn.apps]
                let app = try readNumber(bytes, &starts[BlockColumn.apps], ends[BlockColumn.apps])
                guard app < UInt64(appSpan.count) else {
                    throw BlockProblem(offset: at, found: "app \(app)", expected: "one of \(appSpan.count)")
                }
                event.app = appSpan[Int(app)]
            }
            if shape.parts.contains(.number) {
                event.value = try readValue(
                    bytes, &starts[BlockColumn.numbers], ends[BlockColumn.numbers], event.kind)
            } else if shape.parts.contains(.label) {
                let at = starts[BlockColumn.labels]
                let change = try readNumber(bytes, &starts[BlockColumn.labels], ends[BlockColumn.labels])
                label &+= unfolded(change)
                guard label >= 0, label < Int64(names.labels.count) else {
                    throw BlockProblem(
                        offset: at, found: "label \(label)", expected: "one of \(names.labels.count) names")
                }
                event.value = .named(word: shape.word, name: names.labels[Int(label)])
            }
            if shape.parts.contains(.bytes) {
                let at = starts[BlockColumn.bytes]
                let size = try readNumber(bytes, &starts[BlockColumn.bytes], ends[BlockColumn.bytes])
                guard size <= UInt64(TraceLimits.bytes) else {
                    throw BlockProblem(
                        offset: at, found: "bytes \(size)", expected: "0 to \(TraceLimits.bytes)")
                }
                event.bytes = Int64(size)
            }
            if shape.parts.contains(.duration) {
                let at = starts[BlockColumn.durations]
                let number = try readNumber(
                    bytes, &starts[BlockColumn.durations], ends[BlockColumn.durations])
                guard let duration = BlockColumn.unscaled(number) else {
                    throw BlockProblem(
                        offset: at, found: "duration \(number)",
                        expected: "0 to \(TraceLimits.duration / 1_000) seconds")
                }
                event.duration = TimeSpan(milliseconds: duration)
            }
            events.append(event)
        }
        for column in 1..<BlockColumn.count where starts[column] != ends[column] {
            throw BlockProblem(
                offset: starts[column], found: "more numbers than the events need",
                expected: "the column's end")
        }
    }

    /// What the loop needs of a shape.
    private struct Shape {
        let parts: EventShape.Parts
        let word: UInt8
        let prototype: TraceEvent
    }

    private static func readShapes(
        _ bytes: Span<UInt8>, _ index: inout Int
    ) throws(BlockProblem) -> [Shape] {
        let count = try readCount(bytes, &index, atMost: EventShape.most, "shapes")
        var shapes: [Shape] = []
        for _ in 0..<count {
            guard index + 3 <= bytes.count,
                let shape = EventShape(kind: bytes[index], parts: bytes[index + 1], word: bytes[index + 2])
            else {
                throw BlockProblem(
                    offset: index, found: "a shape that no event has", expected: "a shape of trace format 1")
            }
            shapes.append(Shape(parts: shape.parts, word: shape.word, prototype: shape.prototype))
            index += 3
        }
        return shapes
    }

    private static func readApps(
        _ bytes: Span<UInt8>, _ index: inout Int, _ names: Names
    ) throws(BlockProblem) -> [Int32] {
        let count = try readCount(bytes, &index, atMost: bytes.count, "apps")
        var apps: [Int32] = []
        for _ in 0..<count {
            let at = index
            let app = try readNumber(bytes, &index, bytes.count)
            guard app < UInt64(names.apps.count) else {
                throw BlockProblem(
                    offset: at, found: "app number \(app)", expected: "one of \(names.apps.count) names")
            }
            apps.append(names.apps[Int(app)])
        }
        return apps
    }

    private static func readValue(
        _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, _ kind: EventKind
    ) throws(BlockProblem) -> EventValue {
        guard index + 8 <= end else {
            throw BlockProblem(offset: index, found: "the end of the column", expected: "a value")
        }
        let number = Double(bitPattern: readLittleEndian(bytes, index))
        guard EventShape.allows(number, kind) else {
            throw BlockProblem(
                offset: index, found: "value \(number)", expected: ValueDecoder(kind.schema.value).expected)
        }
        index += 8
        return .number(number)
    }

    private static func badTime(_ offset: Int) -> BlockProblem {
        BlockProblem(
            offset: offset, found: "a time that decreases or is out of range",
            expected: "a time from 1970 to 3000")
    }
}

/// Reads a number of things, of which there cannot be more than `limit`.
func readCount(
    _ bytes: Span<UInt8>, _ index: inout Int, atMost limit: Int, _ things: String
) throws(BlockProblem) -> Int {
    let start = index
    let count = try readNumber(bytes, &index, bytes.count)
    guard count <= UInt64(limit) else {
        throw BlockProblem(offset: start, found: "\(count) \(things)", expected: "at most \(limit)")
    }
    return Int(count)
}
