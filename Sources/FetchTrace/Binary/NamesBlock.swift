import FetchSched

/// A `names` block: the names that get the next numbers.
enum NamesBlock {
    /// Gives the names of the block whose content is there in `buffer` their numbers.
    static func adopt(
        _ buffer: [UInt8], _ content: Range<Int>, _ names: inout BlockDecoder.Names,
        _ decoder: inout EventDecoder
    ) throws(BlockProblem) {
        let bytes = buffer.span.extracting(content)
        var index = 0
        try read(bytes, &index) { names.devices.append(decoder.adopt(device: $0)) }
        try read(bytes, &index) { names.apps.append(decoder.adopt(app: $0)) }
        try read(bytes, &index) { names.labels.append(decoder.adopt(label: $0)) }
        guard index == bytes.count else { throw BlockProblem.excess(index) }
    }

    private static func read(
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
}
