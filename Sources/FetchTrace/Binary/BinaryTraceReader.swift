import FetchSched

/// Reads the blocks of a binary trace one after the other, each checked by its checksum.
///
/// Memory is for one block, or for the blocks of devices that take turns.
struct BinaryTraceReader {
    private var source: any ByteSource
    private let chunk: Int
    private let checksum = CRC32C.shared

    /// The bytes at hand are `buffer[start..<end]`; a block begins at `start`.
    private var buffer: [UInt8]
    private var start = 0
    private var end: Int
    private var hasEnded = false
    /// The file's byte at `start`.
    private(set) var position = 0

    private var names = BlockDecoder.Names()
    /// Events of the trace so far, those of other devices included.
    private var count = 0

    /// The name of the source.
    var name: String { source.name }
    /// How many bytes the source has in all, if that is known.
    var byteCount: Int? { source.byteCount }

    /// Checks the file's header.
    ///
    /// - Parameter head: What has been read from `source` already.
    init(_ source: any ByteSource, chunk: Int, head: [UInt8]) throws(TraceError) {
        self.source = source
        self.chunk = chunk
        buffer = head
        end = head.count
        try need(BinaryFormat.headerLength, "the header")
        let length = BinaryFormat.headerLength
        for (index, byte) in BinaryFormat.magic.enumerated() where buffer[index] != byte {
            throw failure(index, "byte \(hexadecimal(buffer[index]))", "the first bytes of a binary trace")
        }
        try check(length)
        let version: UInt16 = readLittleEndian(buffer.span, BinaryFormat.magic.count)
        guard version == BinaryFormat.version else {
            throw failure(
                BinaryFormat.magic.count, "version \(version)", "version \(BinaryFormat.version)",
                advice: "a later fetchsched may read it")
        }
        advance(length)
    }

    /// Appends the events of the next blocks to `events`, those that come together.
    ///
    /// - Parameter only: A device whose events alone are decoded, if one is named.
    /// - Returns: False at the end of the trace.
    mutating func next(
        into events: inout [TraceEvent], _ decoder: inout EventDecoder, only: String?
    ) throws(TraceError) -> Bool {
        while true {
            let (type, content) = try readBlock()
            switch type {
            case .names:
                do throws(BlockProblem) {
                    try Self.adopt(buffer, content, &names, &decoder)
                } catch {
                    throw located(error)
                }
                advance(past: content)
            case .events:
                let before = events.count
                try decode(content, into: &events, &decoder, only: only)
                advance(past: content)
                if events.count > before { return true }
            case .order:
                let before = events.count
                try readInOrder(content, into: &events, &decoder, only: only)
                if events.count > before { return true }
            case .end:
                try readEnd(content)
                return false
            }
        }
    }

    /// Decodes the `events` block at hand, and checks that its device goes on where it stood.
    private mutating func decode(
        _ content: Range<Int>, into events: inout [TraceEvent], _ decoder: inout EventDecoder, only: String?
    ) throws(TraceError) {
        let before = events.count
        var skipped = 0
        do throws(BlockProblem) {
            let bytes = buffer.span.extracting(content)
            let (device, next) = try BlockDecoder.device(bytes, names)
            if let only, decoder.names.devices[names.devices[device]] != only {
                var index = next
                skipped = try readCount(bytes, &index, atMost: BinaryFormat.mostEvents, "events")
            } else {
                try BlockDecoder.decode(bytes, names, into: &events)
            }
        } catch {
            throw located(error)
        }
        count += skipped + events.count - before
        guard events.count > before else { return }
        do throws(RecordProblem) {
            try decoder.follow(events[before])
            try decoder.follow(events[events.count - 1])
        } catch {
            throw failure(0, error.found, error.expected, advice: error.advice)
        }
    }

    /// Reads the blocks that an `order` block speaks of, and lets their events take turns.
    private mutating func readInOrder(
        _ content: Range<Int>, into events: inout [TraceEvent], _ decoder: inout EventDecoder, only: String?
    ) throws(TraceError) {
        let order: Order
        do throws(BlockProblem) {
            order = try Order(buffer.span.extracting(content))
        } catch {
            throw located(error)
        }
        advance(past: content)
        var blocks: [[TraceEvent]] = []
        for _ in 0..<order.blocks {
            let (type, content) = try readBlock()
            guard type == .events else {
                throw failure(0, "a block of another type", "one of the \(order.blocks) blocks in order")
            }
            var block: [TraceEvent] = []
            try decode(content, into: &block, &decoder, only: only)
            advance(past: content)
            blocks.append(block)
        }
        if only != nil {
            for block in blocks { events += block }
            return
        }
        var next = [Int](repeating: 0, count: blocks.count)
        for run in order.runs {
            let from = next[run.block]
            guard run.length <= blocks[run.block].count - from else { break }
            next[run.block] = from + run.length
            events += blocks[run.block][from..<from + run.length]
        }
        guard zip(next, blocks).allSatisfy({ $0 == $1.count }) else {
            throw failure(0, "blocks of another length than their order says", "the same length")
        }
    }

    private mutating func readEnd(_ content: Range<Int>) throws(TraceError) {
        let total: UInt64
        do throws(BlockProblem) {
            let bytes = buffer.span.extracting(content)
            var index = 0
            total = try readNumber(bytes, &index, bytes.count)
            guard index == bytes.count else { throw Self.excess(index) }
        } catch {
            throw located(error)
        }
        guard total == UInt64(count) else {
            throw failure(0, "\(count) events", "the \(total) that the end of the trace says")
        }
        advance(past: content)
        while start == end, !hasEnded { try refill() }
        guard start == end else { throw failure(0, "more bytes", "the end of the file") }
    }
}

