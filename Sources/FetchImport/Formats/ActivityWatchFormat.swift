import FetchSched
import FetchTrace

extension ImportFormat {
    /// What ActivityWatch exports: all buckets, or one. The titles of windows are not read.
    public static let activityWatch = ImportFormat(
        name: "activitywatch", summary: "a bucket export of ActivityWatch, JSON",
        lookedFor: "a bucket of type \"currentwindow\" with events such as"
            + " {\"timestamp\": …, \"duration\": …, \"data\": {\"app\": …}}"
    ) { (files, _) throws(TraceError) in
        var reader = ActivityWatchReader()
        for file in files { try reader.read(file) }
        return reader.log()
    }
}

/// Collects the buckets of exports.
private struct ActivityWatchReader {
    /// What is of use of an event, whatever its bucket's type.
    private struct Event: Hashable {
        var start: Instant
        var duration: TimeSpan
        var app: String?
        var status: String?

        var end: Instant { start + duration }
    }

    /// What is of use of a bucket.
    private struct Bucket {
        var id = ""
        var type = ""
        var host: String?
        var events: [Event] = []
        /// Where the first event without an app is, for the error.
        var nameless: Int?
    }

    private var buckets: [Bucket] = []
    private var records = 0

    /// An export is an object with the buckets under `buckets`, or one bucket.
    mutating func read(_ file: InputText) throws(TraceError) {
        var cursor = JSONCursor(file)
        var single = Bucket()
        var found: [Bucket] = []
        var hasBuckets = false
        var hasEvents = false
        try cursor.object { (key, cursor) throws(TraceError) in
            if key == "buckets" {
                hasBuckets = true
                try cursor.object { (id, cursor) throws(TraceError) in
                    var bucket = Bucket(id: id)
                    var isWhole = false
                    let start = cursor.nextPosition()
                    try cursor.object { (key, cursor) throws(TraceError) in
                        if key == "events" { isWhole = true }
                        try Self.readMember(key, &cursor, &bucket)
                    }
                    guard isWhole else {
                        throw cursor.problem(
                            at: start, found: "a bucket without \"events\"", expected: "an exported bucket")
                    }
                    try Self.check(bucket, cursor)
                    found.append(bucket)
                }
            } else {
                if key == "events" { hasEvents = true }
                try Self.readMember(key, &cursor, &single)
            }
        }
        try cursor.end()
        if hasEvents {
            try Self.check(single, cursor)
            found.append(single)
        }
        guard hasBuckets || hasEvents else {
            throw cursor.problem(
                at: 0, found: "an object without \"buckets\" and \"events\"",
                expected: "an export of ActivityWatch (Raw Data, Export)")
        }
        for bucket in found { records += bucket.events.count }
        buckets += found
    }

    private static func readMember(
        _ key: String, _ cursor: inout JSONCursor, _ bucket: inout Bucket
    ) throws(TraceError) {
        switch key {
        case "id": bucket.id = try cursor.optionalString() ?? ""
        case "type": bucket.type = try cursor.optionalString() ?? ""
        case "hostname": bucket.host = try cursor.optionalString()
        case "events":
            try cursor.array { (cursor) throws(TraceError) in
                let start = cursor.nextPosition()
                let event = try readEvent(&cursor)
                if event.app == nil && bucket.nameless == nil { bucket.nameless = start }
                bucket.events.append(event)
            }
        default: try cursor.skip()
        }
    }

