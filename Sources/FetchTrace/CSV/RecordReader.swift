/// Cuts a stream of bytes into CSV records. It holds one chunk, or one record where that is longer.
package struct RecordReader {
    private var source: any ByteSource
    private let chunk: Int
    private let limit: Int

    package private(set) var buffer: [UInt8] = []
    /// The bytes at hand are `buffer[start..<end]`; the current record starts at `start`.
    private var start = 0
    private var end = 0
    private var hasEnded = false
    private var scanner = RecordScanner()

    /// The line on which the current record starts, from 1.
    package private(set) var line = 1

    /// Starts reading; `chunk` and `limit` in bytes, at least 1.
    package init(_ source: any ByteSource, chunk: Int, limit: Int) {
        self.source = source
        self.chunk = chunk
        self.limit = limit
    }

    /// The name of the source.
    package var name: String { source.name }
    /// The fields of the current record.
    package var fields: [Field] { scanner.fields }
    /// Whether the current record is an empty line.
    package var isEmptyLine: Bool { scanner.isEmptyLine }
    /// Whether the current record has quotes that ``unquoted()`` must make single.
    var hasDoubledQuotes: Bool { scanner.hasDoubledQuotes }

    /// Where in ``buffer`` the bytes of the current record are.
    var range: Range<Int> { start..<start + scanner.length }

    /// Skips a UTF-8 byte order mark; to be called first, if at all.
    package mutating func skipByteOrderMark() throws(TraceError) {
        while end < 3, !hasEnded { try refill() }
        if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { start = 3 }
    }

    /// Goes to the next record.
    ///
    /// - Returns: False at the end of the source.
    package mutating func next() throws(TraceError) -> Bool {
        if scanner.length > 0 {
            start += scanner.length
            line += 1 + scanner.lineEnds
            scanner.reset()
        }
        while true {
            let available = end - start
            let window = min(available, limit)
            if available > 0 {
                let isComplete: Bool
                do {
                    isComplete = try Self.scan(
                        &scanner, buffer, start..<start + window, isEnd: hasEnded && available == window)
                } catch {
                    throw located(error)
                }
                if isComplete {
                    try checkText()
                    return true
                }
                if available > limit { throw tooLong() }
            } else if hasEnded {
                return false
            }
            try refill()
        }
    }

    /// Goes behind the end of the line on which the current record starts, after ``next()`` threw.
    ///
    /// - Returns: Whether the line has an end.
    package mutating func skipLine() throws(TraceError) -> Bool {
        scanner.reset()
        while true {
            if let newline = buffer[start..<end].firstIndex(of: UInt8(ascii: "\n")) {
                start = newline + 1
                line += 1
                return true
            }
            start = end
            if hasEnded { return false }
            try refill()
        }
    }

    /// Whether a quoted field of the current record is open, after ``next()`` threw.
    package var isInQuotes: Bool { scanner.openQuote != nil }

    /// Whether the current record, which is complete, ends in a line end.
    package var hasLineEnd: Bool {
        scanner.length > 0 && buffer[start + scanner.length - 1] == UInt8(ascii: "\n")
    }

    /// Whether nothing follows the current record.
    package mutating func isLast() throws(TraceError) -> Bool {
        while start + scanner.length == end, !hasEnded { try refill() }
        return start + scanner.length == end
    }

    /// The current record with its doubled quotes made single, and where its fields are then.
    package func unquoted() -> (bytes: [UInt8], fields: [Field]) {
        // Most records have none, and are taken as they are.
        if !hasDoubledQuotes { return (Array(buffer[range]), scanner.fields) }
        var result: [UInt8] = []
        var fields: [Field] = []
        for field in scanner.fields {
            let first = result.count
            var isSecond = false
            for index in field.range {
                let byte = buffer[start + index]
                isSecond = byte == UInt8(ascii: "\"") && !isSecond
                if !isSecond { result.append(byte) }
            }
            var moved = Field(first, result.count)
            moved.at = field.at
            fields.append(moved)
        }
        return (result, fields)
    }

    /// Turns an offset in the current record into the file's line and column.
    package func located(_ problem: RecordProblem) -> TraceError {
        var line = line
        var lineStart = start
        let offence = min(start + problem.offset, end)
        for index in start..<offence where buffer[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        return TraceError(
            kind: .data, file: name, line: line, column: offence - lineStart + 1, found: problem.found,
            expected: problem.expected, advice: problem.advice)
    }

    /// The position behind the last byte, where more was expected.
    package func endProblem(found: String, expected: String) -> TraceError {
        TraceError(kind: .data, file: name, line: line, column: 1, found: found, expected: expected)
    }

    /// Lends the bytes to the scanner; apart from `self`, of which it changes one part and reads another.
    private static func scan(
        _ scanner: inout RecordScanner, _ buffer: [UInt8], _ range: Range<Int>, isEnd: Bool
    ) throws(RecordProblem) -> Bool {
        try scanner.scan(buffer.span.extracting(range), isEnd: isEnd)
    }

    private func tooLong() -> TraceError {
        let open = scanner.openQuote
        return located(
            RecordProblem(
                offset: open ?? 0,
                found: open == nil ? "a line that is too long" : "a quoted field that does not end",
                expected: "at most \(limit) bytes in a line"))
    }

    private func checkText() throws(TraceError) {
        guard scanner.highBits >= 0x80, let offset = firstInvalidUTF8(buffer[range]) else {
            return
        }
        let byte = buffer[start + offset]
        // A C1 control is well-formed UTF-8: 0xC2, then 0x80 to 0x9F.
        let isControl =
            byte == 0xC2 && offset + 1 < scanner.length && 0x80...0x9F ~= buffer[start + offset + 1]
        throw located(
            RecordProblem(
                offset: offset,
                found: isControl
                    ? "a control character (U+00\(String(buffer[start + offset + 1], radix: 16, uppercase: true)))"
                    : "invalid UTF-8 (byte \(hexadecimal(byte)))",
                expected: isControl ? "text" : "text in UTF-8"))
    }

    private mutating func refill() throws(TraceError) {
        if start > 0 {
            for index in start..<end { buffer[index - start] = buffer[index] }
            end -= start
            start = 0
        }
        if buffer.count < end + chunk {
            // Doubling keeps the copies of a long line in proportion to its length.
            let size = max(end + chunk, min(buffer.count * 2, limit + chunk))
            var larger = [UInt8](repeating: 0, count: size)
            larger.replaceSubrange(0..<end, with: buffer[..<end])
            buffer = larger
        }
        let size = try source.read(into: &buffer, from: end, atMost: chunk)
        if size == 0 { hasEnded = true }
        end += size
    }
}
