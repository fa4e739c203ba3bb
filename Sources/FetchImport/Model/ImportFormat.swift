import FetchTrace

/// One format that usage can be imported from. A new one is a file with a value like these, and one line in
/// ``all``.
package struct ImportFormat: Sendable {
    /// The value of `--from`.
    package let name: String
    /// The kind of file, in a few words.
    package let summary: String
    /// The records that a file without any launch lacks, for the error message.
    package let lookedFor: String
    /// Reads files that belong together, and says which rows it left out.
    private let reader: @Sendable ([InputText], ReadingSettings) throws(TraceError) -> UsageLog

    init(
        name: String, summary: String, lookedFor: String,
        reader: @escaping @Sendable ([InputText], ReadingSettings) throws(TraceError) -> UsageLog
    ) {
        self.name = name
        self.summary = summary
        self.lookedFor = lookedFor
        self.reader = reader
    }

    /// Reads files that belong together.
    ///
    /// Throws ``FetchTrace/TraceError`` of kind `data`, with the place, where a file is not as the format says or was cut
    /// off, or more than one row in a hundred is bad.
    package func read(_ files: [InputText], _ settings: ReadingSettings) throws(TraceError) -> UsageLog {
        let log = try reader(files, settings)
        try log.bad.check(among: log.records)
        return log
    }

    /// The formats, in the order in which help lists them.
    package static let all: [ImportFormat] = [.usageStats, .activityWatch, .digitalWellbeing, .columnMap]

    package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }
}

/// Settings that a reader may need and the file does not hold.
package struct ReadingSettings: Sendable {
    /// How local times become instants.
    package var zone = ZoneRule.utc
    /// Whether a date such as 5/6/24 starts with the day or the month; nil to find out.
    package var dateOrder: DateOrder?
    /// Which columns of a CSV file are what.
    package var columns = ColumnMap()
    /// The unit of durations without one; nil for seconds, if the file gives no other.
    package var durationUnit: DurationUnit?
    /// Whether the first bad row ends the import.
    package var isStrict = false

    package init() {}
}