    private static func readEvent(_ cursor: inout JSONCursor) throws(TraceError) -> Event {
        let start = cursor.nextPosition()
        var time: Instant?
        var event = Event(start: .epoch, duration: .zero)
        var package: String?
        try cursor.object { (key, cursor) throws(TraceError) in
            switch key {
            case "timestamp":
                let offset = cursor.nextPosition()
                let text = try cursor.string()
                let parsed = parseTime(Array(text.utf8).span)
                guard case .instant(let instant) = parsed else {
                    throw cursor.problem(
                        at: offset, found: "time \(quoted(text))", expected: parsed.expected ?? "a time")
                }
                time = instant
            case "duration":
                let offset = cursor.nextPosition()
                let seconds = try cursor.number("a number of seconds")
                guard 0...Double(TraceLimits.duration / 1000) ~= seconds else {
                    throw cursor.problem(
                        at: offset, found: "\(seconds) seconds", expected: "a number of seconds from 0")
                }
                event.duration = .seconds(seconds)
            case "data":
                try cursor.object { (key, cursor) throws(TraceError) in
                    switch key {
                    case "app": event.app = try cursor.optionalString()
                    case "package": package = try cursor.optionalString()
                    case "status": event.status = try cursor.optionalString()
                    default: try cursor.skip()
                    }
                }
            default: try cursor.skip()
            }
        }
        guard let time else {
            throw cursor.problem(
                at: start, found: "an event without \"timestamp\"", expected: "one with it")
        }
        event.start = time
        // On Android, the label depends on the phone's language and the package does not.
        event.app = package ?? event.app
        if event.app?.isEmpty == true { event.app = nil }
        return event
    }

    private static func check(_ bucket: Bucket, _ cursor: JSONCursor) throws(TraceError) {
        guard bucket.type == "currentwindow", let offset = bucket.nameless else { return }
        throw cursor.problem(
            at: offset, found: "an event without \"app\"",
            expected: "\"data\" with \"app\" or \"package\", as the bucket is of type \"currentwindow\"")
    }

    /// The uses: windows, without the time in which nobody was there.
    func log() -> UsageLog {
        var log = UsageLog()
        log.records = records
        var seen: Set<AppUse> = []
        for bucket in buckets where bucket.type == "currentwindow" {
            let away = absences(of: bucket.host)
            for event in bucket.events {
                guard let app = event.app else { continue }
                let whole = AppUse(
                    device: Self.name(bucket.host), app: app, start: event.start, duration: event.duration)
                guard seen.insert(whole).inserted else {
                    log.duplicates += 1
                    continue
                }
                log.uses += Self.parts(of: whole, without: away)
            }
        }
        readUnlocks(&log)
        return log
    }

    /// When phones were unlocked. When they were locked again is not logged, so each time is news.
    private func readUnlocks(_ log: inout UsageLog) {
        var seen: Set<ScreenEvent> = []
        for bucket in buckets where bucket.type == "os.lockscreen.unlocks" {
            for event in bucket.events {
                let unlock = ScreenEvent(device: Self.name(bucket.host), time: event.start, change: .unlocked)
                if seen.insert(unlock).inserted { log.screen.append(unlock) } else { log.duplicates += 1 }
            }
        }
    }

    private static func name(_ host: String?) -> String {
        if let host, !host.isEmpty, host != "unknown" { return host }
        return "0"
    }

    /// When the host's user was away from keyboard, in order, without overlaps.
    private func absences(of host: String?) -> [Range<Instant>] {
        let events = buckets.filter { $0.type == "afkstatus" && $0.host == host }.flatMap(\.events)
        var result: [Range<Instant>] = []
        for event in events.filter({ $0.status == "afk" }).sorted(by: { $0.start < $1.start }) {
            guard event.duration > .zero else { continue }
            if let last = result.last, event.start <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, event.end)
            } else {
                result.append(event.start..<event.end)
            }
        }
        return result
    }

    /// What is left of a use without the absences; who comes back to an app opens it again.
    private static func parts(of use: AppUse, without absences: [Range<Instant>]) -> [AppUse] {
        var low = 0
        var high = absences.count
        while low < high {
            let middle = (low + high) / 2
            if absences[middle].upperBound <= use.start { low = middle + 1 } else { high = middle }
        }
        if use.duration == .zero {
            return low < absences.count && absences[low].contains(use.start) ? [] : [use]
        }
        var result: [AppUse] = []
        var start = use.start
        func append(until end: Instant) {
            guard start < end else { return }
            result.append(AppUse(device: use.device, app: use.app, start: start, duration: end - start))
        }
        for absence in absences[low...] {
            guard absence.lowerBound < use.end else { break }
            append(until: absence.lowerBound)
            start = absence.upperBound
        }
        append(until: use.end)
        return result
    }
}
