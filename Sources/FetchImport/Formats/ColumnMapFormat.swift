import FetchSched
import FetchTrace

extension ImportFormat {
    /// Any CSV file with a row per use; a map says which column is what.
    public static let columnMap = ImportFormat(
        name: "csv", summary: "any CSV file with a row per use, read with --map",
        lookedFor: "a row for each use below the header"
    ) { (files, settings) throws(TraceError) in
        var log = UsageLog()
        var seen: Set<AppUse> = []
        for file in files { try read(file, settings, &log, &seen) }
        return log
    }

    private static func read(
        _ file: InputText, _ settings: ReadingSettings, _ log: inout UsageLog, _ seen: inout Set<AppUse>
    ) throws(TraceError) {
        var table = try TableReader(file)
        let names = settings.columns.names
        let time = try columns(names[.time] ?? "time", table)
        let app = try table.column(names[.app] ?? "app")
        let end = try names[.end].map { (name) throws(TraceError) in try columns(name, table) }
        let duration = try names[.duration].map { (name) throws(TraceError) in try table.column(name) }
        let device = try names[.device].map { (name) throws(TraceError) in try table.column(name) }
        var previous: Instant?
        while try table.next() {
            log.records += 1
            let start = try instant(table, time, settings, after: previous)
            previous = start
            guard !table[app].isEmpty else {
                throw table.problem(app, found: "no app", expected: "a name")
            }
            var use = AppUse(device: "0", app: table[app], start: start, duration: nil)
            if let device, !table[device].isEmpty { use.device = table[device] }
            if let duration, !table[duration].isEmpty {
                guard let span = span(table[duration]) else {
                    throw table.problem(
                        duration, found: "duration \(quoted(table[duration]))",
                        expected: "a number of seconds such as 12.5, or h:mm:ss")
                }
                use.duration = span
            }
            if let end, !table[end[0]].isEmpty {
                let last = try instant(table, end, settings, after: start)
                guard last >= start else {
                    throw table.problem(
                        end[0], found: "an end before the start",
                        expected: "a time at or after \(quoted(table[time[0]]))")
                }
                use.duration = last - start
            }
            if seen.insert(use).inserted { log.uses.append(use) } else { log.duplicates += 1 }
        }
    }

    /// The column of that name, or two with a plus between their names.
    private static func columns(_ name: String, _ table: TableReader) throws(TraceError) -> [Int] {
        if let column = table.optionalColumn(name) { return [column] }
        let parts = name.split(separator: "+", maxSplits: 1)
        guard parts.count == 2 else { return [try table.column(name)] }
        return [try table.column(String(parts[0])), try table.column(String(parts[1]))]
    }

    private static func instant(
        _ table: TableReader, _ columns: [Int], _ settings: ReadingSettings, after previous: Instant?
    ) throws(TraceError) -> Instant {
        let text = columns.map { table[$0] }.joined(separator: " ")
        let time =
            switch LoggedTime(text) {
            case .instant(let instant): instant
            case .wall(let wall): settings.zone.instant(wall: wall, after: previous)
            case nil:
                throw table.problem(
                    columns[0], found: "time \(quoted(text))", expected: LoggedTime.expected)
            }
        // What a clock without a battery says in a zone east of UTC is before 1970, and left out by --since.
        guard -86_400_000..<TraceLimits.time ~= time.milliseconds else {
            throw table.problem(
                columns[0], found: "time \(quoted(text))", expected: "a time from 1970 to 3000")
        }
        return time
    }

    /// Reads seconds, or `h:mm:ss` or `mm:ss`.
    static func span(_ text: String) -> TimeSpan? {
        if let milliseconds = parseMilliseconds(Array(text.utf8).span) {
            return milliseconds <= TraceLimits.duration ? TimeSpan(milliseconds: milliseconds) : nil
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { wholeNumber($0) }
        guard 2...3 ~= parts.count, numbers.count == parts.count,
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }), numbers.dropFirst().allSatisfy({ $0 < 60 }),
            numbers[0] < 10_000, parts.count == 3 || parts[0].utf8.count >= 2
        else { return nil }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 }
        return TimeSpan(milliseconds: seconds * 1000)
    }
}