// Blocks of bytes.
extension BinaryTraceReader {
    /// Waits for the next block to be at hand, whole, and checks it.
    ///
    /// - Returns: Its type, and where in ``buffer`` its content is.
    private mutating func readBlock() throws(TraceError) -> (BinaryFormat.BlockType, Range<Int>) {
        try need(BinaryFormat.blockHead, "a block")
        let length = Int(readLittleEndian(buffer.span, start + 1, as: UInt32.self))
        guard length <= BinaryFormat.longestBlock else {
            throw failure(1, "a block of \(length) bytes", "at most \(BinaryFormat.longestBlock)")
        }
        let whole = BinaryFormat.blockHead + length + BinaryFormat.blockTail
        try need(whole, "the rest of a block of \(length) bytes")
        try check(whole)
        guard let type = BinaryFormat.BlockType(rawValue: buffer[start]) else {
            throw failure(0, "a block of type \(buffer[start])", "type 1 to 4")
        }
        let content = start + BinaryFormat.blockHead
        return (type, content..<content + length)
    }

    /// Goes behind the block with that content.
    private mutating func advance(past content: Range<Int>) {
        advance(content.upperBound + BinaryFormat.blockTail - start)
    }

    private mutating func advance(_ length: Int) {
        start += length
        position += length
    }

    /// Compares the checksum in the last four of `length` bytes with that of the others.
    private func check(_ length: Int) throws(TraceError) {
        let last = start + length - BinaryFormat.blockTail
        let stored: UInt32 = readLittleEndian(buffer.span, last)
        let found = checksum.checksum(buffer.span.extracting(start..<last))
        guard stored == found else {
            throw failure(
                0, "checksum \(hexadecimal(found)) of the \(length) bytes from here", hexadecimal(stored),
                advice: "the file is damaged; make it again from its source")
        }
    }

    private mutating func need(_ length: Int, _ what: String) throws(TraceError) {
        while end - start < length {
            if hasEnded {
                throw failure(
                    end - start, "the end of the file", what, advice: "the file was cut short; make it again")
            }
            try refill()
        }
    }

    private mutating func refill() throws(TraceError) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            end -= start
            start = 0
        }
        if buffer.count < end + chunk {
            // Doubling keeps the copies of a long block in proportion to its length.
            buffer += [UInt8](repeating: 0, count: Swift.max(end + chunk, end * 2) - buffer.count)
        }
        let size = try source.read(into: &buffer, from: end, atMost: buffer.count - end)
        if size == 0 { hasEnded = true }
        end += size
    }

    private func located(_ problem: BlockProblem) -> TraceError {
        failure(BinaryFormat.blockHead + problem.offset, problem.found, problem.expected)
    }

    /// An error `offset` bytes into the block at hand.
    private func failure(
        _ offset: Int, _ found: String, _ expected: String, advice: String? = nil
    ) -> TraceError {
        TraceError(
            kind: .data, file: source.name, byte: position + offset, found: found, expected: expected,
            advice: advice)
    }
}

// Blocks without events.
extension BinaryTraceReader {
    /// In which order the events of the next blocks come.
    private struct Order {
        let blocks: Int
        private(set) var runs: [(block: Int, length: Int)] = []

        init(_ bytes: Span<UInt8>) throws(BlockProblem) {
            var index = 0
            blocks = try readCount(bytes, &index, atMost: BinaryFormat.mostEvents, "blocks")
            let count = try readCount(bytes, &index, atMost: bytes.count, "runs")
            for _ in 0..<count {
                let at = index
                let block = try readNumber(bytes, &index, bytes.count)
                guard block < UInt64(blocks) else {
                    throw BlockProblem(offset: at, found: "block \(block)", expected: "one of \(blocks)")
                }
                let length = try readCount(bytes, &index, atMost: BinaryFormat.mostEvents, "events")
                runs.append((Int(block), length))
            }
            guard index == bytes.count else { throw BinaryTraceReader.excess(index) }
        }
    }

    /// Gives the names of a `names` block their numbers.
    private static func adopt(
        _ buffer: [UInt8], _ content: Range<Int>, _ names: inout BlockDecoder.Names,
        _ decoder: inout EventDecoder
    ) throws(BlockProblem) {
        let bytes = buffer.span.extracting(content)
        var index = 0
        try readNames(bytes, &index) { names.devices.append(decoder.adopt(device: $0)) }
        try readNames(bytes, &index) { names.apps.append(decoder.adopt(app: $0)) }
        try readNames(bytes, &index) { names.labels.append(decoder.adopt(label: $0)) }
        guard index == bytes.count else { throw excess(index) }
    }

    private static func readNames(
        _ bytes: Span<UInt8>, _ index: inout Int, take: (String) -> Void
    ) throws(BlockProblem) {
        let count = try readCount(bytes, &index, atMost: bytes.count, "names")
        for _ in 0..<count {
            let at = index
            let length = try readCount(bytes, &index, atMost: bytes.count - at, "bytes of a name")
            guard length <= bytes.count - index else {
                throw BlockProblem(
                    offset: at, found: "the end of the block", expected: "\(length) bytes of a name")
            }
            let text = bytes.extracting(index..<index + length)
            var copy: [UInt8] = []
            for place in 0..<length { copy.append(text[place]) }
            let name = String(decoding: copy, as: UTF8.self)
            guard firstInvalidUTF8(text) == nil, isTraceName(name) else {
                throw BlockProblem(
                    offset: at, found: "name \(quoted(name))",
                    expected: "a name of some length without control characters")
            }
            take(name)
            index += length
        }
    }

    private static func excess(_ index: Int) -> BlockProblem {
        BlockProblem(offset: index, found: "more bytes", expected: "the end of the block")
    }
}

private func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
}
