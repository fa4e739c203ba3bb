/// In which order the events of the next blocks come, as an `order` block says.
struct BlockOrder {
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
        guard index == bytes.count else { throw BlockProblem.excess(index) }
    }
}
