/// Where one field of a record is.
package struct Field {
    /// Offset of the content, without quotes.
    package var start: Int32
    /// Offset behind the content.
    package var end: Int32
    /// Offset where the field starts in the file's own bytes, for errors.
    package var at: Int32

    /// The content.
    @inline(__always)
    package var range: Range<Int> { Int(start)..<Int(end) }
    /// Whether there is no content.
    @inline(__always)
    package var isEmpty: Bool { start == end }
}

/// Finds the fields of one CSV record (RFC 4180), and stops and resumes wherever the bytes at hand end.
///
/// All offsets count from the start of the record, so the bytes may move between calls. Strict: a quote
/// inside an unquoted field, text after a closing quote, a carriage return without a line feed and control
/// characters are errors. Line ends inside quotes are content.
///
/// - Complexity: O(*n*) over all calls, in the bytes of the record.
struct RecordScanner {
    private enum State { case fieldStart, plain, quoted, afterQuote }

    private var state = State.fieldStart
    private var fieldStart = 0

    /// The fields so far; all of them once ``scan(_:isEnd:)`` gave true.
    private(set) var fields: [Field] = []
    /// Bytes scanned; once complete, the length of the record with its line end.
    private(set) var length = 0
    /// All bytes outside the plain range, or-ed: 0x80 is set if the record is not ASCII.
    private(set) var highBits: UInt8 = 0
    /// Whether a field holds doubled quotes, which are still doubled in the bytes.
    private(set) var hasDoubledQuotes = false
    /// Line ends inside quotes.
    private(set) var lineEnds = 0

    /// Where the open quoted field starts, if one is open.
    var openQuote: Int? { state == .quoted ? fieldStart : nil }

    /// Whether the record is an empty line.
    var isEmptyLine: Bool { fields.count == 1 && fields[0].isEmpty && fields[0].start == 0 }

    /// Forgets the record.
    mutating func reset() {
        state = .fieldStart
        fieldStart = 0
        fields.removeAll(keepingCapacity: true)
        length = 0
        highBits = 0
        hasDoubledQuotes = false
        lineEnds = 0
    }

    /// Goes on with the record. `bytes` starts where the record does; `isEnd` says that nothing follows them.
    ///
    /// - Returns: Whether the record is complete; if not, call again with more bytes.
    mutating func scan(_ bytes: Span<UInt8>, isEnd: Bool) throws(RecordProblem) -> Bool {
        if length == 0, scanPlainFields(bytes) { return true }
        while length < bytes.count {
            switch state {
            case .fieldStart:
                fieldStart = length
                state = bytes[length] == UInt8(ascii: "\"") ? .quoted : .plain
                if state == .quoted { length += 1 }
            case .plain:
                skipPlain(bytes)
                guard length < bytes.count else { break }
                switch bytes[length] {
                case UInt8(ascii: ","): endField(Field(fieldStart, length))
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                    guard let size = try lineEnd(bytes, isEnd) else { return false }
                    endField(Field(fieldStart, length), size)
                    return true
                case UInt8(ascii: "\""):
                    throw RecordProblem(
                        offset: length, found: "a quote inside an unquoted field",
                        expected: "the field in quotes",
                        advice: "write \"a \"\"b\"\"\" for a \"b\"")
                default: try acceptText(bytes[length])
                }
            case .quoted:
                switch bytes[length] {
                case UInt8(ascii: "\""):
                    state = .afterQuote
                    length += 1
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                    guard let size = try lineEnd(bytes, isEnd) else { return false }
                    length += size
                    lineEnds += 1
                default: try acceptText(bytes[length])
                }
            case .afterQuote:
                switch bytes[length] {
                case UInt8(ascii: "\""):
                    hasDoubledQuotes = true
                    state = .quoted
                    length += 1
                case UInt8(ascii: ","): endField(Field(quotedAt: fieldStart, end: length - 1))
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                    guard let size = try lineEnd(bytes, isEnd) else { return false }
                    endField(Field(quotedAt: fieldStart, end: length - 1), size)
                    return true
                default:
                    throw RecordProblem(
                        offset: length, found: "text after a closing quote",
                        expected: "a comma or the end of the line",
                        advice: "a quote inside a quoted field is written twice")
                }
            }
        }
        return isEnd ? try endOfInput() : false
    }

    /// The last line may lack its line end.
    private mutating func endOfInput() throws(RecordProblem) -> Bool {
        switch state {
        case .fieldStart: endField(Field(length, length), 0)
        case .plain: endField(Field(fieldStart, length), 0)
        case .afterQuote: endField(Field(quotedAt: fieldStart, end: length - 1), 0)
        case .quoted:
            throw RecordProblem(
                offset: fieldStart, found: "a quoted field that does not end", expected: "a closing quote")
        }
        return true
    }

    /// Goes over plain fields from the start of the record, which is all of most records.
    ///
    /// It gives way, in a state from which ``scan(_:isEnd:)`` goes on, at the first byte that is neither plain nor
    /// a comma nor a line feed. In locals, and without a state for each byte: a third less time for the scan.
    ///
    /// - Returns: Whether the record is complete.
    private mutating func scanPlainFields(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        var first = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte &- 0x2D < 0x52 {
                index += 1
            } else if byte == UInt8(ascii: ",") {
                fields.append(Field(first, index))
                index += 1
                first = index
            } else if byte == UInt8(ascii: "\n") {
                fields.append(Field(first, index))
                length = index + 1
                return true
            } else {
                break
            }
        }
        length = index
        fieldStart = first
        if index > first { state = .plain }
        return false
    }

    /// Skips what needs no attention: `-` to `~`, which are most bytes of a trace.
    @inline(__always)
    private mutating func skipPlain(_ bytes: Span<UInt8>) {
        var index = length
        while index < bytes.count, bytes[index] &- 0x2D < 0x52 { index += 1 }
        length = index
    }

    @inline(__always)
    private mutating func acceptText(_ byte: UInt8) throws(RecordProblem) {
        guard byte >= 0x20, byte != 0x7F else {
            throw RecordProblem(
                offset: length, found: "a control character (byte \(hexadecimal(byte)))", expected: "text")
        }
        highBits |= byte
        length += 1
    }

    /// The size of the line end at `length`, or nil if the next byte is not there yet.
    private func lineEnd(_ bytes: Span<UInt8>, _ isEnd: Bool) throws(RecordProblem) -> Int? {
        if bytes[length] == UInt8(ascii: "\n") { return 1 }
        if length + 1 < bytes.count {
            if bytes[length + 1] == UInt8(ascii: "\n") { return 2 }
        } else if !isEnd {
            return nil
        }
        throw RecordProblem(
            offset: length, found: "a carriage return without a line feed",
            expected: "lines that end in LF or CRLF")
    }

    /// Adds a field that ends in `size` bytes of comma or line end.
    @inline(__always)
    private mutating func endField(_ field: Field, _ size: Int = 1) {
        fields.append(field)
        length += size
        state = .fieldStart
    }
}

extension Field {
    /// An unquoted field.
    init(_ start: Int, _ end: Int) {
        self.init(
            start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
            at: Int32(truncatingIfNeeded: start))
    }

    /// A quoted field; the quotes are at `start` and `end`.
    init(quotedAt start: Int, end: Int) {
        self.init(start + 1, end)
        at = Int32(truncatingIfNeeded: start)
    }
}
