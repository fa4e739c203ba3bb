import FetchSched
import FetchTrace

extension ImportFormat {
    /// An ActivityWatch export: all buckets, or one. The titles of windows are not read.
    package static let activityWatch = ImportFormat(
        name: "activitywatch", summary: "a bucket export of ActivityWatch, JSON",
        lookedFor: "a bucket of type \"currentwindow\" with events such as"
            + " {\"timestamp\": …, \"duration\": …, \"data\": {\"app\": …}}"
    ) { (files, settings) throws(TraceError) in
        var reader = ActivityWatchReader(settings: settings)
        for file in files { try reader.read(file) }
        return reader.log()
    }
}

/// Collects the buckets of exports.
private struct ActivityWatchReader {
    /// The useful fields of an event, whatever its bucket's type.
    private struct Event: Hashable {
        var start: FetchTime
        var duration: TimeSpan
        var secondsEast: Int?
        var app: String?
        var status: String?

        var end: FetchTime { start + duration }
    }

    /// The useful fields of a bucket.
    private struct Bucket {
        var id = ""
        var type = ""
        var host: String?
        var events: [Event] = []
    }

    /// The types of buckets whose events are read.
    private static let types: Set = ["currentwindow", "afkstatus", "os.lockscreen.unlocks"]

    let settings: ReadingSettings
    private var buckets: [Bucket] = []
    /// Counts of what was read.
    private var counts = UsageLog()

    init(settings: ReadingSettings) { self.settings = settings }

    /// An export is an object with the buckets under `buckets`, or one bucket.
    mutating func read(_ file: InputText) throws(TraceError) {
        do throws(RecordProblem) {
            let whole = try JSONValue(parsing: file.bytes, keepsDamage: !settings.isStrict)
            let members = try whole.members()
            guard members["buckets"] != nil || members["events"] != nil else {
                throw RecordProblem(
                    offset: whole.offset, found: "an object without \"buckets\" and \"events\"",
                    expected: "an export of ActivityWatch (Raw Data, Export)")
            }
            if let inside = try members["buckets"]?.members() {
                for (id, bucket) in Self.inOrder(inside) { try add(bucket, id: id, file) }
            }
            if members["events"] != nil { try add(whole, file) }
        } catch {
            guard error.offset == file.bytes.count else {
                throw file.problem(at: error.offset, found: error.found, expected: error.expected)
            }
            throw file.problem(
                at: error.offset, found: "the end of the file", expected: error.expected,
                advice: "the file was cut off; export it again")
        }
    }

    private static func inOrder(_ members: [String: JSONValue]) -> [(key: String, value: JSONValue)] {
        members.sorted { $0.value.offset < $1.value.offset }
    }

    private mutating func add(_ value: JSONValue, id: String = "", _ file: InputText) throws(RecordProblem) {
        guard let events = try value.members()["events"] else {
            throw RecordProblem(
                offset: value.offset, found: "a bucket without \"events\"", expected: "an exported bucket")
        }
        var bucket = Bucket(
            id: try value.optionalField("id")?.text() ?? id,
            type: try value.optionalField("type")?.text() ?? "",
            host: try value.optionalField("hostname")?.text())
        let items = try events.list()
        counts.records += items.count
        guard Self.types.contains(bucket.type) else { return }
        if let host = bucket.host, !host.isEmpty, !isTraceName(host) {
            throw RecordProblem(
                offset: value.offset, found: "hostname \(quoted(host))",
                expected: "a name without control characters")
        }
        for item in items {
            do throws(RecordProblem) { bucket.events.append(try Self.event(item, bucket.type)) } catch {
                if settings.isStrict { throw error }
                counts.bad.add(file.problem(at: error.offset, found: error.found, expected: error.expected))
            }
        }
        buckets.append(bucket)
    }

    private static func event(_ value: JSONValue, _ type: String) throws(RecordProblem) -> Event {
        guard let timestamp = try value.members()["timestamp"] else {
            throw RecordProblem(
                offset: value.offset, found: "an event without \"timestamp\"", expected: "one with it")
        }
        let text = try timestamp.text()
        let time: FetchTime
        do { time = try FetchTime(traceText: text) } catch {
            throw RecordProblem(
                offset: timestamp.offset, found: "time \(error.found)", expected: error.expected)
        }
        let most = Double(TraceLimits.duration / 1000)
        let seconds = try value.optionalField("duration")?.amount(from: 0, to: most) ?? 0
        var event = Event(start: time, duration: .seconds(seconds))
        event.secondsEast = offset(ofTime: Array(text.utf8).span).map { Int($0) }
        if let data = try value.optionalField("data") {
            // On Android, the label depends on the phone's language and the package does not.
            event.app = try data.optionalField("app")?.text()
            if let package = try data.optionalField("package")?.text() { event.app = package }
            event.status = try data.optionalField("status")?.text()
        }
        if event.app?.isEmpty == true { event.app = nil }
        guard type == "currentwindow" else { return event }
        guard let app = event.app else {
            throw RecordProblem(
                offset: value.offset, found: "an event without \"app\"",
                expected: "\"data\" with \"app\" or \"package\", as the bucket is of type \"currentwindow\"")
        }
        guard isTraceName(app) else {
            throw RecordProblem(
                offset: value.offset, found: "app \(quoted(app))",
                expected: "a name without control characters")
        }
        return event
    }

    /// The uses: windows, without the time in which the user was away.
    func log() -> UsageLog {
        var log = counts
        var seen: Set<AppUse> = []
        for bucket in buckets where bucket.type == "currentwindow" {
            let away = absences(of: bucket.host)
            for event in bucket.events {
                guard let app = event.app else { continue }
                let whole = AppUse(
                    device: Self.name(bucket.host), app: app, start: event.start, duration: event.duration,
                    secondsEast: event.secondsEast)
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
    private func absences(of host: String?) -> [Range<FetchTime>] {
        let events = buckets.filter { $0.type == "afkstatus" && $0.host == host }.flatMap(\.events)
        var result: [Range<FetchTime>] = []
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

    /// The parts of a use outside the absences; a user who comes back to an app opens it again.
    private static func parts(of use: AppUse, without absences: [Range<FetchTime>]) -> [AppUse] {
        let low = absences.partitioningIndex { $0.upperBound > use.start }
        if use.duration == .zero {
            return low < absences.count && absences[low].contains(use.start) ? [] : [use]
        }
        var result: [AppUse] = []
        var start = use.start
        func append(until end: FetchTime) {
            guard start < end else { return }
            var part = use
            (part.start, part.duration) = (start, end - start)
            result.append(part)
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
