import FetchTrace

/// Reads a CSV file with a header, row by row, with its columns found by name.
struct TableReader {
    private var records: RecordReader
    private(set) var header: [String] = []
    private var headerOffsets: [Int] = []
    private var values: [String] = []
    private var offsets: [Int] = []
    /// Whether the current row could be read.
    private var isRead = false
    /// Whether no row is left.
    private(set) var isAtEnd = false
    /// Whether the current row is one that was cut off: the last, without its line end and some of its fields.
    private(set) var isCutOff = false

    init(_ file: InputText) throws(TraceError) {
        if file.bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) || file.bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            throw file.problem(
                at: 0, found: "a spreadsheet or an archive", expected: "a CSV file",
                advice: "save the table as CSV")
        }
        records = RecordReader(
            MemorySource(file.bytes, name: file.name), chunk: 1 << 16, limit: 1 << 20)
        if let separators = Self.otherSeparators(file.bytes) {
            throw file.problem(
                at: 0, found: "a header with \(separators)",
                expected: "the names of the columns with commas between them",
                advice: Self.commas)
        }
        guard try records.next(), !records.isEmptyLine else {
            throw records.endProblem(found: "no header", expected: "a header with the names of the columns")
        }
        take()
        header = values.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        headerOffsets = offsets
    }

    /// The field of the current row in that column; empty where the row is too short.
    subscript(column: Int) -> String { column < values.count ? values[column] : "" }

    /// How many fields the current row has.
    var count: Int { values.count }

    /// The line on which the current row starts.
    var line: Int { records.line }

    /// The position of a column that must be there.
    func column(_ name: String) throws(TraceError) -> Int {
        if let position = header.firstIndex(of: name) { return position }
        throw records.located(
            RecordProblem(
                offset: 0, found: "columns " + header.map { quoted($0) }.joined(separator: ", "),
                expected: "a column \(quoted(name))",
                advice: separatorAdvice))
    }

    /// Advice for a header that has something else than commas between its names; nil for others.
    var separatorAdvice: String? {
        header.count == 1 && header[0].contains { $0 == ";" || $0 == "|" } ? Self.commas : nil
    }

    private static let commas = "separate the columns with commas, as docs/import.md shows"

    /// The separators of the first line, where they are none that could be read as part of a name.
    private static func otherSeparators(_ bytes: [UInt8]) -> String? {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        if line.contains(UInt8(ascii: "\t")) { return "tabs" }
        guard line.contains(UInt8(ascii: "\"")), !line.contains(UInt8(ascii: ",")) else { return nil }
        return line.contains(UInt8(ascii: ";"))
            ? "semicolons" : line.contains(UInt8(ascii: "|")) ? "bars" : nil
    }

    /// The position of a column that may be there.
    func optionalColumn(_ name: String) -> Int? { header.firstIndex(of: name) }

    /// Goes to the next row, which must be as wide as the header; false at the end. Behind an error, reading goes on with
    /// the next line.
    mutating func next() throws(TraceError) -> Bool {
        guard try nextLoosely() else { return false }
        if values.count != header.count {
            isCutOff = values.count < header.count && isUnfinished
            let offset =
                values.count > header.count ? offsets[header.count] : offsets[values.count - 1]
            throw records.located(
                RecordProblem(
                    offset: offset, found: values.count == 1 ? "1 field" : "\(values.count) fields",
                    expected: "\(header.count), as in the header",
                    advice: values.count < header.count ? "the file may have been cut off" : nil))
        }
        return true
    }

    /// Goes to the next row, whatever number of fields it has; empty lines are passed over.
    mutating func nextLoosely() throws(TraceError) -> Bool {
        repeat {
            do {
                guard try records.next() else {
                    isAtEnd = true
                    return false
                }
            } catch {
                isRead = false
                let error = ofRow(error)
                let isInQuotes = records.isInQuotes
                isCutOff = try !records.skipLine() && isInQuotes
                throw error
            }
        } while records.isEmptyLine
        take()
        isRead = true
        return true
    }

    /// An error in a later line of a row, at the row's first line: a quote that is one too many swallows the lines below it,
    /// and goes wrong where the next one stands.
    private func ofRow(_ error: TraceError) -> TraceError {
        guard let line = error.line, line > records.line else { return error }
        var moved = error
        (moved.line, moved.column) = (records.line, 1)
        moved.found = "a quoted field with \(error.found) in line \(line)"
        return moved
    }

    /// Whether the current row is the last and has no line end: more of it may have been cut off.
    var isUnfinished: Bool { isRead && !records.hasLineEnd }

    /// An error at a field of the current row.
    func problem(
        _ column: Int, found: String, expected: String, advice: String? = nil
    ) -> TraceError {
        let offset = column < offsets.count ? offsets[column] : offsets.last ?? 0
        return records.located(
            RecordProblem(offset: offset, found: found, expected: expected, advice: advice))
    }

    /// The error of a file that has a header and nothing else.
    func noRows() -> TraceError {
        TraceError(
            kind: .data, file: records.name, found: "a header and nothing else", expected: "rows below it")
    }

    private mutating func take() {
        let (bytes, fields) = records.unquoted()
        values = fields.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        offsets = fields.map { Int($0.at) }
    }
}
