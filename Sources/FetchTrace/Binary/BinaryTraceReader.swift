import FetchSched

/// Reads the blocks of a binary trace one after the other, each checked by its checksum.
///
/// Memory is for one block, or for the blocks of devices that take turns.
struct BinaryTraceReader {
    private var blocks: BlockReader
    private var names = BlockDecoder.Names()
    /// Events of the trace so far, those of other devices included.
    private var count = 0

    /// The name of the source.
    var name: String { blocks.name }
    /// How many bytes the source has in all, if that is known.
    var byteCount: Int? { blocks.byteCount }
    /// How many of the file's bytes have been read.
    var position: Int { blocks.position }

    /// Checks the file's header.
    ///
    /// - Parameter head: What has been read from `source` already.
    init(_ source: any ByteSource, chunk: Int, head: [UInt8]) throws(TraceError) {
        blocks = try BlockReader(source, chunk: chunk, head: head)
    }

    /// Appends the events of the next blocks to `events`, those that come together.
    ///
    /// - Parameter only: A device whose events alone are decoded, if one is named.
    /// - Returns: False at the end of the trace.
    mutating func next(
        into events: inout [TraceEvent], _ decoder: inout EventDecoder, only: String?
    ) throws(TraceError) -> Bool {
        while true {
            let (type, content) = try blocks.next()
            switch type {
            case .names:
                do throws(BlockProblem) {
                    try NamesBlock.adopt(blocks.buffer, content, &names, &decoder)
                } catch {
                    throw blocks.located(error)
                }
                blocks.advance(past: content)
            case .events:
                let before = events.count
                try decode(content, into: &events, &decoder, only: only)
                blocks.advance(past: content)
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
            let bytes = blocks.buffer.span.extracting(content)
            let (device, next) = try BlockDecoder.device(bytes, names)
            if let only, decoder.names.devices[names.devices[device]] != only {
                var index = next
                skipped = try readCount(bytes, &index, atMost: BinaryFormat.mostEvents, "events")
            } else {
                try BlockDecoder.decode(bytes, names, into: &events)
            }
        } catch {
            throw blocks.located(error)
        }
        count += skipped + events.count - before
        guard events.count > before else { return }
        do throws(RecordProblem) {
            try decoder.follow(events[before])
            try decoder.follow(events[events.count - 1])
        } catch {
            throw blocks.failure(0, error.found, error.expected, advice: error.advice)
        }
    }

    /// Reads the blocks that an `order` block speaks of, and lets their events take turns.
    private mutating func readInOrder(
        _ content: Range<Int>, into events: inout [TraceEvent], _ decoder: inout EventDecoder, only: String?
    ) throws(TraceError) {
        let order: BlockOrder
        do throws(BlockProblem) {
            order = try BlockOrder(blocks.buffer.span.extracting(content))
        } catch {
            throw blocks.located(error)
        }
        blocks.advance(past: content)
        var inOrder: [[TraceEvent]] = []
        for _ in 0..<order.blocks {
            let (type, content) = try blocks.next()
            guard type == .events else {
                throw blocks.failure(
                    0, "a block of another type", "one of the \(order.blocks) blocks in order")
            }
            var block: [TraceEvent] = []
            try decode(content, into: &block, &decoder, only: only)
            blocks.advance(past: content)
            inOrder.append(block)
        }
        if only != nil {
            for block in inOrder { events += block }
            return
        }
        var next = [Int](repeating: 0, count: inOrder.count)
        for run in order.runs {
            let from = next[run.block]
            guard run.length <= inOrder[run.block].count - from else { break }
            next[run.block] = from + run.length
            events += inOrder[run.block][from..<from + run.length]
        }
        guard zip(next, inOrder).allSatisfy({ $0 == $1.count }) else {
            throw blocks.failure(0, "blocks of another length than their order says", "the same length")
        }
    }

    private mutating func readEnd(_ content: Range<Int>) throws(TraceError) {
        let total: UInt64
        do throws(BlockProblem) {
            let bytes = blocks.buffer.span.extracting(content)
            var index = 0
            total = try readNumber(bytes, &index, bytes.count)
            guard index == bytes.count else { throw BlockProblem.excess(index) }
        } catch {
            throw blocks.located(error)
        }
        guard total == UInt64(count) else {
            throw blocks.failure(0, "\(count) events", "the \(total) that the end of the trace says")
        }
        blocks.advance(past: content)
        try blocks.expectEnd()
    }
}
