import FetchSched
import FetchTrace

/// A time as a CSV file has it: an instant, or local.
enum LoggedTime: Equatable {
    /// With its offset from UTC in seconds east, where the text says one.
    case instant(FetchTime, secondsEast: Int?)
    /// Date and time of day in milliseconds, as if UTC.
    case wall(Int64)

    /// The expected text, for errors.
    static let expected =
        "seconds or milliseconds since 1970, or a date and time such as 2024-05-01T09:12:33+02:00"

    /// Reads seconds since 1970, milliseconds if that many seconds are no time of a trace, or ISO 8601 with an offset or
    /// in local time: `2024-05-01T09:12:33+02:00`, `2024-05-01 09:12:33 +02`, `2024-05-01 09:12`.
    init?(_ text: String) {
        if let milliseconds = parseMilliseconds(Array(text.utf8).span) {
            if milliseconds >= TraceLimits.time, let whole = wholeNumber(text) {
                self = .instant(FetchTime(milliseconds: whole), secondsEast: nil)
            } else {
                self = .instant(FetchTime(milliseconds: milliseconds), secondsEast: nil)
            }
            return
        }
        var bytes = Array(text.utf8)
        guard bytes.count >= 16 else { return nil }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        // Seconds may be missing.
        if bytes.count == 16 || bytes[16] != UInt8(ascii: ":") {
            bytes.insert(contentsOf: ":00".utf8, at: 16)
        }
        Self.completeOffset(&bytes)
        if case .instant(let instant) = parseTime(bytes.span) {
            self = .instant(instant, secondsEast: offset(ofTime: bytes.span).map { Int($0) })
            return
        }
        bytes.append(UInt8(ascii: "Z"))
        guard case .instant(let instant) = parseTime(bytes.span) else { return nil }
        self = .wall(instant.milliseconds)
    }

    /// Makes ` UTC` a `Z`, and ` +02` a `+02:00`: databases and languages write offsets in these ways, too.
    private static func completeOffset(_ bytes: inout [UInt8]) {
        for name in [" UTC", " GMT", "UTC", "GMT"]
        where bytes.suffix(name.utf8.count).elementsEqual(name.utf8) {
            bytes.removeLast(name.utf8.count)
            bytes.append(UInt8(ascii: "Z"))
            return
        }
        let marks = "+-Z".utf8
        guard var mark = bytes[16...].firstIndex(where: { marks.contains($0) }) else { return }
        if bytes[mark - 1] == UInt8(ascii: " ") {
            mark -= 1
            bytes.remove(at: mark)
        }
        if bytes.count - mark == 3 { bytes += "00".utf8 }
    }
}
