/// Reads a binary trace from its source block by block, each checked by its checksum.
struct BlockReader {
    private var source: any ByteSource
    private let chunk: Int
    private let checksum = CRC32C.shared

    /// The bytes at hand are `buffer[start..<end]`; a block begins at `start`.
    private(set) var buffer: [UInt8]
    private var start = 0
    private var end: Int
    private var hasEnded = false
    /// The file's byte at `start`.
    private(set) var position = 0

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

    /// Waits for the next block to be at hand, whole, and checks it.
    ///
    /// - Returns: Its type, and where in ``buffer`` its content is.
    mutating func next() throws(TraceError) -> (BinaryFormat.BlockType, Range<Int>) {
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
    mutating func advance(past content: Range<Int>) {
        advance(content.upperBound + BinaryFormat.blockTail - start)
    }

    /// Checks that the block before was the last one.
    mutating func expectEnd() throws(TraceError) {
        while start == end, !hasEnded { try refill() }
        guard start == end else { throw failure(0, "more bytes", "the end of the file") }
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

    /// The error that a problem in the content of the block at hand is.
    func located(_ problem: BlockProblem) -> TraceError {
        failure(BinaryFormat.blockHead + problem.offset, problem.found, problem.expected)
    }

    /// An error `offset` bytes into the block at hand.
    func failure(_ offset: Int, _ found: String, _ expected: String, advice: String? = nil) -> TraceError {
        TraceError(
            kind: .data, file: source.name, byte: position + offset, found: found, expected: expected,
            advice: advice)
    }
}

private func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
}
