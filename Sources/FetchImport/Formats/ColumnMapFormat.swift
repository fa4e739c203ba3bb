import FetchSched
import FetchTrace

extension ImportFormat {
    /// Any CSV file with a row per use; a map says which column is what.
    package static let columnMap = ImportFormat(
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
        let namedUnit = duration.flatMap { DurationUnit(columnName: table.header[$0]) }
        let device = try names[.device].map { (name) throws(TraceError) in try table.column(name) }
        var previous: FetchTime?
        var dayNumbers = DayNumbers()
        try log.readRows(of: &table, isWide: true, settings) { (log, table) throws(TraceError) in
            dayNumbers.look(at: table, time)
            let (start, secondsEast) = try instant(table, time, settings, after: previous)
            previous = start
            guard !table[app].isEmpty else {
                throw table.problem(app, found: "no app", expected: "a name")
            }
            var use = AppUse(device: "0", app: table[app], start: start, duration: nil)
            use.secondsEast = secondsEast
            if let device, !table[device].isEmpty { use.device = table[device] }
            if let duration, !table[duration].isEmpty {
                use.duration = try span(table, duration, settings.durationUnit, named: namedUnit)
            }
            if let end, !table[end[0]].isEmpty {
                let last = try instant(table, end, settings, after: start).time
                guard last >= start else {
                    throw table.problem(
                        end[0], found: "an end before the start",
                        expected: "a time at or after \(quoted(table[time[0]]))")
                }
                use.duration = last - start
            }
            if seen.insert(use).inserted { log.uses.append(use) } else { log.duplicates += 1 }
            return true
        }
        try dayNumbers.check()
    }

    /// The column of that name, or two with a plus between their names.
    private static func columns(_ name: String, _ table: TableReader) throws(TraceError) -> [Int] {
        if let column = table.optionalColumn(name) { return [column] }
        let parts = name.split(separator: "+", maxSplits: 1)
        guard parts.count == 2 else { return [try table.column(name)] }
        return [try table.column(String(parts[0])), try table.column(String(parts[1]))]
    }

    private static func instant(
        _ table: TableReader, _ columns: [Int], _ settings: ReadingSettings, after previous: FetchTime?
    ) throws(TraceError) -> (time: FetchTime, secondsEast: Int?) {
        let text =
            columns.count == 1 ? table[columns[0]] : columns.map { table[$0] }.joined(separator: " ")
        let (time, secondsEast): (FetchTime, Int?) =
            switch LoggedTime(text) {
            case .instant(let instant, let secondsEast): (instant, secondsEast)
            case .wall(let wall): (settings.zone.instant(wall: wall, after: previous), nil)
            case nil:
                throw table.problem(
                    columns[0], found: "time \(quoted(text))", expected: LoggedTime.expected)
            }
        // Clocks without a battery, in a zone east of UTC, give times before 1970, which --since leaves out.
        guard -86_400_000..<TraceLimits.time ~= time.milliseconds else {
            throw table.problem(
                columns[0], found: "time \(quoted(text))", expected: "a time from 1970 to 3000")
        }
        return (time, secondsEast)
    }

    /// The duration in a row. Numbers without a unit are seconds, unless the column's name says something else: then
    /// the unit must be given.
    ///
    /// - Parameter named: The unit that the column's name says.
    private static func span(
        _ table: TableReader, _ column: Int, _ unit: DurationUnit?, named: DurationUnit?
    ) throws(TraceError) -> TimeSpan {
        let text = table[column]
        if let number = parseMilliseconds(Array(text.utf8).span) {
            if unit == nil, let named, named != .seconds {
                throw table.problem(
                    column, found: "\(quoted(text)) in the column \(quoted(table.header[column]))",
                    expected: "the unit of such durations",
                    advice: "use --duration-unit \(named.rawValue), or another of "
                        + DurationUnit.allCases.map(\.rawValue).joined(separator: ", "))
            }
            let scaled = Double(number) * (unit ?? .seconds).seconds
            if scaled <= Double(TraceLimits.duration) { return TimeSpan(milliseconds: Int64(scaled)) }
        } else if let span = span(text) {
            return span
        }
        throw table.problem(
            column, found: "duration \(quoted(text))",
            expected: "a number of seconds such as 12.5, h:mm:ss, or 0 days 00:00:12.5")
    }

    /// Reads `h:mm:ss` or `mm:ss`, with a fraction or without, and maybe behind `1 days ` or `1 day, ` as Python and
    /// pandas write it.
    static func span(_ text: String) -> TimeSpan? {
        var clock = text[...]
        var days: Int64 = 0
        if text.utf8.contains(UInt8(ascii: " ")), let mark = text.range(of: " day"),
            let number = wholeNumber(String(text[..<mark.lowerBound]))
        {
            days = number
            clock = text[mark.upperBound...].drop { "s, ".contains($0) }
        }
        let halves = clock.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard days < 10_000, let whole = halves.first,
            let fraction = halves.count == 2 ? parseMilliseconds(Array("0.".utf8 + Array(halves[1])).span) : 0
        else { return nil }
        let parts = whole.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { wholeNumber($0) }
        guard 2...3 ~= parts.count, numbers.count == parts.count,
            parts.dropFirst().allSatisfy({ $0.count == 2 }), numbers.dropFirst().allSatisfy({ $0 < 60 }),
            numbers[0] < 10_000, parts.count == 3 || parts[0].count >= 2
        else { return nil }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 } + days * 86_400
        return TimeSpan(milliseconds: min(seconds * 1000 + fraction, TraceLimits.duration))
    }
}
