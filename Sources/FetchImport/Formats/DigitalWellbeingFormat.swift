import FetchSched
import FetchTrace

extension ImportFormat {
    /// The activity history that the app "App Usage" exports. Android's Digital Wellbeing itself exports nothing.
    ///
    /// A header `"App name","Date","Time","Duration"` (further columns are passed over), the newest use first, dates
    /// and times as the phone's language has them, and below the rows lines that are no rows: an empty one,
    /// `Activity history, …` and `Created by App Usage …`.
    package static let digitalWellbeing = ImportFormat(
        name: "digital-wellbeing-csv", summary: "the activity history of the Android app App Usage, CSV",
        lookedFor: "rows of apps, as in \"Mail\",\"5/18/24\",\"7:42:29 PM\",\"0:00:35\""
    ) { (files, settings) throws(TraceError) in
        var log = UsageLog()
        var seen: Set<AppUse> = []
        for file in files { try read(file, settings, &log, &seen) }
        let lines = HistoryLines(log.uses)
        for use in log.uses {
            guard let app = lines.notified[use.app] else { continue }
            log.notifications.append(AppUse(device: use.device, app: app, start: use.start, duration: nil))
        }
        log.uses.removeAll { lines.notified[$0.app] != nil }
        log.screen = screen(of: log.uses, lines.screen)
        log.notApps = Set(lines.screen.keys)
        return log
    }

    private struct Row {
        var app: String
        var date: DateNumbers
        var clock: Int64
        var duration: TimeSpan
        var line: Int
    }

    private static func read(
        _ file: InputText, _ settings: ReadingSettings, _ log: inout UsageLog, _ seen: inout Set<AppUse>
    ) throws(TraceError) {
        var table = try TableReader(file)
        let columns = try header(table, file)
        var rows: [Row] = []
        try log.readRows(of: &table, isWide: false, settings) { (_, table) throws(TraceError) in
            if isFooter(table) { return false }
            rows.append(try row(table, columns))
            return true
        }
        guard let first = rows.first else { return }
        let entries = rows.map { (date: $0.date, clock: $0.clock) }
        guard let order = settings.dateOrder ?? DateOrder.deduced(entries) else {
            throw TraceError(
                kind: .data, file: file.name, line: first.line, column: 1,
                found: "dates that may be read in two ways",
                expected: "the position of the month",
                advice: "use --date-order mdy or --date-order dmy")
        }
        var timed: [(wall: Int64, row: Row)] = []
        for row in rows {
            guard let days = row.date.days(order) else {
                try log.leaveOut(
                    TraceError(
                        kind: .data, file: file.name, line: row.line, column: 1,
                        found: "a date that is not one in the order \(order.rawValue)",
                        expected: "all dates in one order", advice: "see --date-order"), settings)
                continue
            }
            timed.append((days * 86_400_000 + row.clock, row))
        }
        // The newest is first; the hour that comes twice when clocks are set back needs the order of time.
        if let first = timed.first, let last = timed.last, last.wall < first.wall { timed.reverse() }
        var previous: FetchTime?
        for (wall, row) in timed {
            let start = settings.zone.instant(wall: wall, after: previous)
            previous = start
            let use = AppUse(device: "0", app: row.app, start: start, duration: row.duration)
            if seen.insert(use).inserted { log.uses.append(use) } else { log.duplicates += 1 }
        }
    }

    /// Screen events: a row for one starts with the event, and lasts until the next row.
    private static func screen(of uses: [AppUse], _ changes: [String: ScreenChange]) -> [ScreenEvent] {
        let reports = uses.compactMap { use in changes[use.app].map { (time: use.start, change: $0) } }
        var screen = ScreenState()
        // The standard library documents that sorting is stable: rows of the same second stay in order.
        for (time, change) in reports.sorted(by: { $0.time < $1.time }) {
            screen.change(to: change, at: time)
        }
        return screen.events
    }

    private static func header(_ table: TableReader, _ file: InputText) throws(TraceError) -> [Int] {
        let columns = ["App name", "Date", "Time", "Duration"].compactMap { table.optionalColumn($0) }
        guard columns.count == 4 else {
            throw file.problem(
                at: 0,
                found: "columns " + table.header.prefix(6).map { quoted($0) }.joined(separator: ", "),
                expected:
                    "\"App name\", \"Date\", \"Time\" and \"Duration\", the activity history of App Usage",
                advice: table.separatorAdvice
                    ?? "for other columns use --from csv with --map; totals per day, as StayFree exports them,"
                    + " do not say when apps were opened")
        }
        return columns
    }

    /// Whether the row is one of the lines below the rows: all in its first field (and the commas of a date in it,
    /// as older versions of the app did not quote it).
    private static func isFooter(_ table: TableReader) -> Bool {
        let text = table[0]
        if text.hasPrefix("Created by App Usage") { return true }
        guard (1..<max(1, table.count)).allSatisfy({ table[$0].isEmpty }) else { return false }
        // A row that was cut off behind its app has no comma there, and no empty fields.
        return text.isEmpty || text.utf8.contains(UInt8(ascii: ",")) || table.count >= table.header.count
    }

    private static func row(_ table: TableReader, _ columns: [Int]) throws(TraceError) -> Row {
        guard let width = columns.max(), table.count > width else {
            throw table.problem(
                table.count, found: table.count == 1 ? "1 field" : "\(table.count) fields",
                expected: "at least \((columns.max() ?? 0) + 1), as in the header",
                advice: "the file may have been cut off")
        }
        guard !table[columns[0]].isEmpty else {
            throw table.problem(columns[0], found: "no app", expected: "a name")
        }
        guard let date = DateNumbers(table[columns[1]]) else {
            throw table.problem(
                columns[1], found: "date \(quoted(table[columns[1]]))", expected: "a date such as 5/18/24",
                advice: DayNumbers.isDayNumber(table[columns[1]])
                    ? "it is a day number of a spreadsheet; import the file that the app exported" : nil)
        }
        guard let clock = clockTime(table[columns[2]]) else {
            throw table.problem(
                columns[2], found: "time \(quoted(table[columns[2]]))",
                expected: "a time such as 7:42:29 PM or 19:42:29")
        }
        guard table[columns[3]].utf8.contains(UInt8(ascii: ":")),
            let duration = ImportFormat.span(table[columns[3]])
        else {
            throw table.problem(
                columns[3], found: "duration \(quoted(table[columns[3]]))",
                expected: "a duration such as 0:00:35", advice: "the file may have been cut off")
        }
        return Row(
            app: table[columns[0]], date: date, clock: clock, duration: duration, line: table.line)
    }
}
