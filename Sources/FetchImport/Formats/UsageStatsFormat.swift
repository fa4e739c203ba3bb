import FetchSched
import FetchTrace

extension ImportFormat {
    /// The output of `adb shell dumpsys usagestats`, in all its variants; several dumps of one phone may stand in one
    /// file or in several.
    package static let usageStats = ImportFormat(
        name: "usagestats", summary: "the text of Android's 'dumpsys usagestats', one dump or several",
        lookedFor:
            "lines such as time=\"2024-05-01 09:12:33\" type=ACTIVITY_RESUMED package=org.example.mail,"
            + " as 'adb shell dumpsys usagestats' prints"
    ) { (files, settings) throws(TraceError) in
        var reader = UsageStatsReader(settings: settings)
        for file in files { try reader.read(file) }
        return try reader.log()
    }
}

/// Collects the events of usage dumps, each once, and checks that no dump was cut off.
///
/// Sections and dumps repeat each other, but no section repeats itself: where times are to the minute or the second,
/// equal lines of one section are events that followed each other. So of equal lines there are as many events as the
/// section with the most of them has.
private struct UsageStatsReader {
    /// Events of one section are in order; the sections of all files are numbered.
    private struct Entry {
        var event: UsageStatsLine.Event
        var section: Int
        /// Where its line is, for errors.
        var place: Place
    }

    private struct Place {
        var file: String
        var line: Int
        /// The column of the first byte of the line's text, from 1.
        var column: Int
    }

    /// Where the time is, behind `time=`.
    private static let timeOffset = 5

    private let settings: ReadingSettings
    private var entries: [Entry] = []
    /// How many there are of an event, and how many of them one section has.
    private struct Tally {
        var count = 0
        var section = 0
        var inSection = 0

        /// Whether the event is one more than there are.
        mutating func isMore(in section: Int) -> Bool {
            inSection = self.section == section ? inSection + 1 : 1
            self.section = section
            defer { count = max(count, inSection) }
            return inSection > count
        }
    }

    private var known: [UsageStatsLine.Event: Tally] = [:]
    /// The texts of events.
    private var names = NameTable()
    /// The number of no text.
    private let noName: Int32
    private var section = 0
    private var result = UsageLog()
    private var line = 0
    /// The time of the last event of the section, in milliseconds of whatever its times are.
    private var lastTime = Int64.min
    /// The user of the first event, whose apps have their plain names.
    private var mainUser: Int32?

    init(settings: ReadingSettings) {
        self.settings = settings
        noName = names.number(of: "")
    }

    private mutating func startSection() {
        section += 1
        lastTime = .min
    }

    /// Sections that a dump still lacks.
    private enum Pending {
        case nothing
        /// The sections of an ordinary dump, which end with the yearly one.
        case sections
        /// The events of a day, in what `--checkin` and `file` list.
        case dayEvents
        /// Anything: a user is never the last line, and `--checkin` goes on after the events of the last day.
        case anything

        var text: String? {
            switch self {
            case .nothing: nil
            case .sections: "the sections up to \"In-memory yearly stats\""
            case .dayEvents: "the \"events\" of this day"
            case .anything: "more of it"
            }
        }
    }

    /// Where a dump is, in a file.
    private struct Dump {
        var pending = Pending.nothing
        /// Whether it is an ordinary dump.
        var hasSections = false
        /// Whether it is the listing of files, which may end behind any event.
        var listsFiles = false
        var user: Int32
        var hasFlags = false
    }

    /// Starts another section if an event is much earlier than the one before: lines picked out of several dumps
    /// have no headings. Clocks that are set back by an hour, and events that changed places, are no reason.
    private mutating func startSectionIfEarlier(_ time: UsageStatsLine.Time) {
        let milliseconds: Int64 =
            switch time {
            case .epoch(let milliseconds), .wall(let milliseconds): milliseconds
            case .local: lastTime
            }
        if lastTime > .min, milliseconds < lastTime - 2 * 3_600_000 { startSection() }
        lastTime = milliseconds
    }

