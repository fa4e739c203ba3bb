import FetchTrace

/// The rows that an import leaves out, as something in them is not as the format says.
package struct BadRows: Hashable, Sendable {
    /// How many errors are stored.
    static let most = 5
    /// One row in so many may be bad.
    static let share = 100

    /// How many rows are bad.
    package private(set) var count = 0
    /// The errors of the first ones.
    package private(set) var errors: [TraceError] = []

    package init() {}

    /// Adds a row; its error is made only if it is stored, as to find a line may take long.
    mutating func add(_ error: @autoclosure () -> TraceError) {
        count += 1
        if errors.count < Self.most { errors.append(error()) }
    }

    /// Throws the first error if so many rows are bad that the file is likely something else. One bad row with a good
    /// one is never too many.
    func check(among records: Int) throws(TraceError) {
        guard var first = errors.first, count > max(1, records / Self.share) || count >= records else {
            return
        }
        if count > 1 {
            let share = "\(count) of \(records) rows are bad, and at most one in \(Self.share) is left out"
            first.advice = first.advice.map { "\($0); \(share)" } ?? share
        }
        throw first
    }
}

extension UsageLog {
    /// Leaves a row out; or throws its error, if the user wants none left out.
    mutating func leaveOut(
        _ error: @autoclosure () -> TraceError, _ settings: ReadingSettings
    ) throws(TraceError) {
        if settings.isStrict { throw error() }
        bad.add(error())
    }

    /// Reads the rows below a header.
    ///
    /// - Parameters:
    ///   - isWide: Whether every row must be as wide as the header.
    ///   - read: Takes the current row; false if it is none. An error leaves the row out.
    mutating func readRows(
        of table: inout TableReader, isWide: Bool, _ settings: ReadingSettings,
        _ read: (inout UsageLog, TableReader) throws(TraceError) -> Bool
    ) throws(TraceError) {
        while !table.isAtEnd {
            do throws(TraceError) {
                guard isWide ? try table.next() : try table.nextLoosely() else { return }
                if try read(&self, table) { records += 1 }
            } catch {
                // Rows of any width are whole if their line is.
                if table.isCutOff || !isWide && table.isUnfinished { throw error }
                records += 1
                try leaveOut(error, settings)
            }
        }
    }
}
