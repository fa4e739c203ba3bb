import FetchTrace

/// One event line of a usage dump, such as
///
///     time="2024-05-01 09:12:33" type=ACTIVITY_RESUMED package=org.example.mail class=org.example.Main flags=0x0
///
/// Source: `UserUsageStatsService.printEvent` of the Android Open Source Project.
struct UsageStatsLine {
    enum Time: Hashable {
        /// Milliseconds since 1970, as in dumps that are not for people (`-c`, `--checkin`, `file`).
        case epoch(Int64)
        /// Local date and time, as milliseconds read as if UTC.
        case wall(Int64)
        /// Local date and time as the phone's language has it (Android 5 and 6), the date still in numbers.
        case local(DateNumbers, clock: Int64)
    }

    /// The identity of an event: two lines of one user in two sections with all of these in common report one event.
    struct Event: Hashable {
        var time: Time
        var type: String
        var package: String
        /// Class and instance of the activity.
        var activity: String
        var user = ""
    }

    var event: Event
    /// Whether the line ends in its flags, as every line does since Android 8.
    var hasFlags: Bool

    /// Reads a line that begins with `time=`; without indentation and line end.
    init(_ line: ArraySlice<UInt8>) throws(RecordProblem) {
        let bytes = Array(line)
        let timeEnd = try Self.timeEnd(bytes)
        let timeText = Self.text(bytes[5..<timeEnd])
        guard let time = Self.time(timeText) else {
            throw RecordProblem(
                offset: 5, found: "time \(timeText)",
                expected: "a time such as \"2024-05-01 09:12:33\" or milliseconds since 1970")
        }
        var position = timeEnd
        let type = try Self.value("type", bytes, &position)
        let package = try Self.value("package", bytes, &position)
        guard isTraceName(package) else {
            throw RecordProblem(
                offset: timeEnd, found: "package \(quoted(package))",
                expected: "a name without control characters")
        }
        let rest = Self.words(bytes[position...])
        func field(_ key: String) -> String {
            rest.first { $0.starts(with: key.utf8) }.map { Self.text($0.dropFirst(key.utf8.count)) } ?? ""
        }
        event = Event(
            time: time, type: type, package: package,
            activity: field("class=") + "#" + field("instanceId="))
        hasFlags = Self.isFlags(rest.last)
    }

    /// Whether the last word of a line is its flags.
    static func endsInFlags(_ line: ArraySlice<UInt8>) -> Bool { isFlags(words(line).last) }

    private static func words(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        line.split(separator: UInt8(ascii: " "))
    }

    private static func isFlags(_ word: ArraySlice<UInt8>?) -> Bool {
        word.map { $0.starts(with: "flags=0x".utf8) && $0.count > 8 } ?? false
    }

    /// Where the value of `time=` ends: behind the closing quote, or at the space.
    private static func timeEnd(_ bytes: [UInt8]) throws(RecordProblem) -> Int {
        guard bytes.count > 5, bytes[5] == UInt8(ascii: "\"") else {
            return bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
        }
        guard let quote = bytes[6...].firstIndex(of: UInt8(ascii: "\"")) else {
            throw RecordProblem(offset: 5, found: "a time that does not end", expected: "a closing quote")
        }
        return quote + 1
    }

    private static func value(
        _ key: String, _ bytes: [UInt8], _ position: inout Int
    ) throws(RecordProblem) -> String {
        let start = position + key.utf8.count + 2
        guard bytes.count >= start, bytes[position] == UInt8(ascii: " "),
            bytes[start - 1] == UInt8(ascii: "="),
            bytes[position + 1..<start - 1].elementsEqual(key.utf8)
        else {
            let found = position < bytes.count ? "other text" : "the end of the line"
            throw RecordProblem(
                offset: Swift.min(position + 1, bytes.count), found: found, expected: "\(key)= and a name")
        }
        let end = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
        guard end > start else {
            throw RecordProblem(offset: start, found: "no \(key)", expected: "a name behind \(key)=")
        }
        position = end
        return text(bytes[start..<end])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func time(_ text: String) -> Time? {
        if let milliseconds = wholeNumber(text) {
            return milliseconds < TraceLimits.time ? .epoch(milliseconds) : nil
        }
        guard text.utf8.count > 2, text.hasPrefix("\"") else { return nil }
        let inner = text.dropFirst().dropLast()
        // A comma, or a space where there is none, stands between date and time.
        guard let gap = inner.utf8.firstIndex(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }),
            let date = DateNumbers(inner[..<gap]),
            let clock = clockTime(inner[inner.index(after: gap)...])
        else { return nil }
        if let days = date.days(.ymd) { return .wall(days * 86_400_000 + clock) }
        return .local(date, clock: clock)
    }
}