    mutating func read(_ file: InputText) throws(TraceError) {
        var dump = Dump(user: noName)
        var start = 0
        startSection()
        line = 0
        if file.text(0..<min(file.bytes.count, 17)) == "Permission Denial" {
            throw file.problem(
                at: 0, found: "a refusal, \"Permission Denial\"", expected: "a dump",
                advice: "run dumpsys from 'adb shell', not in an app")
        }
        while start < file.bytes.count {
            let newline = file.bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let end = newline ?? file.bytes.count
            line += 1
            try read(file, start..<end, isCut: newline == nil, &dump)
            start = end + 1
        }
        try expectWhole(dump, file, at: file.bytes.count)
    }

    private func expectWhole(_ dump: Dump, _ file: InputText, at offset: Int) throws(TraceError) {
        guard let expected = dump.pending.text else { return }
        throw file.problem(
            at: offset, found: "the end of the dump", expected: expected,
            advice: "the dump was cut off; make it again")
    }

    private mutating func read(
        _ file: InputText, _ range: Range<Int>, isCut: Bool, _ dump: inout Dump
    ) throws(TraceError) {
        var first = range.lowerBound
        var last = range.upperBound
        while first < last, file.bytes[first] <= 0x20 { first += 1 }
        while first < last, file.bytes[last - 1] <= 0x20 { last -= 1 }
        let line = first..<last
        func starts(_ text: String) -> Bool { file.bytes[line].starts(with: text.utf8) }
        if starts("time=") {
            try readEvent(file, line, isCut, &dump)
        } else if starts("user=") {
            try expectWhole(dump, file, at: first)
            dump = Dump(pending: .anything, user: names.number(of: file.text(first + 5..<last)))
            startSection()
        } else if isCut {
            // The whole line is unknown.
        } else if starts("Last 24 hour events") || starts("In-memory daily") {
            dump.pending = .sections
            dump.hasSections = true
            startSection()
        } else if starts("In-memory yearly") {
            dump.pending = .nothing
        } else if starts("file=") || starts("interval=") {
            dump.listsFiles = true
        } else if starts("beginTime=") {
            // In an ordinary dump that was made with -c, sections start like that, too.
            if !dump.hasSections { dump.pending = .dayEvents }
            startSection()
        } else if starts("events"), dump.pending == .dayEvents {
            dump.pending = dump.listsFiles ? .nothing : .anything
        } else if !line.isEmpty, dump.pending == .anything {
            dump.pending = .nothing
        }
    }

    private mutating func readEvent(
        _ file: InputText, _ range: Range<Int>, _ isCut: Bool, _ dump: inout Dump
    ) throws(TraceError) {
        let text = file.bytes[range]
        result.records += 1
        let newline = file.bytes[..<range.lowerBound].lastIndex(of: UInt8(ascii: "\n")) ?? -1
        let place = Place(file: file.name, line: self.line, column: range.lowerBound - newline)
        let line: UsageStatsLine
        do {
            line = try UsageStatsLine(text, user: dump.user, &names)
        } catch {
            let problem = Self.problem(
                place, offset: error.offset, found: error.found, expected: error.expected,
                advice: isCut ? "the dump was cut off; make it again" : nil)
            // Behind a whole line the dump goes on; what is behind half of one is missing.
            if isCut || dump.hasFlags && !UsageStatsLine.endsInFlags(text) { throw problem }
            try result.leaveOut(problem, settings)
            return
        }
        if isCut && !line.hasFlags || dump.hasFlags && !line.hasFlags {
            throw file.problem(
                at: range.upperBound, found: "the end of the line",
                expected: dump.hasFlags ? "flags= at its end, as on other lines" : "a line end",
                advice: "the dump was cut off; make it again")
        }
        dump.hasFlags = dump.hasFlags || line.hasFlags
        startSectionIfEarlier(line.event.time)
        var event = line.event
        if mainUser == nil { mainUser = dump.user }
        // The screen and the keyguard are those of all users, each of whom logs them.
        if Self.isOfDevice(names[event.type]) { event.user = noName }
        guard known[event, default: Tally()].isMore(in: section) else {
            result.duplicates += 1
            return
        }
        entries.append(Entry(event: event, section: section, place: place))
    }

