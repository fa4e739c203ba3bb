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
        var reader = UsageStatsReader()
        for file in files { try reader.read(file) }
        return try reader.log(settings)
    }
}

/// Collects the events of usage dumps, each once, and checks that no dump was cut off.
private struct UsageStatsReader {
    /// Events of one section are in order; the sections of all files are numbered.
    private var events: [(event: UsageStatsLine.Event, section: Int)] = []
    private var seen: Set<UsageStatsLine.Event> = []
    private var section = 0
    private var records = 0
    /// The first time in the phone's own date order, for errors.
    private var firstLocal: (file: InputText, offset: Int)?

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
        var user = ""
        var hasFlags = false
    }

    mutating func read(_ file: InputText) throws(TraceError) {
        var dump = Dump()
        var start = 0
        section += 1
        if file.text(0..<min(file.bytes.count, 17)) == "Permission Denial" {
            throw file.problem(
                at: 0, found: "a refusal, \"Permission Denial\"", expected: "a dump",
                advice: "run dumpsys from 'adb shell', not in an app")
        }
        while start < file.bytes.count {
            let newline = file.bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let end = newline ?? file.bytes.count
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
        func begins(_ text: String) -> Bool { file.bytes[line].starts(with: text.utf8) }
        if begins("time=") {
            try readEvent(file, line, isCut, &dump)
        } else if begins("user=") {
            try expectWhole(dump, file, at: first)
            dump = Dump(pending: .anything, user: file.text(first + 5..<last))
            section += 1
        } else if isCut {
            // Nobody knows what the whole line would be.
        } else if begins("Last 24 hour events") || begins("In-memory daily") {
            dump.pending = .sections
            dump.hasSections = true
            section += 1
        } else if begins("In-memory yearly") {
            dump.pending = .nothing
        } else if begins("file=") || begins("interval=") {
            dump.listsFiles = true
        } else if begins("beginTime=") {
            // In an ordinary dump that was made with -c, sections begin like that, too.
            if !dump.hasSections { dump.pending = .dayEvents }
            section += 1
        } else if begins("events"), dump.pending == .dayEvents {
            dump.pending = dump.listsFiles ? .nothing : .anything
        } else if !line.isEmpty, dump.pending == .anything {
            dump.pending = .nothing
        }
    }

    private mutating func readEvent(
        _ file: InputText, _ range: Range<Int>, _ isCut: Bool, _ dump: inout Dump
    ) throws(TraceError) {
        let line: UsageStatsLine
        do {
            line = try UsageStatsLine(file.text(range))
        } catch {
            throw file.problem(
                at: range.lowerBound + error.offset, found: error.found, expected: error.expected,
                advice: isCut ? "the dump was cut off; make it again" : nil)
        }
        if isCut && !line.hasFlags || dump.hasFlags && !line.hasFlags {
            throw file.problem(
                at: range.upperBound, found: "the end of the line",
                expected: dump.hasFlags ? "flags= at its end, as on other lines" : "a line end",
                advice: "the dump was cut off; make it again")
        }
        dump.hasFlags = dump.hasFlags || line.hasFlags
        records += 1
        if case .local = line.event.time, firstLocal == nil { firstLocal = (file, range.lowerBound + 5) }
        var event = line.event
        event.user = dump.user
        if seen.insert(event).inserted { events.append((event, section)) }
    }

    /// The uses that the events amount to, and what the screen did.
    ///
    /// Source: `android.app.usage.UsageEvents.Event` says what the types mean.
    func log(_ settings: ReadingSettings) throws(TraceError) -> UsageLog {
        let order = try dateOrder(settings)
        var timed: [(time: Instant, event: Int)] = []
        var previous: Instant?
        for (index, (event, section)) in events.enumerated() {
            if index > 0, events[index - 1].section != section { previous = nil }
            let time = instant(event.time, order, settings.zone, after: previous)
            timed.append((time, index))
            previous = time
        }
        // Events of one second keep the order of the dump.
        timed.sort { ($0.time, $0.event) < ($1.time, $1.event) }
        var foreground = Foreground()
        var screen = ScreenState()
        var log = UsageLog()
        let mainUser = events.first?.event.user ?? ""
        for (time, index) in timed {
            let event = events[index].event
            let app = event.user == mainUser ? event.package : event.package + "@" + event.user
            switch event.type {
            case "ACTIVITY_RESUMED", "MOVE_TO_FOREGROUND":
                foreground.resume(app, event.activity, at: time)
            case "ACTIVITY_PAUSED", "ACTIVITY_STOPPED", "ACTIVITY_DESTROYED", "MOVE_TO_BACKGROUND":
                foreground.pause(app, event.activity, at: time)
            case "NOTIFICATION_INTERRUPTION":
                log.notifications.append(AppUse(device: "0", app: app, start: time, duration: nil))
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
        log.uses = foreground.uses
        log.screen = screen.events
        log.records = records
        log.duplicates = records - events.count
        return log
    }

    private func dateOrder(_ settings: ReadingSettings) throws(TraceError) -> DateOrder? {
        guard let firstLocal else { return nil }
        if let order = settings.dateOrder { return order }
        let entries: [(date: DateNumbers, clock: Int64)] = events.compactMap { event, _ in
            if case .local(let date, let clock) = event.time { return (date, clock) }
            return nil
        }
        if let order = DateOrder.deduced(entries) { return order }
        throw firstLocal.file.problem(
            at: firstLocal.offset, found: "dates that may be read in two ways",
            expected: "the position of the month",
            advice: "use --date-order mdy or --date-order dmy")
    }

    private func instant(
        _ time: UsageStatsLine.Time, _ order: DateOrder?, _ zone: ZoneRule, after previous: Instant?
    ) -> Instant {
        switch time {
        case .epoch(let milliseconds): Instant(milliseconds: milliseconds)
        case .wall(let wall): zone.instant(wall: wall, after: previous)
        case .local(let date, let clock):
            zone.instant(
                wall: (order.flatMap { date.days($0) } ?? 0) * 86_400_000 + clock, after: previous)
        }
    }
}
