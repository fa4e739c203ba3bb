import FetchTrace

/// Finds out whether a column of times holds the day numbers of a spreadsheet: days since the end of 1899, the time of
/// day as the fraction, such as 45962.3333. Read as seconds, they would be hours of 1 January 1970.
struct DayNumbers {
    /// From 1970 to the end of the century, in milliseconds as the number reader has them.
    private static let range: Range<Int64> = 25_569_000..<73_415_000

    private var rows = 0
    private var count = 0
    private var first: TraceError?

    /// Whether the text is such a number.
    static func isDayNumber(_ text: String) -> Bool {
        parseMilliseconds(Array(text.utf8).span).map { range.contains($0) } ?? false
    }

    static let expected = "a date and time such as 2024-05-01T09:12:33+02:00"
    static let advice = "give the column the format yyyy-mm-dd hh:mm:ss in the spreadsheet, and save it again"

    /// Looks at the time of a row, or at its date where that has a column of its own.
    mutating func look(at table: TableReader, _ columns: [Int]) {
        rows += 1
        guard let column = columns.first, Self.isDayNumber(table[column]) else { return }
        count += 1
        if first != nil { return }
        first = table.problem(
            column, found: "time \(quoted(table[column])), a day number of a spreadsheet",
            expected: Self.expected, advice: Self.advice)
    }

    /// Throws if most rows have one. A single one may be the hour in which a clock was wrong.
    func check() throws(TraceError) {
        if let first, count * 2 > rows { throw first }
    }
}