    private static func isOfDevice(_ type: String) -> Bool {
        type.hasPrefix("SCREEN_") || type.hasPrefix("KEYGUARD_") || type.hasPrefix("DEVICE_")
    }

    /// The uses that the events amount to, and what the screen did.
    ///
    /// Source: `android.app.usage.UsageEvents.Event` says what the types mean.
    mutating func log() throws(TraceError) -> UsageLog {
        let order = try dateOrder()
        var log = result
        var timed: [(time: FetchTime, event: Int)] = []
        var previous: FetchTime?
        for (index, entry) in entries.enumerated() {
            if index > 0, entries[index - 1].section != entry.section { previous = nil }
            guard let time = instant(entry.event.time, order, after: previous) else {
                try log.leaveOut(
                    Self.problem(
                        entry.place, offset: Self.timeOffset,
                        found: "a date that is not one in the order \(order?.rawValue ?? "of the others")",
                        expected: "all dates in one order", advice: "see --date-order"), settings)
                continue
            }
            timed.append((time, index))
            previous = time
        }
        // Events of one second keep the order of the dump.
        timed.sort { ($0.time, $0.event) < ($1.time, $1.event) }
        var foreground = Foreground()
        var screen = ScreenState()
        for (time, index) in timed {
            let event = entries[index].event
            let app =
                event.user == mainUser ?? noName
                ? event.package : names.number(of: names[event.package] + "@" + names[event.user])
            switch names[event.type] {
            case "ACTIVITY_RESUMED", "MOVE_TO_FOREGROUND":
                foreground.resume(app, event.activity, at: time)
            case "ACTIVITY_PAUSED", "ACTIVITY_STOPPED", "ACTIVITY_DESTROYED", "MOVE_TO_BACKGROUND":
                foreground.pause(app, event.activity, at: time)
            case "NOTIFICATION_INTERRUPTION":
                log.notifications.append(AppUse(device: "0", app: names[app], start: time, duration: nil))
            case "SCREEN_INTERACTIVE":
                screen.change(to: .on, at: time)
            case "KEYGUARD_HIDDEN":
                screen.change(to: .unlocked, at: time)
            case "KEYGUARD_SHOWN":
                screen.lock()
            case "SCREEN_NON_INTERACTIVE", "DEVICE_SHUTDOWN":
                foreground.endAll(at: time)
                screen.change(to: .off, at: time)
            case "DEVICE_STARTUP":
                foreground.endAll(at: nil)
                screen.lose()
            default: break
            }
        }
        foreground.endAll(at: nil)
        log.uses = foreground.uses.map {
            AppUse(device: "0", app: names[$0.app], start: $0.start, duration: $0.duration)
        }
        log.screen = screen.events
        log.isExact = true
        return log
    }

    private static func problem(
        _ place: Place, offset: Int, found: String, expected: String, advice: String?
    ) -> TraceError {
        TraceError(
            kind: .data, file: place.file, line: place.line, column: place.column + offset, found: found,
            expected: expected, advice: advice)
    }

    private func dateOrder() throws(TraceError) -> DateOrder? {
        if let order = settings.dateOrder { return order }
        var first: Entry?
        var dates: [(date: DateNumbers, clock: Int64)] = []
        for entry in entries {
            guard case .local(let date, let clock) = entry.event.time else { continue }
            dates.append((date, clock))
            first = first ?? entry
        }
        guard let first else { return nil }
        if let order = DateOrder.deduced(dates) { return order }
        throw Self.problem(
            first.place, offset: Self.timeOffset, found: "dates that may be read in two ways",
            expected: "the position of the month",
            advice: "use --date-order mdy or --date-order dmy")
    }

    /// The time; nil if its date does not exist in that order.
    private func instant(
        _ time: UsageStatsLine.Time, _ order: DateOrder?, after previous: FetchTime?
    ) -> FetchTime? {
        switch time {
        case .epoch(let milliseconds): FetchTime(milliseconds: milliseconds)
        case .wall(let wall): settings.zone.instant(wall: wall, after: previous)
        case .local(let date, let clock):
            order.flatMap { date.days($0) }.map {
                settings.zone.instant(wall: $0 * 86_400_000 + clock, after: previous)
            }
        }
    }
}
