import FetchSched
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

    /// The identity of an event: two lines of one user in two sections with all of these in common report one event. Texts are
    /// numbers of a table.
    struct Event: Hashable {
        var time: Time
        var type: Int32
        var package: Int32
        /// Class and instance of the activity.
        var activity: Activity
        var user: Int32
    }

    struct Activity: Hashable {
        var name: Int32
        /// The number that it is; less than 0 for one of the table, of those that are none.
        var instance: Int64
    }

    var event: Event
    /// Whether the line ends in its flags, as every line does since Android 8.
    var hasFlags: Bool

    private static let typeKey = Array(" type=".utf8)
    private static let packageKey = Array(" package=".utf8)
    private static let classKey = Array("class=".utf8)
    private static let instanceKey = Array("instanceId=".utf8)
    private static let flagsKey = Array("flags=0x".utf8)

    /// Reads a line that starts with `time=`; without indentation and line end.
    ///
    /// - Parameters:
    ///   - user: The number of the text that is the user's in ``event``.
    ///   - names: Where texts get their numbers.
    init(_ line: ArraySlice<UInt8>, user: Int32, _ names: inout NameTable) throws(RecordProblem) {
        let timeEnd = try Self.timeEnd(line)
        guard let time = Self.time(line[(line.startIndex + 5)..<timeEnd]) else {
            throw RecordProblem(
                offset: 5, found: "time \(Self.text(line[(line.startIndex + 5)..<timeEnd]))",
                expected: "a time such as \"2024-05-01 09:12:33\" or milliseconds since 1970")
        }
        var position = timeEnd
        let type = names.number(of: try Self.value(Self.typeKey, line, &position))
        let package = names.number(of: try Self.value(Self.packageKey, line, &position))
        guard names.isTraceName(package) else {
            throw RecordProblem(
                offset: timeEnd - line.startIndex, found: "package \(quoted(names[package]))",
                expected: "a name without control characters")
        }
        var (name, instance): (ArraySlice<UInt8>?, ArraySlice<UInt8>?)
        var last: ArraySlice<UInt8>?
        while let word = Self.word(line, &position) {
            if name == nil, word.starts(with: Self.classKey) {
                name = word.dropFirst(Self.classKey.count)
            } else if instance == nil, word.starts(with: Self.instanceKey) {
                instance = word.dropFirst(Self.instanceKey.count)
            }
            last = word
        }
        let activity = Activity(
            name: names.number(of: Self.text(name ?? [])),
            instance: wholeNumber(instance ?? []) ?? -1 - Int64(names.number(of: Self.text(instance ?? []))))
        event = Event(time: time, type: type, package: package, activity: activity, user: user)
        hasFlags = Self.isFlags(last)
    }

    /// Whether the last word of a line is its flags.
    static func endsInFlags(_ line: ArraySlice<UInt8>) -> Bool {
        isFlags(line.split(separator: UInt8(ascii: " ")).last)
    }

    private static func isFlags(_ word: ArraySlice<UInt8>?) -> Bool {
        word.map { $0.starts(with: flagsKey) && $0.count > 8 } ?? false
    }

    /// The next word, without the spaces around it; nil at the end.
    private static func word(_ line: ArraySlice<UInt8>, _ position: inout Int) -> ArraySlice<UInt8>? {
        while position < line.endIndex, line[position] == UInt8(ascii: " ") { position += 1 }
        let start = position
        while position < line.endIndex, line[position] != UInt8(ascii: " ") { position += 1 }
        return position > start ? line[start..<position] : nil
    }

    /// Where the value of `time=` ends: behind the closing quote, or at the space.
    private static func timeEnd(_ line: ArraySlice<UInt8>) throws(RecordProblem) -> Int {
        let start = line.startIndex + 5
        guard start < line.endIndex, line[start] == UInt8(ascii: "\"") else {
            return line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
        }
        guard let quote = line[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) else {
            throw RecordProblem(offset: 5, found: "a time that does not end", expected: "a closing quote")
        }
        return quote + 1
    }

    /// - Parameter key: With the space in front and the `=` behind it.
    private static func value(
        _ key: [UInt8], _ line: ArraySlice<UInt8>, _ position: inout Int
    ) throws(RecordProblem) -> String {
        func name() -> String { text(key[1..<(key.count - 1)]) }
        guard line[position...].starts(with: key) else {
            let found = position < line.endIndex ? "other text" : "the end of the line"
            throw RecordProblem(
                offset: Swift.min(position + 1, line.endIndex) - line.startIndex, found: found,
                expected: "\(name())= and a name")
        }
        let start = position + key.count
        let end = line[start...].firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
        guard end > start else {
            throw RecordProblem(
                offset: start - line.startIndex, found: "no \(name())",
                expected: "a name behind \(name())=")
        }
        position = end
        return text(line[start..<end])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func time(_ bytes: ArraySlice<UInt8>) -> Time? {
        if let wall = isoWall(bytes) { return .wall(wall) }
        let text = text(bytes)
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

    /// Reads `"2024-05-01 09:12:33"`, as nearly all lines have it: in a fifth of the time.
    private static func isoWall(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let start = bytes.startIndex
        guard bytes.count == 21, bytes[start + 11] == UInt8(ascii: " ") else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(20)
        text += bytes[(start + 1)..<(start + 20)]
        text[10] = UInt8(ascii: "T")
        text.append(UInt8(ascii: "Z"))
        // A second 60 is for the others to refuse.
        guard text[17] < UInt8(ascii: "6"), case .instant(let time) = parseTime(text.span) else { return nil }
        return time.milliseconds
    }
}
