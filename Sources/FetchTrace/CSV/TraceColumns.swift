enum TraceColumn: String, CaseIterable {
    case time, device, event, app, value, bytes, seconds
}

/// Where the columns of a file stand, as its header says.
struct TraceColumns: Sendable {
    /// How many columns there are, the ignored ones included.
    private(set) var count = 0
    /// Positions from 0; `time` and `event` are always there, of the others nil are absent.
    private(set) var time = 0
    private(set) var event = 0
    private(set) var device: Int?
    private(set) var app: Int?
    private(set) var value: Int?
    private(set) var bytes: Int?
    private(set) var seconds: Int?
    /// The header that the writer writes.
    static let header = TraceColumn.allCases.map(\.rawValue).joined(separator: ",")
    /// The header that errors expect.
    static let example = "a header such as \(header)"

    /// Reads the header, of which `names` are the fields and `offsets` their places.
    init(names: [String], offsets: [Int], ignoreUnknown: Bool) throws(RecordProblem) {
        var seen: Set<String> = []
        var positions: [TraceColumn: Int] = [:]
        for (position, name) in names.enumerated() {
            guard seen.insert(name).inserted else {
                throw RecordProblem(
                    offset: offsets[position], found: "column \(quoted(name)) again",
                    expected: "each column once")
            }
            if let column = TraceColumn(rawValue: name) {
                positions[column] = position
            } else if !ignoreUnknown {
                if names.count == 1, name.contains(where: { ";\t|".contains($0) }) {
                    throw RecordProblem(
                        offset: offsets[position], found: "column \(quoted(name))",
                        expected: "commas between columns, as in \(Self.header)",
                        advice: Self.otherFormats)
                }
                if position == 0, name.first == "{" {
                    throw RecordProblem(
                        offset: offsets[position], found: "JSON", expected: "a trace: \(Self.example)")
                }
                throw RecordProblem(
                    offset: offsets[position], found: "column \(quoted(name))",
                    expected: alternatives(TraceColumn.allCases.map { quoted($0.rawValue) }),
                    advice: "use --ignore-unknown to leave out other columns")
            }
        }
        guard let time = positions[.time] else { throw Self.missing(.time, names) }
        guard let event = positions[.event] else { throw Self.missing(.event, names) }
        count = names.count
        self.time = time
        self.event = event
        device = positions[.device]
        app = positions[.app]
        value = positions[.value]
        bytes = positions[.bytes]
        seconds = positions[.seconds]
    }

    private static let otherFormats = "'fetchsched import' makes a trace of another log"

    private static func missing(_ column: TraceColumn, _ names: [String]) -> RecordProblem {
        RecordProblem(
            offset: 0, found: "a header without a column \(quoted(column.rawValue))",
            expected: example, advice: otherFormats)
    }
}
